import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { studentsByMatric } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { factsOf, mayTeach, reachedClass } from "../lecture.class.server.ts";
import type { TakenWay } from "../lecture.rules.ts";
import { classMembers } from "../lecture.sums.server.ts";
import { codeCalls, codeEnds, type Locked, type LockLecture } from "./attendance.code.server.ts";
import { readOwnAttendance, readSheet, writePaper, writeSheet } from "./attendance.contract.ts";
import { ownAttendance } from "./attendance.own.server.ts";

interface StoredMark {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly present: boolean | null;
  readonly how: TakenWay | null;
  readonly staff: string | null;
  readonly at: string | null;
}

/** The class of a lecture as it is now, each with the mark; who has dropped the course since is not among them. */
async function sheetOf(db: Database, who: Officer, id: string): Promise<Replied<typeof readSheet>> {
  const { rows: lectures } = isId(id)
    ? await sql<{
        class: string;
        name: string;
        date: string;
        taken: TakenWay | null;
        code: string | null;
        until: string | null;
      }>`select class, name, date, taken, case when "codeUntil" > now() then code end as code,
        case when "codeUntil" > now() then "codeUntil" end as until from portal.contact where _id = ${id}`.execute(db)
    : { rows: [] };
  const [lecture] = lectures;
  if (!lecture) throw notFound();
  const of = await reachedClass(db, who, lecture.class);
  const { rows } = await sql<StoredMark>`
    select m.student, m.name, m.matric, a.present, a.how, a.staff, a."writtenAt" as at
    from ${classMembers()} m left join portal.attendance a on a.contact = ${id} and a.student = m.student
    where m.class = ${of._id} order by m.name, m.student`.execute(db);
  const names = await namesOfStaff(
    db,
    rows.flatMap((row) => row.staff ?? []),
  );
  const [facts] = await factsOf(db, [of]);
  if (!facts) throw notFound();
  const { name, date, taken, code, until } = lecture;
  return {
    ...facts,
    teaches: mayTeach(who, of),
    lecture: { _id: id, name, date, taken, code: code !== null && until !== null ? { code, until } : null },
    list: rows.map(({ staff: by, ...mark }) => ({ ...mark, by: by && (names.get(by) ?? "A member of staff") })),
  };
}

interface WantedMark {
  readonly student: string;
  readonly present: boolean;
  readonly had: boolean | null;
}

interface Written {
  readonly student: string;
  readonly before: boolean | null;
  readonly present: boolean;
}

/**
 * Writes marks of a class, sorted, in one statement. A mark that is otherwise by now than the sheet had it stays: the student's
 * phone, or a colleague, was there first. Refuses a student who is not in the class.
 */
async function writeMarks(trx: Trx, who: Officer, contact: string, how: TakenWay, marks: readonly WantedMark[]) {
  const wanted = JSON.stringify(marks);
  const { rows } = await sql<Written>`
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

async function requireMembers(trx: Trx, of: { readonly _id: string; readonly code: string }, ids: readonly string[]) {
  if (new Set(ids).size !== ids.length || ids.some((id) => !isId(id)))
    throw refuse("marks-not-clear", "A student stands on the sheet twice, or is none. Load the sheet again");
  const { rows } = await sql<{ student: string }>`select m.student from ${classMembers()} m
    where m.class = ${of._id} and m.student = any(${[...ids]}::uuid[])`.execute(trx);
  const gone = ids.length - rows.length;
  if (gone > 0)
    throw stale(
      "class-has-changed",
      `${asCount(gone, "student")} of the sheet ${gone === 1 ? "takes" : "take"} ${of.code} no more, so nothing was saved. Load the sheet again`,
    );
}

/** A code that is open ends with it: what the lecturer writes comes after what the phones say. */
const taken = (trx: Trx, id: string, how: TakenWay) =>
  sql`update portal.contact set taken = coalesce(taken, ${how}), "takenAt" = coalesce("takenAt", now()),
    ${codeEnds}, version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx);

/** What the audit keeps of marks: those that changed, with what they were. */
const noted = (rows: readonly Written[]) => ({
  before: Object.fromEntries(rows.filter(({ before }) => before !== null).map((row) => [row.student, row.before])),
  after: Object.fromEntries(rows.map(({ student: of, present }) => [of, present])),
});

export function attendanceCalls(app: FastifyInstance, lock: LockLecture): void {
  const { db } = app.portal;
  const changing = staff("lectures.change");

  handle(app, readSheet, staff("lectures"), ({ who, params }) => sheetOf(db, who, params.id));

  handle(app, writeSheet, changing, (ask) =>
    write(app, ask, async (work) => {
      const { lecture, of } = await lock(work.trx, ask.who, ask.params.id);
      const { how, marks } = ask.body;
      await requireMembers(
        work.trx,
        of,
        marks.map((mark) => mark.student),
      );
      return saved(work, ask.who, lecture, how, marks);
    }),
  );

  handle(app, writePaper, changing, (ask) =>
    write(app, ask, async (work) => {
      const { lecture, of } = await lock(work.trx, ask.who, ask.params.id);
      const marks = await marksOfPaper(work.trx, of, lecture._id, ask.body.matrics);
      const { kept: _, ...reply } = await saved(work, ask.who, lecture, "Paper", marks);
      return reply;
    }),
  );

  codeCalls(app, lock);
  handle(app, readOwnAttendance, student, ({ who }) => ownAttendance(db, who.student));
}

async function saved(
  { trx, note }: Work,
  who: Officer,
  { _id, name }: Locked["lecture"],
  how: TakenWay,
  marks: readonly WantedMark[],
) {
  const rows = await writeMarks(trx, who, _id, how, marks);
  await taken(trx, _id, how);
  note({ deed: "contact.attendance", subject: `contact:${_id}`, ...noted(rows), reason: how });
  const same = marks.filter(({ present, had }) => present === had).length;
  const kept = marks.length - same - rows.length;
  const present = marks.filter((mark) => mark.present).length;
  const also =
    kept === 0
      ? ""
      : `. ${asCount(kept, "student")} ${kept === 1 ? "was" : "were"} marked by somebody else meanwhile, and that stays: look at the sheet again`;
  const message = `${name}: ${present} present, ${marks.length - present} absent${also}`;
  return { type: "success" as const, message, present, absent: marks.length - present, kept };
}

const MOST_NAMED = 10;

/**
 * Those on the paper were there, and nobody else of the class. Refuses the whole paper where a number is nobody's of the class, and
 * names the number: whose it is, is no concern of the lecturer.
 */
async function marksOfPaper(
  trx: Trx,
  of: { readonly _id: string; readonly code: string },
  contact: string,
  text: string,
): Promise<WantedMark[]> {
  const given = [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ""))];
  const called = await studentsByMatric(
    trx,
    given.map((one) => one.toLowerCase()),
  );
  const { rows } = await sql<{ student: string; had: boolean | null }>`
    select m.student, a.present as had from ${classMembers()} m
    left join portal.attendance a on a.contact = ${contact} and a.student = m.student where m.class = ${of._id}`.execute(
    trx,
  );
  const members = new Set(rows.map((row) => row.student));
  const wrong = given.filter((one) => !members.has(called.get(one.toLowerCase())?._id ?? ""));
  if (wrong.length > 0) {
    const named = wrong
      .slice(0, MOST_NAMED)
      .map((one) =>
        called.has(one.toLowerCase()) ? `${one} (is not on the list of ${of.code})` : `${one} (nobody has this number)`,
      );
    const more = wrong.length > MOST_NAMED ? `, and ${wrong.length - MOST_NAMED} more` : "";
    throw refuseFields("not-in-class", {
      matrics: `Nothing was saved. Correct or take out: ${named.join(", ")}${more}`,
    });
  }
  const there = new Set(given.map((one) => called.get(one.toLowerCase())?._id));
  return rows.map((row) => ({ ...row, present: there.has(row.student) }));
}
