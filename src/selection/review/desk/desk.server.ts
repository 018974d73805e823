import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { columnsOf, mayRead } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { deskTabs, readDesk } from "../review.contract.ts";
import { reviewRules } from "../review.read.server.ts";

// As in a list, nobody reads the number beyond this. Contract 1.
const COUNTED = 10_000;

type Counts = Record<(typeof deskTabs)[number]["key"], number>;

export const reviewDeskCall = (app: FastifyInstance): void =>
  handle(app, readDesk, staff("applications"), async ({ who }) => {
    const within = mayRead(reviewRules, who, columnsOf("t"));
    const counts = deskTabs.map(
      ({ key, filter, value }) => sql`(select count(*)::int from (
        select from portal.review t where ${sql.ref(`t.${filter}`)} = ${value} and ${within} limit ${COUNTED + 1}) found
      ) as ${sql.id(key)}`,
    );
    const { rows } = await sql<Counts>`select ${sql.join(counts)}`.execute(app.portal.db);
    const shown = Object.entries(rows[0] ?? {}).map(([key, count]) => [key, count > COUNTED ? "10,000+" : count]);
    return Object.fromEntries(shown);
  });
