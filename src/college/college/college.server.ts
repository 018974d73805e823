import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { colleges } from "./college.contract.ts";

export const collegeRules: Rules<typeof colleges> = {
  of: colleges,
  table: "college",
  within: (column, { colleges: held }) => sql`${column("_id")} = any(${[...held]}::uuid[])`,
  shown: (column, { shown }) => sql`${column("_id")} = any(${[...shown]}::uuid[])`,
  constraints: {
    college_code: ["code", "Another college has this code already"],
    college_name: ["name", "Another college has this name already"],
  },
};
