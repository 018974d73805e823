import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor } from "../../../testing/catalogue.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry } from "../../../testing/registry.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { timetableDesk } from "../../../testing/timetable.ts";
import { granted } from "../../../testing/walk.ts";
import { tellClass } from "./timetable.tell.server.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
let people: Awaited<ReturnType<typeof registry>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
  people = await registry(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_timetable_entry";
let named = 100;
/** A course that clashes with no other by its cohort. */
const elective = (more: object = {}) => {
  named += 1;
  return desk.course(`TTB ${named}`, { moduletype: "Elective", ...more });
};
const inRoom = (room: string, semester = 1) =>
  desk.officer.get(`/staff/ms_timetable?session=${desk.usual.session}&semester=${semester}&room=${room}`);

test.each([
  ["an end before the start", { start: "10:00", end: "08:00" }, "end", "To must be later than From"],
  ["an end at the start", { start: "08:00", end: "8am" }, "end", "To must be later than From"],
  ["a time between five minutes", { start: "08:03" }, "start", "From must be a time to five minutes, such as 08:30"],
  ["an hour that no day has", { end: "25:00" }, "end", "To must be a time to five minutes, such as 08:30"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const { status, body } = await desk.meet(await elective(), await desk.room(), wrong);
  expect([status, body.errors?.[field]]).toEqual([500, sentence]);
});

test("the database itself refuses an end before the start", async () => {
  const [course, room] = [await elective(), await desk.room()];
  const { body } = await granted(desk.meet(course, room));
  const turned = sql`update portal.timetable_entry set start = '10:00', "end" = '08:00' where _id = ${body._id}`;
  await expect(turned.execute(portal.db)).rejects.toThrow(/minutes/);
});

test("a course that is no more is refused at its field", async () => {
  const { body } = await desk.meet("01900000-0000-7000-8000-000000000000", await desk.room());
  expect([body.code, Object.keys(body.errors ?? {})]).toEqual(["choice-not-found", ["course"]]);
});

test("a room is not given twice at one time, and the sentence names who has it", async () => {
  const room = await desk.room();
  const [first, second] = [await elective(), await elective()];
  await granted(desk.meet(first, room));
  const { body } = await desk.meet(second, room, { start: "9", end: "11" });
  expect(body).toMatchObject({ code: "room-taken" });
  expect(body.errors.room).toMatch(/is taken by TTB \d+ \(08:00 to 10:00\)/);
  await granted(desk.meet(second, room, { start: "10:00", end: "12:00" }));
});

test("two officers put two classes into one room at once, and one hears it", async () => {
  const room = await desk.room();
  const courses = [await elective(), await elective()];
  const replies = await whileTableHeld(portal, "timetable_entry", 2, () =>
    Promise.all(courses.map((course) => desk.meet(course, room))),
  );
  const codes = replies.map(({ body }) => body.code ?? body.type).sort();
  expect(codes).toEqual(["room-taken", "success"]);
});

test("a lecturer is not in two rooms at once, whether named or by the allocation", async () => {
  const [first, second] = [await elective(), await elective()];
  const lecturer = await desk.lecturer(first);
  await granted(desk.meet(first, await desk.room()));
  const named = await desk.meet(second, await desk.room(), { lecturer: lecturer._id });
  expect(named.body).toMatchObject({ code: "lecturer-busy", errors: { lecturer: expect.stringContaining("Sani") } });
  await desk.lecturer(second, lecturer._id);
  expect((await desk.meet(second, await desk.room())).body.code).toBe("lecturer-busy");
});

test("two officers give one lecturer two classes at once, and one hears it", async () => {
  const courses = [await elective(), await elective()];
  const lecturer = await staffMember(portal);
  const rooms = [await desk.room(), await desk.room()];
  const replies = await whileTableHeld(portal, "timetable_entry", 2, () =>
    Promise.all(courses.map((course, at) => desk.meet(course, rooms[at] ?? "", { lecturer: lecturer._id }))),
  );
  const codes = replies.map(({ body }) => body.code ?? body.type).sort();
  expect(codes).toEqual(["lecturer-busy", "success"]);
});

test("an allocation that comes later is kept, and its clash is shown until it is mended", async () => {
  const [first, second] = [await elective(), await elective()];
  const room = await desk.room();
  const lecturer = await desk.lecturer(first);
  await granted(desk.meet(first, await desk.room()));
  await granted(desk.meet(second, room));
  await desk.lecturer(second, lecturer._id);
  const { body } = await inRoom(room);
  expect(body.entries[0].clashes).toMatchObject([{ kind: "lecturer" }]);
  await sql`delete from portal.course_allocation where course = ${first}`.execute(portal.db);
  const mended = await inRoom(room);
  expect(mended.body.entries[0].clashes).toEqual([]);
});

test("students who take both are counted, and the clash stands with a reason alone", async () => {
  const [first, second] = [await elective(), await elective()];
  for (let at = 0; at < 2; at += 1) await registeredFor(portal, (await people.student())._id, [first, second]);
  await granted(desk.meet(first, await desk.room()));
  const room = await desk.room();
  const { body } = await desk.meet(second, room);
  expect(body).toMatchObject({ code: "clash-needs-reason" });
  expect(body.errors.reason).toMatch(/^2 students take TTB \d+ \(08:00 to 10:00\) too/);
  await granted(desk.meet(second, room, { reason: "Groups A and B change every other week" }));
  const shown = await inRoom(room);
  expect(shown.body.entries).toMatchObject([{ registered: 2, clashes: [{ kind: "students" }] }]);
});

test("core courses of one programme and level clash before anybody has registered, an elective does not", async () => {
  const [core, other, choice] = [await desk.course("TTC 101"), await desk.course("TTC 102"), await elective()];
  await granted(desk.meet(core, await desk.room(), { day: "Tuesday" }));
  const { body } = await desk.meet(other, await desk.room(), { day: "Tuesday" });
  expect(body.errors.reason).toMatch(/^Everybody of NCE-CRS-ENG 100 takes TTC 101 \(08:00 to 10:00\) too/);
  await granted(desk.meet(choice, await desk.room(), { day: "Tuesday" }));
});

test("a room too small for those registered asks for a reason", async () => {
  const course = await elective();
  for (let at = 0; at < 3; at += 1) await registeredFor(portal, (await people.student())._id, [course]);
  const { body } = await desk.meet(course, await desk.room(2));
  expect(body.errors.reason).toMatch(/^T\d+ seats 2, and 3 are registered/);
});

test("a class that programmes share is offered once, with the session where it does not run, and a head is offered the own", async () => {
  const { db } = portal;
  const programmes = sql<{
    _id: string;
  }>`select _id from portal.programme where _id <> ${desk.usual.programme} limit 1`;
  const programme = (await programmes.execute(db)).rows[0]?._id;
  const shared = { code: "TTS 101", name: "Introduction" };
  const courses = [await elective(shared), await elective({ ...shared, programme })];
  const offered = async (query: string, who: Pick<StaffMember, "get"> = desk.officer) =>
    (await granted(who.get(`/staff/ms_timetable_class/choices?${query}`))).body;
  await sql`update portal.session set status = false where status`.execute(db);
  expect(await offered("q=tts+101")).toMatchObject([{ label: expect.stringMatching(/^TTS 101 .+, \d{4}\/\d{4}$/) }]);
  await sql`update portal.session set status = true where _id = ${desk.usual.session}`.execute(db);
  const [only, ...more] = await offered("q=tts+101");
  expect([courses.includes(only._id), only.label, more]).toEqual([true, "TTS 101 Introduction", []]);
  expect(await offered(`id=${courses[1]}`)).toEqual([{ _id: courses[1], label: only.label }]);
  const elsewhere = sql<{ _id: string }>`select _id from portal.department
    where _id <> (select department from portal.course_class where code = 'TTS 101') limit 1`;
  const department = (await elsewhere.execute(db)).rows[0]?._id ?? "";
  const head = { pages: ["exam-timetable"], scope: "department", department } as const;
  expect(await offered("q=tts+101", await staffMember(portal, head))).toEqual([]);
  const stranger = await staffMember(portal, { pages: ["rooms"] });
  expect((await stranger.get("/staff/ms_timetable_class/choices?q=tts")).status).toBe(403);
});

test("while a class is placed, slots and rooms without a clash are offered", async () => {
  const [taken, course] = [await elective(), await elective()];
  const student = (await people.student())._id;
  await registeredFor(portal, student, [taken, course]);
  const room = await desk.room(1);
  await granted(desk.meet(taken, room, { day: "Saturday" }));
  const ask = `course=${course}&day=Saturday&start=8&end=10&room=${room}`;
  const { body } = await desk.officer.get(`/staff/ms_timetable/try?${ask}`);
  expect(body.clashes.map(({ kind }: { kind: string }) => kind)).toEqual(["room", "students"]);
  expect(body.missing).toEqual(["Nobody is allocated to teach it yet"]);
  expect(body.slots[0]).toMatchObject({ day: "Saturday", start: "10:00", end: "12:00" });
  expect(body.rooms.every(({ _id }: { _id: string }) => _id !== room)).toBe(true);
});

test("a room made inactive and a lecturer who left are shown, and keep the timetable in", async () => {
  const semester = await desk.semester({ semester: 2, start: "2027-03-15", end: "2027-07-02" });
  expect((await desk.publish(semester)).body.code).toBe("timetable-empty");
  const [room, lecturer] = [await desk.room(), await staffMember(portal)];
  const course = await elective({ semester: 2 });
  const entry = (await granted(desk.meet(course, room, { lecturer: lecturer._id }))).body._id;
  await sql`update portal.room set status = false where _id = ${room}`.execute(portal.db);
  await sql`update portal.staff set status = 'Left' where _id = ${lecturer._id}`.execute(portal.db);
  const { body } = await inRoom(room, 2);
  expect(body.entries[0].clashes.map(({ kind }: { kind: string }) => kind)).toEqual(["closed", "left"]);
  expect((await desk.publish(semester)).body.code).toBe("room-closed");
  const form = { course, day: "Monday", start: "08:00", end: "10:00", room: await desk.room() };
  const moved = await desk.officer.put(`${path}/${entry}`, { ...form, lecturer: lecturer._id });
  expect(moved.body.code).toBe("lecturer-left");
  await sql`update portal.timetable_entry set room = ${form.room} where _id = ${entry}`.execute(portal.db);
  expect((await desk.publish(semester)).body.code).toBe("lecturer-left");
  await granted(desk.officer.put(`${path}/${entry}`, form));
  expect((await desk.publish(semester)).body.type).toBe("success");
  expect((await desk.publish(semester)).body.code).toBe("timetable-out");
});

test("a week says whose it is by what is kept of the programme, the room or the lecturer", async () => {
  const { session, programme } = desk.usual;
  const [room, lecturer] = [await desk.room(100, { code: "TTW 1" }), await staffMember(portal)];
  const whose = async (asked: string) =>
    (await desk.officer.get(`/staff/ms_timetable?session=${session}&semester=1&${asked}`)).body.whose;
  expect(await whose(`programme=${programme}&level=100`)).toMatch(/^NCE .+, 100 level$/);
  expect(await whose(`programme=${programme}&level=x`)).toMatch(/^NCE [^,]+$/);
  expect(await whose(`programme=${programme}&room=${room}`)).toBe("Room TTW 1");
  expect(await whose(`lecturer=${lecturer._id}`)).toMatch(/^Lecturer .*Sani$/);
  expect(await whose("lecturer=Somebody")).toBeNull();
});

test("a level that no programme has is answered", async () => {
  const { session } = desk.usual;
  const { _id: programme } = await portal.db.selectFrom("programme").select("_id").limit(1).executeTakeFirstOrThrow();
  for (const level of ["32768", "1e9", "-1", "x"]) {
    const asked = `?session=${session}&semester=1&programme=${programme}&level=${level}`;
    expect((await desk.officer.get(`/staff/ms_timetable${asked}`)).status).toBe(200);
  }
});

test("a class that names a lecturer who left waits for the timetable officer, and is found without knowing whose it is", async () => {
  const { session } = desk.usual;
  await sql`update portal.session set status = _id = ${session}, semester = 1`.execute(portal.db);
  const officer = await staffMember(portal, { pages: ["timetable", "timetable.change", "dashboard"] });
  const lecturer = await staffMember(portal);
  const [course, room] = [await elective(), await desk.room()];
  const entry = (await granted(desk.meet(course, room, { lecturer: lecturer._id }))).body._id;
  const waits = async () =>
    (await officer.get("/staff/ms_staff_dashboard")).body.waiting.filter(({ link }: { link: string }) =>
      link.startsWith("/staff/timetable"),
    );
  const found = async () =>
    (await officer.get(`/staff/ms_timetable?session=${session}&semester=1&left=1`)).body.entries;
  expect([await waits(), await found()]).toEqual([[], []]);
  await sql`update portal.staff set status = 'Left' where _id = ${lecturer._id}`.execute(portal.db);
  expect(await waits()).toMatchObject([
    { sentence: "One class of the timetable names a lecturer who has left.", link: "/staff/timetable?left=1" },
  ]);
  expect(await found()).toMatchObject([{ _id: entry, clashes: [{ kind: "left" }] }]);
  const form = { course, room, day: "Monday", start: "08:00", end: "10:00" };
  await granted(desk.officer.put(`${path}/${entry}`, form));
  expect([await waits(), await found()]).toEqual([[], []]);
});

test("a class moved after publication is told once to its students and lecturers, a slip mended at once to nobody", async () => {
  const course = await elective();
  const [room, lecturer, student] = [await desk.room(), await desk.lecturer(course), await people.student()];
  await registeredFor(portal, student._id, [course]);
  const placed = { course, room, day: "Friday", start: "08:00", end: "10:00" };
  const entry = (await granted(desk.meet(course, room, placed))).body._id;
  const untold = () => portal.db.selectFrom("timetable_change").selectAll().where("entry", "=", entry).execute();
  expect(await untold()).toEqual([]);
  await granted(desk.publish(await desk.semester()));
  const moved = { ...placed, start: "14:00", end: "16:00" };
  await granted(desk.officer.put(`${path}/${entry}`, moved));
  await granted(desk.officer.put(`${path}/${entry}`, placed));
  expect(await untold()).toEqual([]);
  await granted(desk.officer.put(`${path}/${entry}`, moved));
  const [change] = await untold();
  expect(change).toMatchObject({ before: expect.stringContaining("Friday 08:00"), toldAt: null });
  // A job may run twice after a crash.
  for (let run = 0; run < 2; run += 1) await tellClass.run(portal.app, { change: change?._id ?? "" });
  for (const { emailaddress } of [student, lecturer]) {
    const letters = await portal.letters(emailaddress, 1);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain("It is now: Friday 14:00 to 16:00");
  }
});

test("a course of the timetable keeps its code and semester", async () => {
  const course = await elective();
  await granted(desk.meet(course, await desk.room(), { day: "Thursday" }));
  const { _id, _title, createdAt, version, ...shown } = (await desk.officer.get(`/staff/ms_course/${course}`)).body;
  const keeper = await staffMember(portal, { pages: ["courses", "courses.change"] });
  const form = { ...shown, programme: shown.programme._id, session: shown.session._id, semester: 2 };
  expect((await keeper.put(`/staff/ms_course/${course}`, form)).body.code).toBe("course-in-timetable");
});

test("whoever may not change the timetable changes nothing, and a head places the own department's courses alone", async () => {
  const [course, room] = [await elective(), await desk.room()];
  const looker = await staffMember(portal, { pages: ["timetable"] });
  const form = { course, room, day: "Wednesday", start: "08:00", end: "10:00" };
  expect((await looker.post(path, form)).status).toBe(403);
  const head = await staffMember(portal, { pages: ["timetable", "timetable.change"], scope: "department" });
  expect((await head.post(path, form)).status).toBe(403);
});

test("the days of teaching stay with their semester while classes stand in it, and are deleted only before that", async () => {
  const days = "/staff/ms_teaching_semester";
  const { rows } = await sql<{ _id: string }>`select _id from portal.teaching_semester
    where session = ${desk.usual.session} and semester = 1`.execute(portal.db);
  const semester = rows[0]?._id ?? (await desk.semester());
  await granted(desk.meet(await elective(), await desk.room()));
  const gone = await desk.officer.delete(`${days}/${semester}`, { delete: "Delete" });
  expect(gone.body).toMatchObject({ code: "record-in-use", message: expect.stringContaining("Change its days") });
  const form = { session: desk.usual.session, semester: 2, start: "2026-11-02", end: "2027-02-26" };
  expect((await desk.officer.put(`${days}/${semester}`, form)).body).toMatchObject({
    code: "semester-stays",
    errors: { semester: expect.stringContaining("Add days of teaching for the other semester") },
  });
  await granted(desk.officer.put(`${days}/${semester}`, { ...form, semester: 1 }));
});
