import { sql } from "kysely";
import { collegeName } from "#college/college/college.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** What a member of staff is today, in words: the user groups, then "Dean of …" and "Head of …". */
export async function officesOf(db: Database, member: string): Promise<string[]> {
  const today = sql`(now() at time zone 'Africa/Lagos')::date between o.start and coalesce(o."end", 'infinity')`;
  const { rows } = await sql<{ office: string }>`
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
