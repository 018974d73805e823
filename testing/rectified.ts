import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/** Writes a rectification by two people beside every row that corrects another one and was put straight into the database. */
export async function rectificationsKept({ db }: TestPortal): Promise<void> {
  await sql`with evidence as (insert into portal.stored_file (_id, newname, owner, kind, mediatype, bytes, sha256)
      select gen_random_uuid(), md5(r._id::text) || '.pdf', r.student, 'document', 'application/pdf', 1, '\\x00'
      from portal.course_result r where r.supersedes is not null
        and not exists (select from portal.rectification t where t.newresult = r._id) returning _id, newname)
    insert into portal.rectification (_id, result, student, name, session, semester, class, course, wasca, wasexamination, ca, examination,
      reason, evidence, state, proposedby, decidedby, "decidedAt", newresult)
    select gen_random_uuid(), was._id, r.student, s.name, r.session, r.semester, r.class, r.course, was.ca, was.examination, r.ca,
      r.examination, 'The script says otherwise', e._id, 'Approved', one._id, other._id, now(), r._id
    from portal.course_result r join portal.course_result was on was._id = r.supersedes join portal.student s on s._id = r.student
    join evidence e on e.newname = md5(r._id::text) || '.pdf'
    cross join (select _id from portal.staff order by _id limit 1) one
    cross join (select _id from portal.staff order by _id offset 1 limit 1) other`.execute(db);
}
