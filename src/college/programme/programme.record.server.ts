import { type RawBuilder, sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { programmes } from "./programme.record.contract.ts";

export const programmeRules: Rules<typeof programmes> = {
  of: programmes,
  table: "programme",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  constraints: {
    programme_code: ["code", "Another programme has this code already"],
    programme_name: ["name", "The department has this programme with this award already"],
    programme_units: ["maxunit", "Maximum units must not be less than the minimum units"],
  },
};

/** The programmes that a narrow right reaches, as a part of a larger query: rows of `_id`. */
export const programmesReached = ({ departments }: Exclude<Scope, "all">): RawBuilder<unknown> =>
  sql`select p._id from portal.programme p where p.department = any(${[...departments]}::uuid[])`;
