import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { TakenWay } from "../lecture.rules.ts";

export interface WantedMark {
  readonly student: string;
  readonly present: boolean;
  readonly had: boolean | null;
}

export interface WrittenMark {
  readonly student: string;
  readonly before: boolean | null;
  readonly present: boolean;
}

/**
 * Writes marks of a class, sorted, in one statement. A mark that is otherwise by now than the sheet had it stays: the student's
 * phone, or a colleague, was there first.
 */
export async function writeMarks(trx: Trx, who: Officer, contact: string, how: TakenWay, marks: readonly WantedMark[]) {
  const wanted = JSON.stringify(marks);
  const { rows } = await sql<WrittenMark>`
    with wanted as (select * from jsonb_to_recordset(${wanted}::jsonb) as w(student uuid, present boolean, had boolean)),
    written as (
      insert into portal.attendance as mark (contact, student, present, how, staff)
      select ${contact}::uuid, w.student, w.present, ${how}, ${who.staff}::uuid from wanted w
      left join portal.attendance was on was.contact = ${contact} and was.student = w.student
      where was.present is not distinct from w.had and w.present is distinct from was.present
      order by w.student
      on conflict (contact, student) do update set present = excluded.present, how = excluded.how, staff = excluded.staff,
        "writtenAt" = now()
      where mark.present is not distinct from (select v.had from wanted v where v.student = mark.student)
      returning mark.student, mark.present)
    select r.student, r.present, v.had as before from written r join wanted v on v.student = r.student`.execute(trx);
  return rows;
}

/** Attendance was taken from here on, or is once its first code is over. */
export const writeTaken = (trx: Trx, id: string, how: TakenWay) =>
  sql`update portal.contact set taken = coalesce(taken, ${how}), "takenAt" = coalesce("takenAt", now()),
    version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx);

/** What the audit keeps of marks: those that changed, with what they were. */
export const notedMarks = (rows: readonly WrittenMark[]) => ({
  before: Object.fromEntries(rows.filter(({ before }) => before !== null).map((row) => [row.student, row.before])),
  after: Object.fromEntries(rows.map(({ student: of, present }) => [of, present])),
});
