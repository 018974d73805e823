import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everyStudent, studentsOfAccount } from "../student/student.server.ts";

export const impossibleStatusChanges: readonly Impossible[] = [
  {
    name: "status-beside-its-change",
    sentence: "A student's status is that of the change in force, and Active where there was none",
    rows: sql`select 'student:' || s._id as subject from ${everyStudent()} s
      left join portal.status_change c on c.student = s._id and c.state = 'Applied' and c."endedAt" is null
      where s.status <> 'Merged' and s.status <> coalesce(c.status, 'Active')`,
  },
  {
    name: "status-changed-by-one",
    sentence: "What people changed about a status was proposed by one and approved by another",
    rows: sql`select 'student_status:' || _id as subject from portal.status_change
      where state in ('Approved', 'Applied', 'Undone') and proposedby is not null and decidedby is not distinct from proposedby`,
  },
  {
    name: "undone-by-nothing",
    sentence: "A change of status that was undone has one that undid it, which came into force",
    rows: sql`select 'student_status:' || c._id as subject from portal.status_change c where c.state = 'Undone'
      and not exists (select from portal.status_change u where u.undoes = c._id and u.state in ('Applied', 'Undone'))`,
  },
  {
    name: "status-change-late",
    sentence: "What was approved for a day comes into force on it",
    rows: sql`select 'student_status:' || _id as subject from portal.status_change
      where state = 'Approved' and effective < (now() at time zone 'Africa/Lagos')::date - 1`,
  },
];

export const ownStatusChanges: OwnRows = {
  name: "statuschanges",
  tables: ["status_change", "return_reminder"],
  rows: (owner) =>
    sql`select to_jsonb(c) - 'search' - 'proposedby' - 'decidedby' - 'decision' || jsonb_build_object('reminders', (
        select coalesce(jsonb_agg(to_jsonb(r)), '[]') from portal.return_reminder r where r.change = c._id)) as row
      from portal.status_change c where c.student in (${studentsOfAccount(owner)}) and c.state <> 'Proposed' order by c."createdAt"`,
};
