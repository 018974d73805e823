import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { spacedCode } from "../lecture.rules.ts";
import { attendByCode, closeCode, openCode } from "./attendance.contract.ts";

/** Ends the code of a lecture, and with a first one its attendance is taken; one that is over keeps its time. */
export const endCode = (trx: Trx, id: string) =>
  sql`update portal.contact set "codeUntil" = case when "codeUntil" > now() then now() else "codeUntil" end,
    "takenAt" = least("takenAt", now()), version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx);

export type LockLecture = (trx: Trx, who: Officer, id: string) => Promise<Locked>;

export interface Locked {
  readonly lecture: {
    readonly _id: string;
    readonly name: string;
    readonly class: string;
    readonly date: string;
    readonly taken: string | null;
  };
  readonly of: { readonly _id: string; readonly code: string };
}

/** One student types some in a minute; who guesses is kept out for a while. */
const wrongCodes: Limit = {
  name: "attendance-code",
  points: 10,
  seconds: 600,
  sentence: "Too many wrong codes. Wait ten minutes, or ask your lecturer to mark you on the list",
};

/** A code that was shown longer ago is nobody's any more. */
const REMEMBERED = sql`interval '1 day'`;

/** A code that no open lecture has, nor one of the last day. */
async function newCode(trx: Trx): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('attendance codes', 0))`.execute(trx);
  for (;;) {
    const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
    const { rows } = await sql`select from portal.contact where code = ${code}
      and "codeUntil" > now() - ${REMEMBERED}`.execute(trx);
    if (rows.length === 0) return code;
  }
}

interface Coded {
  readonly _id: string;
  readonly name: string;
  readonly coursecode: string;
  readonly isopen: boolean;
  readonly until: string;
  readonly member: boolean;
  /** The mark that the student has. */
  readonly present: boolean | null;
}

async function lectureOfCode(db: Database, me: string, code: string): Promise<Coded | undefined> {
  const { rows } = await sql<Coded>`
    select t._id, t.name, k.code as coursecode, t."codeUntil" > now() as isopen, t."codeUntil" as until, a.present,
      exists (select from ${classMembers()} m where m.class = t.class and m.student = ${me}) as member
    from portal.contact t join ${everyClass()} k on k._id = t.class
    left join portal.attendance a on a.contact = t._id and a.student = ${me}
    where t.code = ${code} and t."codeUntil" > now() - ${REMEMBERED} order by t."codeUntil" desc limit 1`.execute(db);
  return rows[0];
}

const OVER = (until: string) =>
  `The time for this code was over at ${asMinute(until)}. If you were there, ask your lecturer to mark you on the list`;

/** Refuses a class of nobody: a code would stand there, and each who types it be told to register. */
async function requireStudents(trx: Trx, of: Locked["of"]): Promise<void> {
  const { rows } = await sql`select from ${classMembers()} m where m.class = ${of._id} limit 1`.execute(trx);
  if (rows.length === 0)
    throw refuse(
      "class-empty",
      `Nobody is in ${of.code} with a registration that counts, so nobody can type a code. Ask the head of department whose registrations wait for approval`,
    );
}

/** Refuses a lecture that has its list: by a code nobody who stands there as absent becomes present. */
async function requireCodeTime(trx: Trx, { name, date, taken }: Locked["lecture"]): Promise<void> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'Africa/Lagos')::date as today`.execute(trx);
  if (taken !== null && taken !== "Code")
    throw refuse(
      "attendance-taken",
      `The attendance of ${name} was taken already, and a code would not change it. Correct it by the list: “See or correct”`,
    );
  if (date !== rows[0]?.today)
    throw refuse(
      "lecture-not-today",
      `${name} was held on ${asDay(`${date}T12:00:00Z`)}, and a code is for who sits in a lecture today. Mark who was there by the list`,
    );
}

/** The code of a lecture: opened and ended by who teaches, typed by the class. */
export function codeCalls(app: FastifyInstance, lock: LockLecture): void {
  const { db, limits } = app.portal;
  const changing = staff("lectures.change");

  handle(app, openCode, changing, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { lecture, of } = await lock(trx, ask.who, ask.params.id);
      await requireCodeTime(trx, lecture);
      await requireStudents(trx, of);
      const code = await newCode(trx);
      // Attendance is taken when the first code is over; a further one leaves in the sums what was there.
      const { rows } = await sql<{ until: string }>`
        update portal.contact t set code = ${code}, "codeUntil" = o.until, taken = 'Code',
          "takenAt" = case when t."takenAt" <= now() then t."takenAt" else o.until end, version = version + 1, "updatedAt" = now()
        from (select now() + make_interval(mins => ${ask.body.minutes}::int) as until) o
        where t._id = ${lecture._id} returning t."codeUntil" as until`.execute(trx);
      const until = rows[0]?.until ?? "";
      note({ deed: "contact.open-code", subject: `contact:${lecture._id}`, after: { until } });
      return { type: "success" as const, message: `${of.code}: the code is ${spacedCode(code)}`, code, until };
    }),
  );

  handle(app, closeCode, changing, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { lecture } = await lock(trx, ask.who, ask.params.id);
      await endCode(trx, lecture._id);
      note({ deed: "contact.close-code", subject: `contact:${lecture._id}` });
      return { type: "success" as const, message: "The code is over" };
    }),
  );

  handle(app, attendByCode, student, async (ask) => {
    const me = ask.who.student;
    // Before the code is looked up, so that many guesses at once are as few as one after another.
    await limits.take(wrongCodes, me);
    const found = await lectureOfCode(db, me, ask.body.code);
    if (!found)
      throw refuseFields("attendance-code-wrong", {
        code: "No lecture has this code. Look at it again and type it anew",
      });
    await limits.giveBack(wrongCodes, me);
    const { _id, coursecode, isopen, until, member, present, name } = found;
    const reply = { type: "success" as const, message: `${coursecode}: you are marked present` };
    if (present) return reply;
    if (!member)
      throw refuse(
        "not-in-class",
        `You are not registered in ${coursecode}, so you cannot be marked. Register the course, or ask why your registration does not count yet`,
      );
    if (!isopen) throw refuse("attendance-code-over", OVER(until));
    if (present === false)
      throw refuse(
        "marked-absent",
        `Your lecturer has marked you absent from ${name}. If that is wrong, talk to the lecturer`,
      );
    return write(app, ask, async ({ trx, note }) => {
      // The time is judged where the mark is written. Sent twice at once, the first is the mark.
      const { rows } = await sql`insert into portal.attendance (contact, student, present, how)
        select t._id, ${me}::uuid, true, 'Code' from portal.contact t
        where t._id = ${_id} and t.code = ${ask.body.code} and t."codeUntil" > clock_timestamp()
        on conflict (contact, student) do nothing returning contact`.execute(trx);
      const mark = await trx
        .selectFrom("attendance")
        .select("present")
        .where("contact", "=", _id)
        .where("student", "=", me)
        .executeTakeFirst();
      if (!mark?.present) throw refuse("attendance-code-over", OVER(until));
      note({
        deed: "attendance.send-code",
        subject: `contact:${_id}`,
        after: { student: me, again: rows.length === 0 },
      });
      return reply;
    });
  });
}
