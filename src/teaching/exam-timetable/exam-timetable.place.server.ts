import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asWeekday } from "#kit/value/dates.rules.ts";
import { notFound, refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { type Clash, givenOf, isKeepable, type Placed } from "../timetable/timetable.rules.ts";
import { peopleAmong, type Term, tellOfChange } from "../timetable/timetable.server.ts";
import {
  clashesOfOne,
  holdPeriod,
  type PlacedExamination,
  periodOf,
  placedExaminations,
  requireClassReached,
} from "./exam-timetable.clash.server.ts";
import type { ExaminationForm } from "./exam-timetable.contract.ts";

interface Examined extends Term {
  readonly class: string;
  readonly code: string;
}

/** The class of a course that may be examined. */
export async function examinedClass(trx: Trx, course: string): Promise<Examined | undefined> {
  if (!isId(course)) return undefined;
  const { rows } = await sql<Examined>`
    select c.class, c.code, c.session, c.semester from ${everyCourse()} c where c._id = ${course}`.execute(trx);
  return rows[0];
}

/** Halls and people of a form, as a clash knows them. Refuses a hall or a person twice, and one that is not there. */
async function partsOf(trx: Trx, { halls }: ExaminationForm): Promise<Pick<Placed, "rooms" | "people">> {
  const [ids, staff] = [halls.map(({ room }) => room), halls.flatMap((hall) => hall.staff)];
  const hallOf = new Map(halls.flatMap((hall) => hall.staff.map((one) => [one, hall.room] as const)));
  if (new Set(ids).size < ids.length) throw refuseFields("hall-twice", { halls: "A hall stands here twice" });
  if (new Set(staff).size < staff.length)
    throw refuseFields("invigilator-twice", { halls: "Somebody invigilates in two halls at once. Choose another" });
  const known = [ids, staff].every((list) => list.every(isId));
  const { rows } = await sql<Pick<Placed, "rooms" | "people">>`
    select coalesce((select jsonb_agg(jsonb_build_object('_id', r._id, 'code', r.code, 'name', r.name, 'seats', r.examseats,
        'isOpen', r.status)
        order by array_position(${known ? ids : []}::uuid[], r._id)) from ${everyRoom()} r
        where r._id = any(${known ? ids : []}::uuid[])), '[]') as rooms,
      ${peopleAmong(sql`select unnest(${known ? staff : []}::uuid[])`)} as people`.execute(trx);
  const [found] = rows;
  if (!found || found.rooms.length < ids.length || found.people.length < staff.length)
    throw refuseFields("choice-not-found", { halls: "A hall or an invigilator is not there any more. Choose again" });
  return {
    rooms: found.rooms.map((room, at) => givenOf(room, halls[at]?.seats)),
    people: found.people.map((person) => ({ ...person, room: hallOf.get(person._id) ?? "" })),
  };
}

/** What is mended is refused at its field; what may stand is asked a reason for. */
function refuseClashes(clashes: readonly Clash[], reason: string | undefined): void {
  const refused = clashes.find(({ kind }) => !isKeepable(kind));
  if (refused) {
    const { kind, sentence } = refused;
    if (kind === "outside") throw refuseFields("date-outside-examinations", { date: sentence });
    if (kind === "room") throw refuseFields("hall-taken", { halls: sentence });
    if (kind === "closed") throw refuseFields("room-closed", { halls: sentence });
    if (kind === "left") throw refuseFields("invigilator-left", { halls: sentence });
    throw refuseFields("invigilator-busy", { halls: sentence });
  }
  if (clashes.length > 0 && !reason)
    throw refuseFields("clash-needs-reason", {
      reason: `${clashes.map(({ sentence }) => sentence).join(". ")}. Choose another time or hall, or say why it stands all the same`,
    });
}

const HALL_LOST =
  "Another examination has just been put into one of these halls at this time, and leaves too few seats. Choose another";
const PERSON_LOST = "An invigilator has just been put elsewhere at this time. Choose another";
const ELSEWHERE = {
  examination_hall_free: () => refuseFields("hall-taken", { halls: HALL_LOST }),
  examination_invigilator_free: () => refuseFields("invigilator-busy", { halls: PERSON_LOST }),
};

/** Writes halls and invigilators anew, in one order for all, so that two officers who want the same wait for each other and never both. */
async function writeParts(trx: Trx, id: string, halls: ExaminationForm["halls"]): Promise<void> {
  const rooms = halls.map(({ room, seats = null }, place) => ({ room, place: place + 1, seats }));
  const people = halls.flatMap(({ room, staff }) => staff.map((one) => ({ room, staff: one })));
  await onConstraint(
    ELSEWHERE,
    sql`insert into portal.examination_hall (examination, room, place, seats)
      select ${id}, h.room, h.place, h.seats
      from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as h(room uuid, place int, seats int)
      order by h.room`.execute(trx),
  );
  await onConstraint(
    ELSEWHERE,
    sql`insert into portal.examination_invigilator (examination, room, staff)
      select ${id}, i.room, i.staff from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as i(room uuid, staff uuid)
      order by i.staff`.execute(trx),
  );
}

const words = ({ day, start, end, rooms }: Placed, halls = rooms.map(({ code }) => code)) =>
  `${asWeekday(`${day}T12:00:00Z`)}, ${start} to ${end}, ${halls.join(", ")}`;

/** Each invigilator with when and where, in words. */
const duties = (of: PlacedExamination | undefined): ReadonlyMap<string, string> =>
  new Map(
    of?.halls.flatMap(({ room, people }) => people.map(({ _id }) => [_id, words(of, [room.code])] as const)) ?? [],
  );

/** Of a timetable that is out, what comes, moves or goes is told to its students, and to each invigilator whom it concerns. */
async function tellIfOut(
  trx: Trx,
  of: Examined,
  entry: string,
  before: PlacedExamination | undefined,
  after: PlacedExamination | undefined,
): Promise<void> {
  if (!(await periodOf(trx, of))?.publishedAt) return;
  const change = { ...of, entry, isExamination: true };
  const [was, is] = [before ? words(before) : null, after ? words(after) : null];
  if (was !== is) await tellOfChange(trx, { ...change, staff: null, before: was, after: is });
  const [had, has] = [duties(before), duties(after)];
  for (const staff of new Set([...had.keys(), ...has.keys()])) {
    const [from, to] = [had.get(staff) ?? null, has.get(staff) ?? null];
    if (from !== to) await tellOfChange(trx, { ...change, staff, before: from, after: to });
  }
}

const one = async (trx: Trx, id: string) => (await placedExaminations(trx, sql`x._id = ${id}`))[0];

/** What is noted of an examination. */
const noted = (of: PlacedExamination | undefined) =>
  of && {
    ...{ code: of.code, date: of.day, start: of.start, end: of.end, reason: of.reason },
    halls: of.halls.map(({ room, people }) =>
      [
        room.of ? `${room.code} (${room.seats} of ${room.of} seats)` : room.code,
        ...people.map(({ name }) => name),
      ].join(", "),
    ),
  };

/** Refuses a class, halls, people or a time that cannot be; answers the class. */
async function requirePlaceable(trx: Trx, who: Officer, id: string, form: ExaminationForm): Promise<Examined> {
  const of = await examinedClass(trx, form.course);
  if (!of) throw refuseFields("choice-not-found", { course: "This course is not there any more. Choose again" });
  await requireClassReached(trx, who, of.class);
  await holdPeriod(trx, of);
  const { date: day, start, end } = form;
  const parts = await partsOf(trx, form);
  const { clashes } = await clashesOfOne(trx, { ...of, ...parts, _id: id, day, start, end }, of);
  refuseClashes(clashes, form.reason);
  return of;
}

export async function placeExamination({ trx, note }: Work, who: Officer, form: ExaminationForm): Promise<string> {
  const id = newId();
  const of = await requirePlaceable(trx, who, id, form);
  await sql`insert into portal.examination (_id, course, date, start, "end", reason)
    values (${id}, ${form.course}, ${form.date}, ${form.start}, ${form.end}, ${form.reason ?? null})`.execute(trx);
  await writeParts(trx, id, form.halls);
  const after = await one(trx, id);
  await tellIfOut(trx, of, id, undefined, after);
  note({ deed: "examination.create", subject: `examination:${id}`, after: noted(after) });
  return id;
}

/** Locks an examination that the right reaches, and answers it. 404, 403. */
async function lockedExamination(trx: Trx, who: Officer, id: string): Promise<PlacedExamination> {
  const { rows } = isId(id)
    ? await sql`select from portal.examination where _id = ${id} for update`.execute(trx)
    : { rows: [] };
  const found = rows.length === 0 ? undefined : await one(trx, id);
  if (!found) throw notFound();
  await requireClassReached(trx, who, found.class);
  return found;
}

export async function changeExamination(
  { trx, note }: Work,
  who: Officer,
  id: string,
  form: ExaminationForm,
  requireSeen: (version: number) => void,
): Promise<number> {
  const before = await lockedExamination(trx, who, id);
  requireSeen(before.version);
  const of = await requirePlaceable(trx, who, id, form);
  if (of.class !== before.class)
    throw refuseFields("examination-stays", {
      course: "An examination stays with its class. Take it out, and put the other one in",
    });
  await sql`delete from portal.examination_hall where examination = ${id}`.execute(trx);
  await sql`update portal.examination set course = ${form.course}, date = ${form.date}, start = ${form.start}, "end" = ${form.end},
    reason = ${form.reason ?? null}, version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx);
  await writeParts(trx, id, form.halls);
  const after = await one(trx, id);
  await tellIfOut(trx, of, id, before, after);
  note({ deed: "examination.change", subject: `examination:${id}`, before: noted(before), after: noted(after) });
  return before.version + 1;
}

export async function removeExamination(
  { trx, note }: Work,
  who: Officer,
  id: string,
  requireSeen: (version: number) => void,
): Promise<void> {
  const before = await lockedExamination(trx, who, id);
  requireSeen(before.version);
  const of = await examinedClass(trx, before.course);
  if (of) await holdPeriod(trx, of);
  await sql`delete from portal.examination where _id = ${id}`.execute(trx);
  if (of) await tellIfOut(trx, of, id, before, undefined);
  note({ deed: "examination.delete", subject: `examination:${id}`, before: noted(before) });
}
