import { sql } from "kysely";
import { collegeName } from "#college/college/college.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { deanAssignments, headAssignments } from "./office.contract.ts";
import { standInCalls, standInTemplates } from "./stand-in/stand-in.server.ts";

export const deanAssignmentRules: RecordRules<typeof deanAssignments> = {
  of: deanAssignments,
  table: "dean_assignment",
  // A dean who appoints deans would stay one for ever.
  within: wholeCollege,
  shown: (column, { shown }) => sql`${column("college")} = any(${[...shown]}::uuid[])`,
  check: async (_work, { who, form }) => {
    requireWholeCollege(who);
    if (form?.staff === who.staff)
      throw refuseFields("own-rights", { staff: "Nobody gives themselves an office: another person must do this" });
  },
  constraints: {
    dean_assignment_one: [
      "office-is-held",
      "start",
      "The college has a dean on some of these days already. End that one first",
    ],
    dean_assignment_ends_after_start: ["dates-out-of-order", "end", "End date must be after the start date"],
  },
};

export const headAssignmentRules: RecordRules<typeof headAssignments> = {
  of: headAssignments,
  table: "head_assignment",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  check: async (_work, { who, form }) => {
    if (form?.staff === who.staff)
      throw refuseFields("own-rights", { staff: "Nobody gives themselves an office: another person must do this" });
  },
  constraints: {
    head_assignment_one: [
      "office-is-held",
      "start",
      "The department has a head on some of these days already. End that one first",
    ],
    head_assignment_one_acting: [
      "office-is-held",
      "start",
      "Somebody acts as head there on some of these days already. End that first",
    ],
    head_assignment_ends_after_start: ["dates-out-of-order", "end", "End date must be after the start date"],
  },
};

/** What a member of staff is today, in words: the user groups, then "Dean of …" and "Head of …". */
export async function officesOf(db: Database, member: string): Promise<string[]> {
  const today = sql`(now() at time zone 'Africa/Lagos')::date between o.start and coalesce(o."end", 'infinity')`;
  const { rows } = await sql<{ office: string; place: number }>`
    select g.name as office, 1 as place from portal.group_member m join portal.user_group g on g._id = m."group"
    where m.staff = ${member}
    union all
    select case when o.acting then 'Acting dean of ' else 'Dean of ' end || ${collegeName(sql.ref("o.college"))}, 2
    from portal.dean_assignment o where o.staff = ${member} and ${today}
    union all
    select case when o.acting then 'Acting head of ' else 'Head of ' end || ${departmentName(sql.ref("o.department"))}, 3
    from portal.head_assignment o where o.staff = ${member} and ${today}
    order by place, office`.execute(db);
  return rows.map(({ office }) => office);
}

export const officeNoun: Noun = {
  name: "office",
  templates: standInTemplates,
  calls: standInCalls,
  records: [deanAssignmentRules, headAssignmentRules],
};
