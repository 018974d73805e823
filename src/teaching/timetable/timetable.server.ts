import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Choice, Values } from "#console/record/record.contract.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { classesReached } from "../course-allocation/course-allocation.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { placedEntries, type Term } from "./timetable.clash.server.ts";
import {
  CLASSES,
  classChoices,
  publishTimetable,
  readTimetable,
  teachingSemesters,
  timetableEntries,
  tryEntry,
} from "./timetable.contract.ts";
import {
  clashesOfWish,
  classesToChoose,
  entriesLeft,
  idIn,
  semesterOf,
  tryWish,
  weekOf,
} from "./timetable.read.server.ts";
import { asSlot, isKeepable, type Slot } from "./timetable.rules.ts";
import { tellClass, tellOfChange, timetableTemplates } from "./timetable.tell.server.ts";

export { factsOf, peopleAmong, type Term } from "./timetable.clash.server.ts";
export { askedTerm, classesOf, everyTeachingSemester, idIn, levelIn, whoseOf } from "./timetable.read.server.ts";
export { tellOfChange } from "./timetable.tell.server.ts";
export {
  changesOfWeek,
  classesOfWeek,
  lectureClashes,
  roomsTaught,
  runningSemester,
  type WeekClass,
} from "./timetable.week.server.ts";

const entryRules: RecordRules<typeof timetableEntries> = {
  of: timetableEntries,
  table: "timetable_entry",
  within: (column, scope) => sql`${column("class")} in (${classesReached(scope)})`,
  anywhere: ["course", "lecturer"],
  // A free room is found by who sees what stands in it.
  shown: () => sql`true`,
  constraints: {
    timetable_entry_room_free: [
      "room-taken",
      "room",
      "Somebody else has just put another class into this room at this time. Choose another room or time",
    ],
    timetable_lecturer_free: [
      "lecturer-busy",
      "lecturer",
      "A lecturer of this class teaches another one at this time. Choose another time or lecturer",
    ],
  },
  check: async ({ trx }, change) => {
    if (change.form) await refuseClashes(trx, change.id, change.form);
  },
  brings: async (work, change) => {
    await tellIfOut(work, change);
  },
};

/** What is mended is refused at its field; what may stand is asked a reason for. */
async function refuseClashes(trx: Trx, entry: string, form: Values): Promise<void> {
  const { course, day, start, end, room, lecturer = null, reason } = form;
  const clashes = await clashesOfWish(trx, { entry, course, day, start, end, room, lecturer });
  const refused = clashes.find(({ kind }) => !isKeepable(kind));
  if (refused) {
    const { kind, sentence } = refused;
    if (kind === "room") throw refuseFields("room-taken", { room: sentence });
    if (kind === "closed") throw refuseFields("room-closed", { room: sentence });
    if (kind === "left") throw refuseFields("lecturer-left", { lecturer: sentence });
    throw refuseFields("lecturer-busy", { lecturer: sentence });
  }
  if (clashes.length > 0 && !reason)
    throw refuseFields("clash-needs-reason", {
      reason: `${clashes.map(({ sentence }) => sentence).join(". ")}. Choose another time or room, or say why it stands all the same`,
    });
}

/** Of a timetable that is out, a class that comes, moves or goes is told to its students and lecturers. */
async function tellIfOut({ trx }: Work, { id, before, form }: RowChange): Promise<void> {
  const course = form?.course ?? (before?.course as Choice | undefined)?._id;
  const { rows } = await sql<Term & { class: string; code: string }>`
    select c.class, c.code, c.session, c.semester from ${everyCourse()} c where c._id = ${course}`.execute(trx);
  const [of] = rows;
  if (!of || !(await semesterOf(trx, of))?.publishedAt) return;
  const was = before && (await placeInWords(trx, before as unknown as Slot, (before.room as Choice)._id));
  const is = form && (await placeInWords(trx, form as Slot, form.room));
  if (was !== is)
    await tellOfChange(trx, { ...of, entry: id, isExamination: false, staff: null, before: was, after: is });
}

async function placeInWords(trx: Trx, slot: Slot, room: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`select r.code from ${everyRoom()} r where r._id = ${room}`.execute(trx);
  return `${asSlot(slot)}, ${rows[0]?.code ?? ""}`;
}

const semesterRules: RecordRules<typeof teachingSemesters> = {
  of: teachingSemesters,
  table: "teaching_semester",
  within: "college-wide",
  usual: usualRunningSession,
  constraints: {
    teaching_semester_once: ["value-taken", "semester", "The days of this semester are kept already. Change those"],
    teaching_semester_ends: ["semester-too-long", "end", "A semester of teaching is shorter than a year"],
    teaching_semester_stays: [
      "semester-stays",
      "semester",
      "Classes stand in this semester, or its timetable is out. Add days of teaching for the other semester instead",
    ],
  },
  instead: "Change its days instead",
};

/** Puts a week out once nothing in it sends people to a closed room, to somebody who left, or to two places. */
async function publish(work: Work, id: string, who: { readonly staff: string }): Promise<void> {
  const { trx, note } = work;
  const found = await trx
    .selectFrom("teaching_semester")
    .select(["session", "semester", "publishedAt"])
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.publishedAt)
    throw refuse("timetable-out", "This timetable is out already. Changes are told as they are made");
  const entries = await placedEntries(trx, found);
  if (entries.length === 0)
    throw refuse("timetable-empty", "No class stands in this timetable yet. Put the classes in first");
  const closed = entries.find(({ rooms }) => rooms.some(({ isOpen }) => !isOpen));
  if (closed)
    throw refuse(
      "room-closed",
      `${closed.code} is in a room that is not in use any more. Move it, then publish the timetable`,
    );
  const left = entries.find(({ people }) => people.some(({ isHere }) => !isHere));
  if (left)
    throw refuse(
      "lecturer-left",
      `A lecturer of ${left.code} has left. Choose who teaches it, then publish the timetable`,
    );
  await sql`update portal.teaching_semester set "publishedAt" = now(), publishedby = ${who.staff}, version = version + 1,
    "updatedAt" = now() where _id = ${id}`.execute(trx);
  note({ deed: "teaching_semester.publish", subject: `teaching_semester:${id}`, after: { classes: entries.length } });
}

export function timetableCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readTimetable, staff("timetable"), ({ request }) => weekOf(db, request.query as Values));

  handle(app, tryEntry, staff("timetable"), ({ request }) => tryWish(db, request.query as Values));

  const choosing = staffWithAny(`staff:choosing ${CLASSES}`, () => ["timetable", "exam-timetable"]);
  handle(app, classChoices, choosing, ({ who, request }) => classesToChoose(db, who, request.query as Values));

  handle(app, publishTimetable, staff("timetable.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const id = idIn(ask.body.semester);
      if (!id) throw notFound();
      await publish(work, id, ask.who);
      return { type: "success" as const, message: "The timetable is out: students and lecturers see it now" };
    }),
  );
}

export const timetableNoun: Noun = {
  name: "timetable",
  templates: timetableTemplates,
  calls: timetableCalls,
  records: [semesterRules, entryRules],
  jobs: [tellClass],
  waiting: [
    {
      right: "timetable.change",
      list: "timetable",
      rows: entriesLeft,
      one: "One class of the timetable names a lecturer who has left.",
      many: "classes of the timetable name a lecturer who has left.",
      deed: "Choose who teaches them",
      link: "/staff/timetable?left=1",
    },
  ],
};
