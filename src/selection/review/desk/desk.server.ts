import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { columnsOf, mayRead } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { deskTabs, readDesk } from "../review.contract.ts";
import { reviewRules } from "../review.read.server.ts";
import { openStates } from "../review.rules.ts";

// As in a list, nobody reads the number beyond this. Contract 1.
const COUNTED = 10_000;

type Counts = Record<(typeof deskTabs)[number]["key"] | "mine", number>;

export const reviewDeskCall = (app: FastifyInstance): void =>
  handle(app, readDesk, staff("applications"), async ({ who }) => {
    const within = mayRead(reviewRules, who, columnsOf("t"));
    const counted = (where: RawBuilder<unknown>, key: keyof Counts) => sql`(select count(*)::int from (
      select from portal.review t where ${where} and ${within} limit ${COUNTED + 1}) found) as ${sql.id(key)}`;
    const counts = deskTabs.map(({ key, filter, value }) => counted(sql`${sql.ref(`t.${filter}`)} = ${value}`, key));
    const mine = counted(sql`t.takenby = ${who.staff} and t.state = any(${[...openStates]})`, "mine");
    const { rows } = await sql<Counts>`select ${sql.join([...counts, mine])}`.execute(app.portal.db);
    const shown = Object.entries(rows[0] ?? {}).map(([key, count]) => [key, count > COUNTED ? "10,000+" : count]);
    return Object.fromEntries(shown);
  });
