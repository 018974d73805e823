import { type RawBuilder, sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { departments } from "./department.contract.ts";

export const departmentRules: Rules<typeof departments> = {
  of: departments,
  table: "department",
  within: (column, scope) => sql`${column("_id")} = any(${[...scope.departments]}::uuid[])`,
  constraints: {
    department_code: ["code", "Another department has this code already"],
    department_name: ["name", "The college has a department of this name already"],
  },
};

/** The departments of some colleges, as a part of a larger query: rows of `_id`. */
export const departmentsOf = (colleges: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select d._id from portal.department d where d.college in (${colleges})`;

/** The colleges of some departments, as a part of a larger query: rows of `college`. */
export const collegesOf = (departments: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select d.college from portal.department d where d._id in (${departments})`;
