import { sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { StudentStep } from "#console/noun/noun.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { type Mail, postMails } from "#platform/mail/mail.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { type Attended, isBelow, isWarned, percentOf, warnsBelow } from "../lecture.rules.ts";
import { attendanceRule, attendanceSums, classMembers } from "../lecture.sums.server.ts";

interface Judged extends Attended {
  readonly student: string;
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly iswarned: boolean;
}

/** Students in one transaction. */
const AT_ONCE = 500;

/** The classes in which something was marked in the last day, so that a round that was missed is made up for; and those with warnings. */
const lately = sql`taking.class in (
  select recent.class from portal.contact recent join portal.attendance marked on marked.contact = recent._id
    where marked."writtenAt" > now() - interval '26 hours'
  union select open.class from portal.attendance_warning open where open."endedAt" is null)`;

/**
 * Each hour: whoever has fallen below the attendance at which the college warns gets one mail for the course, before anything is
 * lost. A warning ends once it is enough again; another fall is another mail.
 */
export const warnOfAttendance: Round = {
  name: "warn-of-attendance",
  cron: "27 * * * *",
  async run({ portal: { db, config } }) {
    const { session, semester } = await usualRunningSession(db);
    if (!session || !semester) return;
    const rule = await attendanceRule(db);
    const { rows } = await sql<Judged>`
      select a.student, a.class, a.code, a.name, a.held, a.present, w._id is not null as iswarned
      from ${attendanceSums(sql`taking.session = ${session} and taking.semester = ${semester} and ${lately}`)} a
      join ${classMembers()} m on m.class = a.class and m.student = a.student
      left join portal.attendance_warning w on w.student = a.student and w.class = a.class and w."endedAt" is null
      order by a.student, a.class`.execute(db);
    const falls = rows.filter((row) => !row.iswarned && isWarned(row, rule));
    const risen = rows.filter((row) => row.iswarned && !isBelow(row, warnsBelow(rule)));
    for (let at = 0; at < falls.length; at += AT_ONCE)
      await perform(db, portalItself, async ({ trx, note }) => {
        const told = await keepWarnings(trx, falls.slice(at, at + AT_ONCE));
        await postMails(
          trx,
          told.map((one) => ({ _id: newId(), ...warningMail(config.publicUrl, one, rule.line) })),
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
  },
};

interface Told extends Attended {
  readonly code: string;
  readonly name: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Written down before they are sent, so that of two rounds at once one sends a letter. */
async function keepWarnings(trx: Trx, falls: readonly Judged[]): Promise<Told[]> {
  const wanted = falls.map(({ student, class: of, held, present, code, name }) => ({
    ...{ _id: newId(), student, class: of, held, present, code, name },
  }));
  const { rows } = await sql<Told>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(_id uuid, student uuid, class uuid, held int, present int, code text, name text)),
    kept as (insert into portal.attendance_warning (_id, student, class, held, present)
      select w._id, w.student, w.class, w.held, w.present from wanted w on conflict do nothing returning _id)
    select w.code, w.name, w.held, w.present, s.firstname, s.emailaddress
    from kept join wanted w on w._id = kept._id join ${everyStudent()} s on s._id = w.student`.execute(trx);
  return rows;
}

const warningMail = (publicUrl: string, { firstname, emailaddress, code, name, ...of }: Told, line: number): Mail => ({
  recipient: emailaddress,
  subject: `${brand.shortname}: your attendance in ${code}`,
  text: `Dear ${firstname},

You were at ${of.present} of ${of.held} lectures of ${code} ${name}: ${percentOf(of)} %. ${
    isBelow(of, line)
      ? `Whoever is below ${line} % may not sit the examination. Go to the lectures that come: the figure rises with each.`
      : `Below ${line} % you may not sit the examination. You can still change that.`
  }

See which lectures were counted, and how many you may still miss:
${publicUrl}/student/attendance

If a lecture is wrong, or you were ill, talk to the lecturer of the course now, not before the examination.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});

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
