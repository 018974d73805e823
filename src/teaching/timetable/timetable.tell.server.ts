import { sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueueLater, type Job } from "#platform/jobs/jobs.server.ts";
import { type Mail, postMails } from "#platform/mail/mail.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { everyAllocation } from "../course-allocation/course-allocation.server.ts";

/** Something of a timetable that is out: where it was and where it is now, in words; null for not there. */
export interface TimetableChange {
  /** Of the class of the week, or of the examination. */
  readonly entry: string;
  readonly isExamination: boolean;
  /** The invigilator who is concerned alone; null for the whole class. */
  readonly staff: string | null;
  readonly class: string;
  readonly session: string;
  readonly semester: number;
  readonly code: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** In seconds: a slip that is mended at once is told to nobody, and two steps of one move are one mail. */
const PAUSE = 180;

/** Keeps a change and tells the class of it after a pause; what came back to where it was is no change. */
export async function tellOfChange(trx: Trx, change: TimetableChange): Promise<void> {
  const { rows } = await sql<{ _id: string; before: string | null }>`
    insert into portal.timetable_change (_id, entry, examination, staff, class, session, semester, code, before, after)
    values (${newId()}, ${change.entry}, ${change.isExamination}, ${change.staff}, ${change.class}, ${change.session},
      ${change.semester}, ${change.code}, ${change.before}, ${change.after})
    on conflict (entry, staff) where "toldAt" is null do update set after = excluded.after, code = excluded.code
    returning _id, before`.execute(trx);
  const [kept] = rows;
  if (!kept) return;
  if (kept.before === change.after) {
    await sql`delete from portal.timetable_change where _id = ${kept._id}`.execute(trx);
    return;
  }
  await enqueueLater(trx, tellClass, { change: kept._id }, PAUSE, `timetable-change ${kept._id}`);
}

interface Told {
  readonly recipient: string;
  readonly firstname: string;
}

/** Tells whom a change concerns, once for each however often it runs. */
export const tellClass: Job<{ readonly change: string }> = {
  name: "tell-timetable-change",
  attempts: 10,
  run: async ({ portal: { db } }, { change }) => {
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows } = await sql<TimetableChange>`
        update portal.timetable_change set "toldAt" = now() where _id = ${change} and "toldAt" is null
        returning entry, examination as "isExamination", staff, class, session, semester, code, before, after`.execute(
        trx,
      );
      const [found] = rows;
      const people = found ? await concerned(trx, found) : [];
      if (found)
        await postMails(
          trx,
          people.map((person) => ({
            ...(found.isExamination ? examinationMail : changeMail)(person, found),
            _id: newId(),
          })),
        );
      note({ deed: "timetable.tell", subject: `timetable_change:${change}`, after: { people: people.length } });
    });
  },
};

/** Who takes a class and is reached, and who is allocated to it; of an examination its students, or the one invigilator. */
async function concerned(
  trx: Trx,
  { class: of, isExamination, staff }: Pick<TimetableChange, "class" | "isExamination" | "staff">,
): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select s.emailaddress as recipient, s.firstname from ${classMembers()} m join ${everyStudent()} s on s._id = m.student
      where m.class = ${of} and ${staff}::uuid is null and s.emailaddress is not null
    union select m.emailaddress, m.firstname from ${everyAllocation()} a join ${everyMember()} m on m._id = a.staff
      where a.class = ${of} and not ${isExamination}::boolean and m.ishere
    union select m.emailaddress, m.firstname from ${everyMember()} m where m._id = ${staff}::uuid and m.ishere`.execute(
    trx,
  );
  return rows;
}

function examinationMail({ recipient, firstname }: Told, { staff, code, before, after }: TimetableChange): Mail {
  const what = staff ? `You invigilate ${code}` : `The examination of ${code}`;
  const news = staff
    ? after === null
      ? `You do not invigilate ${code} on ${before} any more.`
      : `${what}: ${after}.${before === null ? "" : `\n\nIt was: ${before}`}`
    : before === null
      ? `${what} has its time: ${after}.`
      : after === null
        ? `${what} is not on ${before} any more. A new time is told to you.`
        : `${what} has moved.\n\nIt was: ${before}\nIt is now: ${after}`;
  return {
    recipient,
    subject: `${code}: the examination timetable has changed`,
    text: `Dear ${firstname},

${news}

Your week in the portal shows it already.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  };
}

function changeMail({ recipient, firstname }: Told, { code, before, after }: TimetableChange): Mail {
  const news =
    before === null
      ? `${code} has a new time: ${after}.`
      : after === null
        ? `${code} does not meet on ${before} any more.`
        : `${code} has moved.

It was: ${before}
It is now: ${after}`;
  return {
    recipient,
    subject: `${code}: the timetable has changed`,
    text: `Dear ${firstname},

${news}

Your week in the portal shows it already.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  };
}
