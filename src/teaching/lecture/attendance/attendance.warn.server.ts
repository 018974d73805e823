import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { StudentStep } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import {
  type AttendanceRule,
  type Attended,
  isBelow,
  isWarned,
  percentOf,
  type Warned,
  warnsBelow,
} from "../lecture.rules.ts";
import { attendanceRule, attendanceSums } from "../lecture.sums.server.ts";

interface Judged extends Warned {
  readonly student: string;
  readonly class: string;
  readonly code: string;
  readonly name: string;
}

/** Students in one transaction. */
const AT_ONCE = 500;

/** Those in which something was marked in the last day, so that a round that was missed is made up for; and those with warnings. */
const lately = sql`(
  select recent.class from portal.contact recent join portal.attendance marked on marked.contact = recent._id
    where marked."writtenAt" > now() - interval '26 hours'
  union select open.class from portal.attendance_warning open where open."endedAt" is null)`;

/** Each in which attendance was taken. */
const taught = sql`(select given.class from portal.contact given where given."takenAt" is not null)`;

/**
 * Each hour: whoever has fallen below the attendance at which the college warns gets one mail for the course, before anything is
 * lost. A warning ends once it is enough again; another fall is another mail.
 */
export const warnOfAttendance: Round = {
  name: "warn-of-attendance",
  cron: "27 * * * *",
  run: (app) => warnIn(app, lately),
};

/** Each night every class: a setting, a status or a registration moves somebody below the line where nothing was marked. */
export const warnEverywhere: Round = {
  name: "warn-of-attendance-everywhere",
  cron: "37 2 * * *",
  run: (app) => warnIn(app, taught),
};

/** Classes whose students are judged at one look. */
const LOOKED_AT = 50;

async function warnIn({ portal: { db, config } }: FastifyInstance, of: RawBuilder<unknown>): Promise<void> {
  const { session, semester } = await usualRunningSession(db);
  if (!session || !semester) return;
  const rule = await attendanceRule(db);
  const { rows: classes } = await sql<{ _id: string }>`
    select k._id from ${everyClass()} k where k.session = ${session} and k._id in ${of} order by k._id`.execute(db);
  for (const looked of slicesOf(classes, LOOKED_AT)) {
    const some = looked.map(({ _id }) => _id);
    const { rows } = await sql<Judged>`
      select a.student, a.class, a.code, a.name, a.held, a.present, a.warned
      from ${attendanceSums(sql`taking.class = any(${some}::uuid[]) and taking.semester = ${semester}`)} a
      join ${classMembers()} m on m.class = a.class and m.student = a.student
      order by a.student, a.class`.execute(db);
    await warnThose(db, config.publicUrl, rows, rule);
  }
}

async function warnThose(db: Database, publicUrl: string, rows: readonly Judged[], rule: AttendanceRule) {
  const falls = rows.filter((row) => row.warned === null && isWarned(row, rule));
  const risen = rows.filter((row) => row.warned !== null && !isBelow(row, warnsBelow(rule)));
  for (const some of slicesOf(falls, AT_ONCE))
    await perform(db, portalItself, async ({ trx, note }) => {
      const told = await keepWarnings(trx, some, rule.line);
      await writeMails(
        trx,
        told.map((one) => warningMail(publicUrl, one, rule)),
      );
      note({ deed: "attendance.warn", subject: "attendance", after: { students: told.length } });
    });
  if (risen.length > 0)
    await perform(db, portalItself, async ({ trx, note }) => {
      await sql`update portal.attendance_warning w set "endedAt" = now()
        from jsonb_to_recordset(${JSON.stringify(risen)}::jsonb) as r(student uuid, class uuid)
        where w.student = r.student and w.class = r.class and w."endedAt" is null`.execute(trx);
      note({ deed: "attendance.enough-again", subject: "attendance", after: { students: risen.length } });
    });
}

interface Told extends Attended {
  readonly code: string;
  readonly name: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Written down before they are sent, so that of two rounds at once one sends a letter. What told of a lower line ends. */
async function keepWarnings(trx: Trx, falls: readonly Judged[], line: number): Promise<Told[]> {
  const wanted = falls.map(({ student, class: of, held, present, code, name }) => ({
    ...{ _id: newId(), student, class: of, held, present, code, name },
  }));
  await sql`update portal.attendance_warning w set "endedAt" = now()
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(student uuid, class uuid)
    where w.student = r.student and w.class = r.class and w."endedAt" is null and w.line < ${line}`.execute(trx);
  const { rows } = await sql<Told>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(_id uuid, student uuid, class uuid, held int, present int, code text, name text)),
    kept as (insert into portal.attendance_warning (_id, student, class, held, present, line)
      select w._id, w.student, w.class, w.held, w.present, ${line} from wanted w on conflict do nothing returning _id)
    select w.code, w.name, w.held, w.present, s.firstname, s.emailaddress
    from kept join wanted w on w._id = kept._id join ${everyStudent()} s on s._id = w.student`.execute(trx);
  return rows;
}

const attendanceValues = {
  ...usual("firstname", "course", "link"),
  present: value("lectures attended", "9"),
  held: value("lectures held", "14"),
  percent: value("the share, in per cent", "64"),
  line: value("the share below which nobody sits, in per cent", "75"),
};

const seeThem = `See which lectures were counted, and how many you may still miss:
{link}

If a lecture is wrong, or you were ill, talk to the lecturer of the course now, not before the examination.

${signed.office}`;

const attendanceNear = mailTemplate({
  key: "attendance-near-the-line",
  name: "Attendance falls",
  when: "A student's attendance in a course falls near the line",
  reader: "students",
  values: { ...attendanceValues, code: value("the code of the course", "BIO 111") },
  must: ["line", "link"],
  subject: "{shortname}: your attendance in {code}",
  text: `Dear {firstname},

You were at {present} of {held} lectures of {course}: {percent} %. Below {line} % you may not sit the examination. You can still change that.

${seeThem}`,
});

const attendanceBelow = mailTemplate({
  key: "attendance-below-the-line",
  name: "Attendance is too low",
  when: "A student's attendance in a course falls below what is asked for to sit",
  reader: "students",
  values: {
    ...attendanceValues,
    code: value("the code of the course", "BIO 111"),
    grace: value(
      "days of grace, with what goes before; a mark of punctuation where there are none",
      ": that holds in 7 days, unless the figure rises.",
    ),
  },
  must: ["line", "link"],
  subject: "{shortname}: your attendance in {code}",
  text: `Dear {firstname},

You were at {present} of {held} lectures of {course}: {percent} %. Below {line} % you may not sit the examination{grace} Go to the lectures that come: it rises with each.

${seeThem}`,
});

function warningMail(
  publicUrl: string,
  { firstname, emailaddress, code, name, ...of }: Told,
  { line, grace }: AttendanceRule,
): Mail {
  const said = {
    ...{ firstname, code, course: `${code} ${name}`, link: `${publicUrl}/student/attendance` },
    present: String(of.present),
    held: String(of.held),
    percent: String(percentOf(of)),
    line: String(line),
  };
  if (!isBelow(of, line)) return fromTemplate(attendanceNear, emailaddress, said);
  return fromTemplate(attendanceBelow, emailaddress, {
    ...said,
    grace: grace === 0 ? "." : `: that holds in ${asCount(grace, "day")}, unless the figure rises.`,
  });
}

export const attendanceTemplates = [attendanceNear, attendanceBelow];

/** As the round has found it; the page tells how it is by now. */
export const attendanceStep: StudentStep<{ readonly codes: readonly string[]; readonly line: number }> = {
  rank: 45,
  found: ({ student }) => sql`(select jsonb_build_object('codes', jsonb_agg(low.code order by low.code),
      'line', ${settingInForce("attendanceLine")})
    from (select sums.code, sums.held, sums.present from ${attendanceSums(sql`taking.student = ${student} and exists (
        select from portal.attendance_warning told where told.student = taking.student and told.class = taking.class and told."endedAt" is null)`)} sums) low
    where low.present * 100 < low.held * greatest((${settingInForce("attendanceLine")})::int, (${settingInForce("attendanceWarning")})::int)
    having count(*) > 0)`,
  say: ({ codes, line }) => ({
    sentence:
      codes.length === 1
        ? `Your attendance in ${codes[0]} is low. Below ${line} % you may not sit its examination.`
        : `Your attendance in ${codes.join(", ")} is low. Below ${line} % you may not sit their examinations.`,
    deed: "See your attendance",
    link: "/student/attendance",
  }),
};
