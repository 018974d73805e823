import { sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { asWeekday } from "#kit/value/dates.rules.ts";
import { enqueue, type Job } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { everyRoom } from "../room/room.server.ts";

/** So many mails in one transaction. */
const PORTION = 500;

interface Told {
  readonly _id: string;
  readonly recipient: string;
  readonly firstname: string;
  readonly list: readonly {
    readonly code: string;
    readonly date: string;
    readonly start: string;
    readonly end: string;
    readonly halls: string;
  }[];
}

interface Portion {
  readonly period: string;
  readonly who: "students" | "invigilators";
  /** The last who was told; null at the beginning. */
  readonly after: string | null;
}

/**
 * Tells students, then invigilators, that a timetable is out and what of it is theirs, a portion at a time. What was told stands in
 * the period, so that a portion that runs twice is told once.
 */
export const tellExamTimetable: Job<Portion> = {
  name: "tell-exam-timetable",
  attempts: 10,
  run: async ({ portal: { db } }, portion) => {
    await perform(db, portalItself, async ({ trx, note }) => {
      const { period, who, after } = portion;
      const mark = `${who} ${after ?? ""}`;
      const { rows: claimed } = await sql`update portal.exam_period set told = ${`${mark} done`}
        where _id = ${period} and "publishedAt" is not null and told = ${mark} returning _id`.execute(trx);
      const found = who === "students" ? studentsAfter : invigilatorsAfter;
      const people = claimed.length === 0 ? [] : await found(trx, period, after);
      await writeMails(
        trx,
        people.map((person) => publishedMail(person, who)),
      );
      note({ deed: "exam_period.tell", subject: `exam_period:${period}`, after: { who, people: people.length } });
      if (claimed.length === 0) return;
      const last = people.length < PORTION ? undefined : people.at(-1);
      if (last) await tellNext(trx, { period, who, after: last._id });
      else if (who === "students") await tellNext(trx, { period, who: "invigilators", after: null });
    });
  },
};

/** Enqueues a portion, and says in the period that it is the next. */
export async function tellNext(trx: Trx, portion: Portion): Promise<void> {
  await sql`update portal.exam_period set told = ${`${portion.who} ${portion.after ?? ""}`} where _id = ${portion.period}`.execute(
    trx,
  );
  await enqueue(trx, tellExamTimetable, portion);
}

const START = "00000000-0000-0000-0000-000000000000";

async function studentsAfter(trx: Trx, period: string, after: string | null): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    with halls as materialized (select x._id, x.class, x.code, x.date, x.start, x."end", string_agg(r.code, ', ' order by h.place) as halls
      from portal.exam_period p join portal.examination x on x.session = p.session and x.semester = p.semester
      join portal.examination_hall h on h.examination = x._id join ${everyRoom()} r on r._id = h.room
      where p._id = ${period} group by x._id)
    select s._id, s.emailaddress as recipient, s.firstname,
      jsonb_agg(jsonb_build_object('code', e.code, 'date', e.date, 'start', e.start, 'end', e."end", 'halls', e.halls)
        order by e.date, e.start, e.code) as list
    from halls e join ${classMembers()} m on m.class = e.class join ${everyStudent()} s on s._id = m.student
    where s._id > ${after ?? START} and s.emailaddress is not null
    group by s._id, s.emailaddress, s.firstname order by s._id limit ${PORTION}`.execute(trx);
  return rows;
}

async function invigilatorsAfter(trx: Trx, period: string, after: string | null): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select m._id, m.emailaddress as recipient, m.firstname,
      jsonb_agg(jsonb_build_object('code', x.code, 'date', x.date, 'start', x.start, 'end', x."end", 'halls', r.code)
        order by x.date, x.start, x.code) as list
    from portal.exam_period p join portal.examination x on x.session = p.session and x.semester = p.semester
    join portal.examination_invigilator i on i.examination = x._id
    join ${everyRoom()} r on r._id = i.room join ${everyMember()} m on m._id = i.staff
    where p._id = ${period} and m._id > ${after ?? START} and m.ishere
    group by m._id, m.emailaddress, m.firstname order by m._id limit ${PORTION}`.execute(trx);
  return rows;
}

const timetableOut = {
  reader: "students" as const,
  values: {
    ...usual("firstname"),
    list: value("the examinations, a line each", "BIO 111: Monday, 5 October 2026, 09:00 to 11:00, LT 1"),
  },
  must: ["list"] as const,
  subject: "The examination timetable is out",
};

const forStudents = mailTemplate({
  key: "exam-timetable-out",
  name: "Examination timetable is out: students",
  when: "An examination timetable is published",
  ...timetableOut,
  text: `Dear {firstname},

The examination timetable is out. Your examinations are:

{list}

Your examination card says which of them you may sit. They stand in your week in the portal. Changes are told to you.

${signed.office}`,
});

const forInvigilators = mailTemplate({
  key: "exam-timetable-out-invigilators",
  name: "Examination timetable is out: invigilators",
  when: "An examination timetable is published",
  ...timetableOut,
  reader: "staff",
  text: `Dear {firstname},

The examination timetable is out. You invigilate:

{list}

They stand in your week in the portal. Changes are told to you.

${signed.office}`,
});

const publishedMail = ({ recipient, firstname, list }: Told, who: Portion["who"]): Mail =>
  fromTemplate(who === "students" ? forStudents : forInvigilators, recipient, {
    firstname,
    list: list
      .map(
        ({ code, date, start, end, halls }) =>
          `${code}: ${asWeekday(`${date}T12:00:00Z`)}, ${start} to ${end}, ${halls}`,
      )
      .join("\n"),
  });

export const examTimetableTemplates = [forStudents, forInvigilators];
