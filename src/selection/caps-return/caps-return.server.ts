import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { capsReturns } from "./caps-return.contract.ts";

export const capsReturnRules: Rules<typeof capsReturns> = {
  of: capsReturns,
  table: "caps_return_line",
  within: ofProgrammesWithin,
};

/** What CAPS said last of a session, as a part of a larger query: rows of `jamb, name, programme, status, said`. */
export const capsReturnsOf = (session: string): RawBuilder<unknown> => sql`
  select r.jamb, r.name, r.programme, r.status, r.said from portal.caps_return_line r where r.session = ${session}`;
