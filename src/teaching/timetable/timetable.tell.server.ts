import { sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueueLater, type Job } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
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
        await writeMails(
          trx,
          people.map((person) => changeMail(person, found)),
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

const changeValues = {
  ...usual("firstname", "course"),
  before: value("when and where it was; empty where it was not there", "Monday, 10:00 to 12:00, LT 1"),
  after: value("when and where it is; empty where it is not any more", "Tuesday, 08:00 to 10:00, LT 2"),
};

const shows = `Your week in the portal shows it already.

${signed.office}`;

const ofClass = { reader: "students" as const, values: changeValues, subject: "{course}: the timetable has changed" };

const ofExamination = { ...ofClass, subject: "{course}: the examination timetable has changed" };

const invigilating = { ...ofExamination, reader: "staff" as const };

const moved = `It was: {before}
It is now: {after}`;

const templates = {
  class: {
    added: mailTemplate({
      key: "timetable-class-added",
      name: "Timetable: a class has a time",
      when: "A class gets a time in a timetable that is out",
      ...ofClass,
      must: ["after"],
      text: `Dear {firstname},

{course} has a new time: {after}.

${shows}`,
    }),
    moved: mailTemplate({
      key: "timetable-class-moved",
      name: "Timetable: a class has moved",
      when: "A class of a timetable that is out moves",
      ...ofClass,
      must: ["after"],
      text: `Dear {firstname},

{course} has moved.

${moved}

${shows}`,
    }),
    gone: mailTemplate({
      key: "timetable-class-gone",
      name: "Timetable: a class does not meet",
      when: "A class is taken out of a timetable that is out",
      ...ofClass,
      must: ["before"],
      text: `Dear {firstname},

{course} does not meet on {before} any more.

${shows}`,
    }),
  },
  examination: {
    added: mailTemplate({
      key: "exam-timetable-added",
      name: "Examination has its time",
      when: "An examination gets a time in a timetable that is out",
      ...ofExamination,
      must: ["after"],
      text: `Dear {firstname},

The examination of {course} has its time: {after}.

${shows}`,
    }),
    moved: mailTemplate({
      key: "exam-timetable-moved",
      name: "Examination has moved",
      when: "An examination of a timetable that is out moves",
      ...ofExamination,
      must: ["after"],
      text: `Dear {firstname},

The examination of {course} has moved.

${moved}

${shows}`,
    }),
    gone: mailTemplate({
      key: "exam-timetable-gone",
      name: "Examination is not on that day",
      when: "An examination is taken out of a timetable that is out",
      ...ofExamination,
      must: ["before"],
      text: `Dear {firstname},

The examination of {course} is not on {before} any more. A new time is told to you.

${shows}`,
    }),
  },
  invigilator: {
    added: mailTemplate({
      key: "invigilation-added",
      name: "You invigilate",
      when: "Somebody is made an invigilator, or an invigilated examination moves",
      ...invigilating,
      must: ["after"],
      text: `Dear {firstname},

You invigilate {course}: {after}.

It was: {before}

${shows}`,
    }),
    gone: mailTemplate({
      key: "invigilation-gone",
      name: "You do not invigilate any more",
      when: "Somebody is taken off an examination",
      ...invigilating,
      must: ["before"],
      text: `Dear {firstname},

You do not invigilate {course} on {before} any more.

${shows}`,
    }),
  },
};

function templateOf({ isExamination, staff, before, after }: TimetableChange) {
  if (isExamination && staff) return after === null ? templates.invigilator.gone : templates.invigilator.added;
  const of = isExamination ? templates.examination : templates.class;
  if (before === null) return of.added;
  return after === null ? of.gone : of.moved;
}

/** Tells one person what has changed in a timetable that is out. */
const changeMail = ({ recipient, firstname }: Told, change: TimetableChange): Mail =>
  fromTemplate(templateOf(change), recipient, {
    ...{ firstname, course: change.code },
    before: change.before ?? "",
    after: change.after ?? "",
  });

export const timetableTemplates = [
  ...Object.values(templates.class),
  ...Object.values(templates.examination),
  ...Object.values(templates.invigilator),
];
