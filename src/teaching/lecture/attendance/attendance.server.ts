import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { factsOf, mayTeach, reachedClass } from "../lecture.class.server.ts";
import type { TakenWay } from "../lecture.rules.ts";
import { codeCalls, endCode, type Locked, type LockLecture } from "./attendance.code.server.ts";
import { readOwnAttendance, readSheet, writeSheet } from "./attendance.contract.ts";
import { notedMarks, type WantedMark, writeMarks, writeTaken } from "./attendance.marks.server.ts";
import { ownAttendance } from "./attendance.own.server.ts";
import { paperCalls } from "./attendance.paper.server.ts";

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
  const isTaught = mayTeach(who, of);
  return {
    ...facts,
    teaches: isTaught,
    lecture: { _id: id, name, date, taken, code: isTaught && code !== null && until !== null ? { code, until } : null },
    list: rows.map(({ staff: by, ...mark }) => ({ ...mark, by: by && (names.get(by) ?? "A member of staff") })),
  };
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
      `${asCount(gone, "student")} of the sheet ${gone === 1 ? "takes" : "take"} ${of.code} no more, so nothing was saved. Your ticks stay: look at the class as it is now, and save again`,
    );
}

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

  paperCalls(app, lock);
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
  // What the lecturer writes comes after what the phones say.
  await writeTaken(trx, _id, how);
  await endCode(trx, _id);
  note({ deed: "contact.attendance", subject: `contact:${_id}`, ...notedMarks(rows), reason: how });
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
