import { sql } from "kysely";
import { everyContact } from "#identity/account/account.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { livingStatuses } from "./student.rules.ts";

const subject = sql<string>`'student:' || s._id`;

export const impossibleStudents: readonly Impossible[] = [
  {
    name: "student-without-audit",
    sentence: "Every student has a line in the audit",
    rows: sql`select ${subject} as subject from portal.student s where not ${isAudited(subject)}`,
  },
  {
    name: "student-of-another",
    sentence: "A student's address and JAMB number are those of the account",
    rows: sql`select ${subject} as subject from portal.student s join ${everyContact()} a on a._id = s.applicant
      where (s.jamb, s.emailaddress, s.phonenumber) is distinct from (a.jamb, a.emailaddress, a.phonenumber)`,
  },
  {
    name: "two-students-one-number",
    sentence: "One JAMB number is one living student's",
    rows: sql`select 'student:' || min(_id::text) as subject from portal.student
      where jamb is not null and status = any(${[...livingStatuses]}) group by jamb having count(*) > 1`,
  },
];

export const ownStudents: OwnRows = {
  name: "students",
  tables: ["student", "former_matric"],
  rows: (owner) =>
    sql`select to_jsonb(s) - 'search' - 'snapshot' || jsonb_build_object('formermatrics', (
        select coalesce(jsonb_agg(f.matric order by f."createdAt"), '[]') from portal.former_matric f where f.student = s._id)) as row from portal.student s where s.applicant = ${owner}`,
  stays: {
    what: (rows) =>
      rows.map(
        ({ matric, name }) =>
          `Your student's record ${matric ?? name}, with your names, birth and origin, how to reach you, and what was decided about you`,
      ),
    why: "The college proves with it who has studied here, for as long as its rules say",
  },
};
