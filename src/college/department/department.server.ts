import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { departments } from "./department.contract.ts";

export const departmentRules: RecordRules<typeof departments> = {
  of: departments,
  table: "department",
  within: (column, scope) =>
    sql`(${column("_id")} = any(${[...scope.departments]}::uuid[]) or ${column("college")} = any(${[...scope.colleges]}::uuid[]))`,
  settled: ["college"],
  constraints: {
    department_code: ["value-taken", "code", "Another department has this code already"],
    department_name: ["value-taken", "name", "The college has a department of this name already"],
  },
};

/** The departments of some colleges, as a part of a larger query: rows of `_id`. */
export const departmentsOf = (colleges: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select d._id from portal.department d where d.college in (${colleges})`;

/** The colleges of some departments, as a part of a larger query: rows of `college`. */
export const collegesOf = (departments: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select d.college from portal.department d where d._id in (${departments})`;

/** A department that there is; a new college gets one for its administration. */
export async function anyDepartment(trx: Trx): Promise<string> {
  const first = await trx.selectFrom("department").select("_id").orderBy("isacademic").limit(1).executeTakeFirst();
  if (first) return first._id;
  const [college, department] = [newId(), newId()];
  const unit = { code: "ADMIN", name: "Administration", isacademic: false };
  await trx
    .insertInto("college")
    .values({ ...unit, _id: college })
    .execute();
  await trx
    .insertInto("department")
    .values({ ...unit, _id: department, college })
    .execute();
  return department;
}

/** What a department is called, as a part of a larger query. */
export const departmentName = (department: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select named.name from portal.department named where named._id = ${department})`;

/** The teaching departments that a right reaches, by name. */
export async function departmentsWithin(db: Database, scope: Scope): Promise<{ _id: string; name: string }[]> {
  const all = db.selectFrom("department").select(["_id", "name"]).where("isacademic", "=", true).orderBy("name");
  return scope === "all"
    ? all.execute()
    : all.where(sql<boolean>`_id = any(${[...scope.departments]}::uuid[])`).execute();
}

export const departmentNoun: Noun = {
  name: "department",
  records: [departmentRules],
};
