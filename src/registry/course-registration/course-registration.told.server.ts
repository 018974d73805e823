import { sql } from "kysely";
import { windowsFor } from "#calendar/registration-window/registration-window.rules.ts";
import { windowsOf } from "#calendar/registration-window/registration-window.server.ts";
import { runningSemester } from "#calendar/session/session.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  type Values,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { everyCourse } from "../course/course.server.ts";
import { isTold } from "../status-change/status-change.rules.ts";
import type { StudentStatus } from "../student/student.rules.ts";
import { everyStudent } from "../student/student.server.ts";
import { mendableUntil } from "./window/window.rules.ts";

/**
 * Every five minutes: writes to whoever has registered a course that was changed or withdrawn. A course is told of once it has
 * rested for so long, so that whoever types on in a grid, or takes a slip back, is told of once or not at all.
 */
export const tellOfCourses: Round = {
  name: "tell-of-courses",
  cron: "*/5 * * * *",
  async run({ portal: { db, config } }) {
    for (let more = true; more; ) {
      const due = await sql`select from portal.course_told t where ${isDue()} limit 1`.execute(db);
      if (due.rows.length === 0) return;
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const course = await lockDue(trx);
        if (!course) {
          note({ deed: "course.tell", subject: "courses", after: { courses: 0 } });
          return false;
        }
        const letters = course.runs ? await lettersAbout(trx, config, course) : [];
        await writeMails(trx, letters);
        await sql`update portal.course_told set "changedAt" = null, "toldAt" = now(), name = ${course.name},
          credit = ${course.credit}, moduletype = ${course.moduletype}, status = ${course.status} where course = ${course._id}`.execute(
          trx,
        );
        const students = letters.length;
        note({
          deed: "course.tell",
          subject: `course:${course._id}`,
          after: { students },
          reason: students > 0 ? `${asCount(students, "student")} told` : "Nobody was to be told",
        });
        return true;
      });
    }
  },
};

const isDue = () => sql`t."changedAt" <= now() - interval '5 minutes'`;

/** What papers show of a course, and whether it is offered. */
interface Facts {
  readonly name: string;
  readonly credit: number;
  readonly moduletype: string;
  readonly status: boolean;
}

interface DueCourse extends Facts {
  readonly _id: string;
  readonly code: string;
  readonly session: string;
  readonly semester: number;
  /** Whether its semester runs: of an earlier one nobody has anything to do. */
  readonly runs: boolean;
}

/** One course whose change is to be told, locked; another process takes another one. */
async function lockDue(trx: Trx): Promise<DueCourse | undefined> {
  const { rows } = await sql<{ course: string }>`
    select t.course from portal.course_told t where ${isDue()} order by t."changedAt" limit 1 for update skip locked`.execute(
    trx,
  );
  const [due] = rows;
  if (!due) return undefined;
  const { rows: found } = await sql<DueCourse>`
    select c._id, c.code, c.name, c.credit, c.moduletype, c.status, c.session, c.semester,
      exists (select from ${runningSemester()} term where (term.session, term.semester) = (c.session, c.semester)) as runs
    from ${everyCourse()} c where c._id = ${due.course}`.execute(trx);
  return found[0];
}

interface RegisteredStudent extends Facts {
  readonly student: string;
  readonly programme: string | null;
  readonly level: number | null;
  readonly studentstatus: StudentStatus;
  readonly firstname: string;
  readonly emailaddress: string;
}

/**
 * Whoever stands in a course, with what the student knows of it: what was told last, or what the own form says, whichever is
 * later.
 */
async function registeredFor(trx: Trx, course: string): Promise<RegisteredStudent[]> {
  const { rows } = await sql<RegisteredStudent>`
    select own.student, s.programme, s.level, s.status as studentstatus, s.firstname, s.emailaddress,
      coalesce(told.name, l.name) as name, coalesce(told.credit, l.credit) as credit,
      coalesce(told.moduletype, l.moduletype) as moduletype, coalesce(told.status, true) as status
    from portal.course_registration_line l join portal.course_registration own on own._id = l.registration
    join ${everyStudent()} s on s._id = own.student
    left join portal.course_told told on told.course = l.course and told."toldAt" > l."addedAt"
    where l.course = ${course} and l."droppedAt" is null order by own.student`.execute(trx);
  return rows;
}

async function lettersAbout(trx: Trx, config: Config, course: DueCourse): Promise<Mail[]> {
  const students = await registeredFor(trx, course._id);
  const windows = await windowsOf(trx, course);
  return students.flatMap((known) => {
    const said = saidOf(known, course, mendableUntil(windowsFor(windows, known), lagosToday(), "Registered"));
    if (!said || !isTold(known.studentstatus)) return [];
    return [courseMail(config, known, said)];
  });
}

/** By which template, and what it names beside the reader. */
interface Said {
  readonly template: MailTemplate;
  readonly values: Values;
}

const courseValues = {
  ...usual("firstname", "link"),
  code: value("the code of the course", "BIO 111"),
  course: value("the code and the name of the course", "BIO 111 General Biology"),
};

const changed = {
  changes: value("what has changed, a sentence each; empty where nothing has", "It has 2 units now; it had 3 units."),
};

const end = `See your courses here:
{link}

${signed.office}`;

const courseWithdrawn = mailTemplate({
  key: "course-withdrawn",
  name: "A registered course is withdrawn",
  when: "A course that students have registered is withdrawn",
  reader: "students",
  values: {
    ...courseValues,
    mend: value("what is to be done, in a sentence", "Choose another course instead until 5 October 2026."),
  },
  must: ["mend", "link"],
  subject: "{college}: {code} is withdrawn",
  text: `Dear {firstname},

The college has withdrawn {course}, which you have registered. It is not taught this semester.

{mend}

${end}`,
});

const courseAgain = mailTemplate({
  key: "course-offered-again",
  name: "A course is offered again",
  when: "A course that was withdrawn is offered again",
  reader: "students",
  values: { ...courseValues, ...changed },
  must: ["link"],
  subject: "{college}: {code} is offered again",
  text: `Dear {firstname},

{course} was withdrawn and is offered again. If you have not changed your courses, it stands on your form as before and you have nothing to do.

{changes}

${end}`,
});

const courseChanged = mailTemplate({
  key: "course-changed",
  name: "A registered course has changed",
  when: "A course that students have registered changes in the catalogue",
  reader: "students",
  values: { ...courseValues, ...changed },
  must: ["changes", "link"],
  subject: "{college}: {code} has changed",
  text: `Dear {firstname},

{code}, which you have registered, has changed in the catalogue.

{changes}

Your form keeps what it said on the day you registered, and so does your record. You have nothing to do. If it no longer suits you, look at your courses.

${end}`,
});

export const courseTemplates = [courseWithdrawn, courseAgain, courseChanged];

/** What a student has to be told; null where nothing differs from what the student knows. */
function saidOf(known: Facts, course: DueCourse, open: string | null): Said | null {
  const { code } = course;
  const named = { code, course: `${code} ${course.name}` };
  if (known.status && !course.status)
    return {
      template: courseWithdrawn,
      values: {
        ...named,
        mend: open
          ? `Choose another course instead until ${asDay(`${open}T12:00:00Z`)}, and leave ${code} out. Until then your form keeps it.`
          : `The days on which courses can be changed are over. Your head of department can take ${code} out of your registration. To register another course instead, ask the Registry for a permit.`,
      },
    };
  const changes = [
    known.name !== course.name && `It is called ${course.name} now; it was ${known.name}.`,
    known.credit !== course.credit &&
      `It has ${asCount(course.credit, "unit")} now; it had ${asCount(known.credit, "unit")}.`,
    known.moduletype !== course.moduletype && `It is ${course.moduletype} now; it was ${known.moduletype}.`,
  ].filter((one) => one !== false);
  const values = { ...named, changes: changes.join("\n\n") };
  if (!known.status && course.status) return { template: courseAgain, values };
  return !course.status || changes.length === 0 ? null : { template: courseChanged, values };
}

const courseMail = (
  { publicUrl }: Config,
  { firstname, emailaddress }: RegisteredStudent,
  { template, values }: Said,
): Mail => fromTemplate(template, emailaddress, { ...values, firstname, link: `${publicUrl}/student/registration` });
