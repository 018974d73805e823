import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry } from "../../../testing/registry.ts";
import { staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { examined, timetableDesk } from "../../../testing/timetable.ts";
import { granted } from "../../../testing/walk.ts";
import { tellClass } from "../timetable/timetable.tell.server.ts";
import { tellExamTimetable } from "./exam-timetable.tell.server.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
let people: Awaited<ReturnType<typeof registry>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
  people = await registry(portal);
  await sql`update portal.session set status = false where status`.execute(portal.db);
  await sql`update portal.session set status = true, semester = 1 where code = '2026'`.execute(portal.db);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_exam_timetable";
let named = 100;
/** A course that clashes with no other by its cohort. */
const elective = (more: object = {}) => {
  named += 1;
  return desk.course(`EXT ${named}`, { moduletype: "Elective", ...more });
};
let day = 0;
/** A date that no other test uses. */
const newDate = () => {
  day += 1;
  return { date: `2027-04-${String(day).padStart(2, "0")}` };
};
const sitting = async (courses: readonly string[], count = 1) => {
  for (let at = 0; at < count; at += 1) await registeredFor(portal, (await people.student())._id, courses);
};
const view = async (query: string) =>
  (await desk.officer.get(`${path}?session=${desk.usual.session}&semester=1&${query}`)).body;
const tried = async (query: Record<string, string>) =>
  (await desk.officer.get(`${path}/try?${new URLSearchParams(query)}`)).body;
const codesOf = (replies: readonly { readonly body: { readonly code?: string; readonly type: string } }[]) =>
  replies.map(({ body }) => body.code ?? body.type).sort();

test.each([
  ["an end before the start", { start: "12:00", end: "09:00" }, "end", "To must be later than From"],
  ["a day that no month has", { date: "2027-02-30" }, "date", "Date must be a real date"],
  ["no hall", { halls: [] }, "halls", "Choose at least one hall"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const room = await desk.room();
  const { status, body } = await desk.examine(await elective(), { [room]: [] }, wrong);
  expect([status, body.errors?.[field]]).toEqual([500, sentence]);
});

test("a hall is not given twice at one time, and the sentence names who has it", async () => {
  const [on, hall, first, second] = [newDate(), await desk.room(), await elective(), await elective()];
  await granted(desk.examine(first, { [hall]: [] }, on));
  const { body } = await desk.examine(second, { [hall]: [] }, { ...on, start: "11", end: "2pm" });
  expect(body).toMatchObject({
    code: "hall-taken",
    errors: { halls: expect.stringMatching(/is taken by EXT \d+ \(09:00 to 12:00\)/) },
  });
  await granted(desk.examine(second, { [hall]: [] }, { ...on, start: "12:00", end: "14:00" }));
});

test("two officers put two examinations into one hall at once, in another order of halls, and one hears it", async () => {
  const on = newDate();
  const halls = [await desk.room(), await desk.room()];
  const courses = [await elective(), await elective()];
  const replies = await whileTableHeld(portal, "examination_hall", 2, () =>
    Promise.all(
      courses.map((course, at) =>
        desk.examine(
          course,
          {},
          { ...on, halls: (at === 0 ? halls : halls.toReversed()).map((room) => ({ room, staff: [] })) },
        ),
      ),
    ),
  );
  expect(codesOf(replies)).toEqual(["hall-taken", "success"]);
});

test("nobody invigilates in two halls at once, neither in one examination nor in two", async () => {
  const [on, member] = [newDate(), await staffMember(portal)];
  const [one, other, course] = [await desk.room(), await desk.room(), await elective()];
  const twice = await desk.examine(course, { [one]: [member._id], [other]: [member._id] }, on);
  expect(twice.body.code).toBe("invigilator-twice");
  await granted(desk.examine(course, { [one]: [member._id] }, on));
  const { body } = await desk.examine(await elective(), { [other]: [member._id] }, on);
  expect(body).toMatchObject({ code: "invigilator-busy", errors: { halls: expect.stringContaining("is with EXT") } });
});

test("two officers give one invigilator two halls at once, and one hears it", async () => {
  const [on, member] = [newDate(), await staffMember(portal)];
  const [rooms, courses] = [
    [await desk.room(), await desk.room()],
    [await elective(), await elective()],
  ];
  const replies = await whileTableHeld(portal, "examination_hall", 2, () =>
    Promise.all(courses.map((course, at) => desk.examine(course, { [rooms[at] ?? ""]: [member._id] }, on))),
  );
  expect(codesOf(replies)).toEqual(["invigilator-busy", "success"]);
});

test("a hall or an invigilator stays with an examination that moves, and its new time is held against others", async () => {
  const [on, later, hall] = [newDate(), newDate(), await desk.room()];
  const [first, second] = [await elective(), await elective()];
  const { _id } = (await granted(desk.examine(first, { [hall]: [] }, on))).body;
  await granted(desk.officer.put(`${path}/${_id}`, examined(first, { [hall]: [] }, later)));
  expect((await desk.examine(second, { [hall]: [] }, later)).body.code).toBe("hall-taken");
  await granted(desk.examine(second, { [hall]: [] }, on));
  const moved = sql`update portal.examination set date = ${on.date} where _id = ${_id}`;
  await expect(moved.execute(portal.db)).rejects.toThrow(/examination_hall_free/);
});

test("students with two at once are counted and named while it is made, and it stands with a reason alone", async () => {
  const [on, hall, first, second] = [newDate(), await desk.room(), await elective(), await elective()];
  await sitting([first, second], 2);
  await sitting([second]);
  await granted(desk.examine(first, { [await desk.room()]: [] }, on));
  const found = await tried({ course: second, ...on, start: "10", end: "12", rooms: hall });
  expect(found).toMatchObject({
    clashes: [{ kind: "students", sentence: expect.stringMatching(/^2 students take EXT \d+/) }],
    missing: [expect.stringMatching(/^No invigilator yet in T\d+$/)],
    registered: 3,
    meeting: { count: 2, list: [{ name: expect.any(String) }, { name: expect.any(String) }] },
    crowded: { count: 0, list: [] },
  });
  const bare = await tried({ course: second, ...on, start: "15", end: "16" });
  expect(bare).toMatchObject({ clashes: [], missing: ["No hall is chosen yet"], seats: 0 });
  const refused = await desk.examine(second, { [hall]: [] }, on);
  expect(refused.body).toMatchObject({ code: "clash-needs-reason" });
  await granted(desk.examine(second, { [hall]: [] }, { ...on, reason: "They are kept apart and sit it after" }));
  expect((await view(`room=${hall}`)).examinations).toMatchObject([{ registered: 3, clashes: [{ kind: "students" }] }]);
});

test("examinations say whose they are by what is kept of the programme, the hall or the invigilator", async () => {
  const [hall, watcher] = [await desk.room(100, { code: "EXW 1" }), await staffMember(portal)];
  const whose = async (query: string) => (await view(query)).whose;
  expect(await whose(`whole=1&programme=${desk.usual.programme}&level=200`)).toMatch(/^NCE .+, 200 level$/);
  expect(await whose(`whole=1&room=${hall}`)).toBe("Hall EXW 1");
  expect(await whose(`whole=1&invigilator=${watcher._id}`)).toMatch(/^Invigilator .*Sani$/);
  expect(await whose("whole=1")).toBeNull();
});

test("more examinations a day than the college allows for are shown, with who has them", async () => {
  const [on, hall] = [newDate(), await desk.room()];
  const courses = [await elective(), await elective(), await elective()] as const;
  await sitting(courses);
  await granted(desk.examine(courses[0], { [hall]: [] }, { ...on, start: "08:00", end: "09:00" }));
  await granted(desk.examine(courses[1], { [hall]: [] }, { ...on, start: "10:00", end: "11:00" }));
  const third = { ...on, start: "12:00", end: "13:00" };
  const found = await tried({ course: courses[2], ...third, rooms: hall });
  expect(found).toMatchObject({
    clashes: [{ kind: "crowded", sentence: "1 student has more than 2 examinations that day" }],
    crowded: { count: 1 },
  });
  expect((await desk.examine(courses[2], { [hall]: [] }, third)).body.code).toBe("clash-needs-reason");
  await granted(desk.examine(courses[2], { [hall]: [] }, { ...third, reason: "The last day" }));
  const { examinations } = await view(`room=${hall}`);
  expect(examinations.map(({ clashes }: { clashes: { kind: string }[] }) => clashes.map(({ kind }) => kind))).toEqual([
    ["crowded"],
    ["crowded"],
    ["crowded"],
  ]);
});

test("seats of an examination are counted over its halls, and too few ask for a reason", async () => {
  const [on, course] = [newDate(), await elective()];
  await sitting([course], 3);
  const small = await desk.room(100, { examcapacity: 2 });
  const { body } = await desk.examine(course, { [small]: [] }, on);
  expect(body.errors.reason).toMatch(/^T\d+ seats 2, and 3 are registered/);
  const { _id } = (await granted(desk.examine(course, { [small]: [], [await desk.room(1)]: [] }, on))).body;
  const { halls } = (await desk.officer.get(`${path}/${_id}/seats`)).body;
  expect(halls.map(({ students }: { students: unknown[] }) => students.length)).toEqual([2, 1]);
});

test("a class that nobody has registered for is placed, and says so; without an examination it is listed", async () => {
  const [on, hall, course] = [newDate(), await desk.room(), await elective({ level: 500 })];
  const query = `programme=${desk.usual.programme}&level=500`;
  expect((await view(query)).unscheduled).toMatchObject({ total: 1, list: [{ course, registered: 0 }] });
  expect(await tried({ course, ...on, start: "9", end: "11", rooms: hall })).toMatchObject({
    clashes: [],
    registered: 0,
  });
  const { _id } = (await granted(desk.examine(course, { [hall]: [] }, on))).body;
  expect(await view(query)).toMatchObject({ unscheduled: { total: 0 }, examinations: [{ registered: 0 }] });
  expect((await desk.officer.get(`${path}/${_id}/seats`)).body.halls).toMatchObject([{ students: [] }]);
});

test("a lecture of those days, in the hall or of the invigilator, asks for a reason", async () => {
  const [first, hall, room] = [await elective(), await desk.room(), await desk.room()];
  const lecturer = await desk.lecturer(first);
  await granted(desk.meet(first, room));
  await granted(desk.publish(await desk.semester()));
  const on = { date: "2027-02-22" };
  const { body } = await desk.examine(await elective(), { [hall]: [lecturer._id] }, on);
  expect(body.errors.reason).toMatch(/teaches EXT \d+ \(08:00 to 10:00\) then/);
  const taken = await desk.examine(await elective(), { [room]: [] }, on);
  expect(taken.body.errors.reason).toMatch(/is taught in T\d+ then/);
  await granted(desk.examine(await elective(), { [room]: [] }, { ...on, start: "10:00", end: "12:00" }));
});

test("of two changes of one examination the second hears that it has seen an older one", async () => {
  const [on, hall, course] = [newDate(), await desk.room(), await elective()];
  const { _id } = (await granted(desk.examine(course, { [hall]: [] }, on))).body;
  const form = examined(course, { [hall]: [] }, { ...on, start: "10:00" });
  expect((await desk.officer.put(`${path}/${_id}`, form, { "if-match": '"1"' })).body.version).toBe(2);
  expect((await desk.officer.put(`${path}/${_id}`, form, { "if-match": '"1"' })).body.code).toBe("version-stale");
  const other = examined(await elective(), { [hall]: [] }, on);
  expect((await desk.officer.put(`${path}/${_id}`, other)).body.code).toBe("examination-stays");
});

test("whoever may not change it changes nothing, and a head places the own department's classes alone", async () => {
  const [on, hall, course] = [newDate(), await desk.room(), await elective()];
  const looker = await staffMember(portal, { pages: ["exam-timetable"] });
  expect((await looker.post(path, examined(course, { [hall]: [] }, on))).status).toBe(403);
  const head = await staffMember(portal, {
    pages: ["exam-timetable", "exam-timetable.change"],
    scope: "department",
  });
  expect((await head.post(path, examined(course, { [hall]: [] }, on))).body.code).toBe("class-beyond-reach");
  const { _id } = (await granted(desk.examine(course, { [hall]: [] }, on))).body;
  expect((await head.delete(`${path}/${_id}`, { delete: "Delete" })).status).toBe(403);
  expect((await head.get(`${path}/${_id}/seats`)).status).toBe(404);
  await granted(desk.officer.delete(`${path}/${_id}`, { delete: "Delete" }));
});

test("a course that is examined keeps its code", async () => {
  const [on, hall, course] = [newDate(), await desk.room(), await elective()];
  await granted(desk.examine(course, { [hall]: [] }, on));
  const moved = sql`update portal.course set code = 'EXT 999' where _id = ${course}`;
  await expect(moved.execute(portal.db)).rejects.toThrow(/keeps its code/);
});

test("what is published reaches students and invigilators once, and a change those whom it concerns", async () => {
  await sql`delete from portal.examination`.execute(portal.db);
  const period = await desk.examDays();
  expect((await desk.publishExams(period)).body.code).toBe("timetable-empty");
  const [me, watcher, other] = [
    await signedInStudent(portal),
    await staffMember(portal, { pages: ["my-week"] }),
    await staffMember(portal, { pages: ["my-week"] }),
  ];
  const course = await elective();
  await registeredFor(portal, me.student, [course]);
  const hall = await desk.room(100, { name: "Great Hall" });
  expect((await desk.examine(course, { [hall]: [] }, { date: "2027-04-30" })).body.code).toBe(
    "date-outside-examinations",
  );
  const { _id } = (await granted(desk.examine(course, { [hall]: [watcher._id] }))).body;
  expect((await me.get("/student/week")).body.examinations).toEqual([]);

  await sql`update portal.staff set status = 'Left' where _id = ${watcher._id}`.execute(portal.db);
  expect((await view(`room=${hall}`)).examinations[0].clashes).toMatchObject([{ kind: "left" }]);
  expect((await desk.publishExams(period)).body.code).toBe("invigilator-left");
  const form = examined(course, { [hall]: [watcher._id] });
  expect((await desk.officer.put(`${path}/${_id}`, form)).body.code).toBe("invigilator-left");
  await sql`update portal.staff set status = 'Active' where _id = ${watcher._id}`.execute(portal.db);
  await sql`update portal.room set status = false where _id = ${hall}`.execute(portal.db);
  expect((await desk.publishExams(period)).body.code).toBe("room-closed");
  await sql`update portal.room set status = true where _id = ${hall}`.execute(portal.db);

  await granted(desk.publishExams(period));
  expect((await desk.publishExams(period)).body.code).toBe("timetable-out");
  for (const { emailaddress } of [me, watcher]) {
    const [letter] = await portal.letters(emailaddress, 1);
    expect(letter?.text).toMatch(/EXT \d+: Monday 8 March 2027, 09:00 to 12:00, T\d+/);
  }
  // A job may run again after a crash.
  await tellExamTimetable.run(portal.app, { period, who: "students", after: null });
  const posted = sql<{ count: number }>`select count(*)::int as count from portal.outgoing_mail
    where recipient = ${me.emailaddress} and subject = 'The examination timetable is out'`;
  expect((await posted.execute(portal.db)).rows).toEqual([{ count: 1 }]);

  const [mine] = (await me.get("/student/week")).body.examinations;
  expect(mine).toMatchObject({ date: "2027-03-08", start: "09:00", halls: [expect.stringMatching(/^\S+( \d+)?, \S/)] });
  expect((await watcher.get("/staff/ms_my_week")).body.examinations).toMatchObject([{ date: "2027-03-08" }]);
  expect((await other.get("/staff/ms_my_week")).body.examinations).toEqual([]);
  const card = (await me.get("/student/exam_card")).body;
  expect(card.courses[0].times).toMatchObject([{ date: "2027-03-08", start: "09:00", end: "12:00" }]);
  const { address } = (await granted(me.post("/student/week/feed", {}))).body;
  const feed = await (await fetch(`${portal.url}${new URL(address).pathname}`)).text();
  expect(feed).toContain("DTSTART;TZID=Africa/Lagos:20270308T090000");
  expect(feed).toMatch(/SUMMARY:Examination: EXT \d+/);

  await granted(desk.officer.put(`${path}/${_id}`, examined(course, { [hall]: [other._id] }, { start: "10:00" })));
  const changes = await portal.db.selectFrom("timetable_change").selectAll().where("entry", "=", _id).execute();
  expect(changes).toHaveLength(3);
  for (const change of [...changes, ...changes]) await tellClass.run(portal.app, { change: change._id });
  for (const [{ emailaddress }, count, said] of [
    [me, 2, "10:00 to 12:00"],
    [watcher, 2, "You do not invigilate"],
    [other, 1, "You invigilate EXT"],
  ] as const) {
    const letters = await portal.letters(emailaddress, count);
    expect([letters.length, letters.filter(({ text }) => text.includes(said)).length]).toEqual([count, 1]);
  }
  expect((await me.get("/student/week")).body.changes).toMatchObject([{ isExamination: true }]);
  expect((await other.get("/staff/ms_my_week")).body.changes).toMatchObject([{ before: null }]);

  await sql`update portal.course_registration_line set "droppedAt" = now() where class = (
    select class from portal.course where _id = ${course})`.execute(portal.db);
  await registrationsFollow(portal);
  expect((await me.get("/student/week")).body.examinations).toEqual([]);
});
