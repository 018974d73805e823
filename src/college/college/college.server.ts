import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { colleges } from "./college.contract.ts";

export const collegeRules: RecordRules<typeof colleges> = {
  of: colleges,
  table: "college",
  within: (column, { colleges: held }) => sql`${column("_id")} = any(${[...held]}::uuid[])`,
  shown: (column, { shown }) => sql`${column("_id")} = any(${[...shown]}::uuid[])`,
  constraints: {
    college_code: ["value-taken", "code", "Another college has this code already"],
    college_name: ["value-taken", "name", "Another college has this name already"],
  },
};

/** What a college is called, as a part of a larger query. */
export const collegeName = (college: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select named.name from portal.college named where named._id = ${college})`;

/** The schools of the college: its active units that teach, by name. */
export const readSchools = (db: Database): Promise<{ _id: string; label: string }[]> =>
  db
    .selectFrom("college")
    .select(["_id", "name as label"])
    .where("isacademic", "=", true)
    .where("status", "=", true)
    .orderBy("name")
    .execute();

/** The codes of every unit, in lower case. */
export const collegeCodes = async (db: Database): Promise<string[]> =>
  (await db.selectFrom("college").select("code").execute()).map(({ code }) => code.toLowerCase());

export const collegeNoun: Noun = {
  name: "college",
  records: [collegeRules],
};
