import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import { columnsOf, type Rules, reached } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { capsReturns } from "./caps-return.contract.ts";
import type { CapsStanding, CapsStatus } from "./caps-return.status.contract.ts";

export const capsReturnRules: Rules<typeof capsReturns> = {
  of: capsReturns,
  table: "caps_return_line",
  within: ofProgrammesWithin,
};

/** What CAPS said last of a session, as a part of a larger query: rows of `jamb, name, programme, status, said`. */
export const capsReturnsOf = (session: string): RawBuilder<unknown> => sql`
  select r.jamb, r.name, r.programme, r.status, r.said from portal.caps_return_line r where r.session = ${session}`;

/** What CAPS said last of one number; undefined where no return names it, or the officer's right does not reach it. */
export async function capsAnswerOf(db: Database, who: Officer, { session, jamb }: { session: string; jamb: string }) {
  const { rows } = await sql<{ _id: string; status: CapsStatus; said: string; at: string }>`
    select t._id, t.status, t.said, t."createdAt" as at from portal.caps_return_line t
    where t.session = ${session} and t.jamb = ${jamb} and ${reached(capsReturnRules, who, columnsOf("t"))}`.execute(db);
  return rows[0];
}

/** Whether a CAPS return of the session came in at all. */
export async function isReturned(db: Database, session: string): Promise<boolean> {
  const { rows } = await sql`select from portal.caps_return_line where session = ${session} limit 1`.execute(db);
  return rows.length > 0;
}

/** How a place stands with CAPS now, as a part of a larger query. */
export const capsStanding = (
  session: RawBuilder<unknown>,
  jamb: RawBuilder<unknown>,
  programme: RawBuilder<unknown>,
): RawBuilder<CapsStanding> => sql<CapsStanding>`portal.caps_standing(${session}, ${jamb}, ${programme})`;

/** When a session's last CAPS return said something new; null before the first. */
export async function lastReturnOf(db: Database | Trx, session: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`select t."createdAt" as at from portal.caps_return t
    where t.session = ${session} order by t."createdAt" desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
