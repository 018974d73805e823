import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { starterGroups } from "#access/starter-group/starter-group.rules.ts";
import { registrationsFollow } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import {
  dayAgo,
  lectureAgo,
  marked,
  memberOf,
  runRound,
  studentOf,
  type TaughtCourse,
  taughtCourse,
  warnedAgo,
} from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let crs: TaughtCourse;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  crs = await taughtCourse(portal, "CRS 101");
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_contact";
const today = () => dayAgo(portal, 0);
const runs = (name: string) => runRound(portal, name);

test("date, course and name make a lecture of an hour, which its lecturer changes and deletes", async () => {
  const { lecturer, course, taught } = crs;
  const form = { date: await today(), course, name: "The Pentateuch" };
  const { _id } = (await granted(lecturer.post(path, form))).body;
  expect((await lecturer.get(`${path}/${_id}`)).body).toMatchObject({ name: form.name, hours: 1, taken: null });
  expect((await lecturer.post(path, form)).body).toMatchObject({ code: "value-taken" });
  const { body } = await lecturer.get(`${path}/class/${taught}`);
  expect(body).toMatchObject({ code: "CRS 101", planned: 30, hours: 1, lectures: 1, teaches: true, last: form.date });
  const changed = await lecturer.put(`${path}/${_id}`, { ...form, hours: 2, topic: "Genesis" });
  expect(changed.body).toMatchObject({ type: "success", version: 2 });
  expect((await lecturer.get(`${path}?sort=-date`)).body.list[0]).toMatchObject({ hours: 2, topic: "Genesis" });
  expect((await lecturer.delete(`${path}/${_id}`, undefined, { "if-match": "99" })).status).toBe(409);
  expect((await lecturer.delete(`${path}/${_id}`)).body).toMatchObject({ type: "success" });
});

test.each([
  ["a day that has not come", -1, "day-not-come-yet"],
  ["a day before the session began", 900, "day-before-session"],
])("%s is refused at its field", async (_what, ago, code) => {
  const { body } = await crs.lecturer.post(path, {
    date: await dayAgo(portal, ago),
    course: crs.course,
    name: "Kings",
  });
  expect(body).toMatchObject({ code, errors: { date: expect.any(String) } });
});

test("a course that is no more has no lectures", async () => {
  const head = await headOf(portal, "CRS", ["lectures", "lectures.change"]);
  const form = { date: await today(), course: "01900000-0000-7000-8000-000000000000", name: "Lost" };
  const { body } = await head.post(path, form);
  expect([body.code, Object.keys(body.errors ?? {})]).toEqual(["choice-not-found", ["course"]]);
});

test("only a lecturer of the class and the head of its department write down, and others do not see it", async () => {
  const form = { date: await today(), course: crs.course, name: "Judges" };
  const other = await taughtCourse(portal, "CRS 109");
  expect((await other.lecturer.post(path, form)).status).toBe(404);
  expect((await other.lecturer.get(`${path}/class/${crs.taught}`)).status).toBe(404);
  const whole = await staffMember(portal, { pages: ["lectures", "lectures.change"] });
  expect((await whole.post(path, form)).body).toMatchObject({ code: "class-not-yours" });
  const head = await headOf(portal, "CRS", ["lectures", "lectures.change"]);
  const { _id } = (await granted(head.post(path, form))).body;
  expect((await other.lecturer.get(path)).body.list).not.toContainEqual(expect.objectContaining({ _id }));
  expect((await crs.lecturer.get(path)).body.list).toContainEqual(expect.objectContaining({ _id }));
});

test("a lecturer who leaves the class reads it no more; the lectures stay, and the head goes on", async () => {
  const left = await taughtCourse(portal, "CRS 108");
  const student = await memberOf(portal, [left.course]);
  const lecture = await lectureAgo(portal, left, 2);
  await granted(marked(left, lecture, { [student]: true }));
  await portal.db.deleteFrom("course_allocation").where("staff", "=", left.lecturer._id).execute();
  expect((await left.lecturer.get(`${path}/${lecture}/attendance`)).status).toBe(404);
  expect((await marked(left, lecture, { [student]: false })).status).toBe(404);
  const head = await headOf(portal, "CRS", ["lectures", "lectures.change"]);
  const { body } = await head.get(`${path}/class/${left.taught}`);
  expect(body).toMatchObject({ lecturers: [], lectures: 1, list: [{ _id: lecture, present: 1 }] });
  const { list } = (await head.get(`${path}/coverage`)).body;
  expect(list).toContainEqual(expect.objectContaining({ _id: left.taught, lecturers: [], quiet: false }));
});

test("quality assurance reads the coverage of the whole college, and changes nothing", async () => {
  const { pages = [], scope = "all" } = starterGroups.find(({ name }) => name === "Quality assurance") ?? {};
  const [other, officer] = [await taughtCourse(portal, "CRS 114"), await staffMember(portal, { pages: [...pages] })];
  expect([scope, pages.filter((key) => /\.(change|approve)$/.test(key))]).toEqual(["all", []]);
  const { list } = (await granted(officer.get(`${path}/coverage`))).body;
  const classes = list.map(({ _id }: { _id: string }) => _id);
  expect(classes).toEqual(expect.arrayContaining([crs.taught, other.taught]));
  const form = { date: await today(), course: other.course, name: "Ruth" };
  expect((await officer.post(path, form)).status).toBe(403);
});

test("a lecturer who left the college is named no more, where the class is allocated still", async () => {
  const left = await taughtCourse(portal, "CRS 112");
  const head = await headOf(portal, "CRS", ["lectures"]);
  const read = async () => {
    const { list } = (await head.get(`${path}/coverage`)).body;
    return [
      list.find(({ _id }: { _id: string }) => _id === left.taught).lecturers,
      (await head.get(`${path}/class/${left.taught}`)).body.lecturers,
      (await head.get(`${path}/class/${left.taught}/list`)).body.lecturers,
    ];
  };
  const named = [expect.stringContaining(left.lecturer.lastname)];
  expect(await read()).toEqual([named, named, named]);
  await portal.db.updateTable("staff").set({ status: "Left" }).where("_id", "=", left.lecturer._id).execute();
  expect(await read()).toEqual([[], [], []]);
});

test("coverage tells what would be held by now, and nobody is late in the first weeks of a semester", async () => {
  const young = await taughtCourse(portal, "CRS 113", { credit: 2 });
  await memberOf(portal, [young.course]);
  const head = await headOf(portal, "CRS", ["lectures"]);
  const { session } = await portal.db
    .selectFrom("course")
    .select("session")
    .where("_id", "=", young.course)
    .executeTakeFirstOrThrow();
  const teaches = (from: number, until: number) =>
    sql`insert into portal.teaching_semester (_id, session, semester, start, "end")
      select gen_random_uuid(), ${session}, 1, day - ${from}::int, day + ${until}::int
      from (select (now() at time zone 'Africa/Lagos')::date as day) today
      on conflict (session, semester) do update set start = excluded.start, "end" = excluded."end"`.execute(portal.db);
  const found = async () => {
    const { list } = (await head.get(`${path}/coverage?semester=1`)).body;
    return list.find(({ _id }: { _id: string }) => _id === young.taught);
  };
  for (const [from, until, due, quiet] of [
    [14, 85, 4, false],
    [15, 84, 4, true],
    [100, -1, 30, true],
    [-3, 90, 0, false],
  ] as const) {
    await teaches(from, until);
    expect(await found()).toMatchObject({ planned: 30, hours: 0, due, quiet });
  }
  await portal.db.deleteFrom("teaching_semester").execute();
});

test("where the timetable knows no days, a second semester is quiet by its own registration", async () => {
  const young = await taughtCourse(portal, "CRS 129", { semester: 2 });
  await memberOf(portal, [young.course]);
  const head = await headOf(portal, "CRS", ["lectures"]);
  const began = (days: number) =>
    sql`insert into portal.registration_window (_id, session, semester, start, late, "end")
      select gen_random_uuid(), c.session, 2, d.day - ${days}::int, d.day + 5, d.day + 9
      from portal.course c, (select (now() at time zone 'Africa/Lagos')::date as day) d where c._id = ${young.course}`.execute(
      portal.db,
    );
  for (const [days, quiet] of [
    [3, false],
    [15, true],
  ] as const) {
    await began(days);
    const { list } = (await head.get(`${path}/coverage?semester=2`)).body;
    expect(list.find(({ _id }: { _id: string }) => _id === young.taught)).toMatchObject({ hours: 0, quiet });
    await portal.db.deleteFrom("registration_window").where("semester", "=", 2).execute();
  }
});

test("coverage tells hours planned and held as far as the right reaches, quiet classes on top", async () => {
  const bus = await taughtCourse(portal, "CRS 107", { credit: 3 });
  await memberOf(portal, [bus.course]);
  const empty = await taughtCourse(portal, "CRS 111");
  await lectureAgo(portal, bus, 20);
  const head = await headOf(portal, "CRS", ["lectures"]);
  const { list } = (await head.get(`${path}/coverage?semester=1`)).body;
  expect(list).toContainEqual(
    expect.objectContaining({ code: "CRS 107", planned: 45, hours: 1, due: null, quiet: true }),
  );
  expect(list).toContainEqual(expect.objectContaining({ _id: empty.taught, students: 0, quiet: false }));
  const kinds = list.map(({ quiet }: { quiet: boolean }) => quiet);
  expect(kinds).toEqual(kinds.toSorted().reverse());
  const other = await headOf(portal, "BIO", ["lectures"]);
  expect((await other.get(`${path}/coverage`)).body.list).toEqual([]);
});

test("the list marks a class in one call, keeps who corrected it, and what a lecture's attendance says stays", async () => {
  const students = [await memberOf(portal, [crs.course]), await memberOf(portal, [crs.course])];
  const [one = "", two = ""] = students;
  const lecture = await lectureAgo(portal, crs, 3);
  const { body } = await marked(crs, lecture, { [one]: true, [two]: false });
  expect(body).toMatchObject({ present: 1, absent: 1, kept: 0 });
  const head = await headOf(portal, "CRS", ["lectures", "lectures.change"]);
  const corrected = { how: "Paper", marks: [{ student: two, present: true, had: false }] };
  await granted(head.put(`${path}/${lecture}/attendance`, corrected));
  const sheet = (await head.get(`${path}/${lecture}/attendance`)).body;
  expect(sheet.list).toContainEqual(
    expect.objectContaining({ student: two, present: true, how: "Paper", by: expect.stringContaining(head.lastname) }),
  );
  const { rows } = await sql`select before, after from portal.audit where deed = 'contact.attendance'
    and subject = ${`contact:${lecture}`} order by at desc limit 1`.execute(portal.db);
  expect(rows).toEqual([{ before: { [two]: false }, after: { [two]: true } }]);
  // The sheet showed another mark than there is: that one stays.
  const late = await crs.lecturer.put(`${path}/${lecture}/attendance`, {
    how: "List",
    marks: [
      { student: two, present: false, had: false },
      { student: one, present: true, had: true },
    ],
  });
  expect(late.body).toMatchObject({ kept: 0 });
  const stale = { how: "List", marks: [{ student: two, present: false, had: null }] };
  expect((await crs.lecturer.put(`${path}/${lecture}/attendance`, stale)).body).toMatchObject({ kept: 1 });
  expect((await crs.lecturer.delete(`${path}/${lecture}`)).body).toMatchObject({ code: "attendance-taken" });
});

test("paper brings matric numbers; one of nobody, or of one who dropped the course, refuses it whole", async () => {
  const course = await taughtCourse(portal, "CRS 105");
  const ids = [await memberOf(portal, [course.course]), await memberOf(portal, [course.course])];
  const gone = await memberOf(portal, [course.course]);
  const { rows } = await sql<{ matric: string; _id: string; name: string }>`
    select _id, matric, name from portal.student where _id = any(${[...ids, gone]}::uuid[])`.execute(portal.db);
  const matricOf = (id: string) => rows.find(({ _id }) => _id === id)?.matric ?? "";
  await sql`update portal.course_registration_line set "droppedAt" = now()
    where registration in (select _id from portal.course_registration where student = ${gone})`.execute(portal.db);
  await registrationsFollow(portal);
  const lecture = await lectureAgo(portal, course, 1);
  const send = (matrics: string) => course.lecturer.post(`${path}/${lecture}/attendance/paper`, { matrics });
  const refused = await send(`${matricOf(ids[0] ?? "")}\n${matricOf(gone)} NCE/00/1`);
  expect(refused.body).toMatchObject({ code: "not-in-class" });
  expect(refused.body.errors.matrics).toContain(`${matricOf(gone)} (is not on the list of CRS 105)`);
  // Whoever types numbers learns nobody's name by them.
  expect(JSON.stringify(refused.body)).not.toContain(rows.find(({ _id }) => _id === gone)?.name);
  expect(refused.body.errors.matrics).toContain("NCE/00/1 (nobody has this number)");
  expect((await send(matricOf(ids[0] ?? "").toLowerCase())).body).toMatchObject({ added: 1, already: 0 });
});

test("attendance counts since the line was approved; below the warning one mail goes out, and once again after a rise", async () => {
  const course = await taughtCourse(portal, "CRS 104");
  const me = await studentOf(portal, [course.course]);
  const mate = await memberOf(portal, [course.course]);
  const old = await lectureAgo(portal, course, 40);
  await granted(marked(course, old, { [me.student]: false, [mate]: true }));
  const own = async () => (await me.get("/student/attendance")).body.list[0];
  expect(await own()).toMatchObject({ held: 0, percent: null, standing: "none" });
  for (const [days, present] of [
    [5, true],
    [4, true],
    [3, true],
  ] as const)
    await granted(marked(course, await lectureAgo(portal, course, days), { [me.student]: present, [mate]: true }));
  await runs("warn-of-attendance");
  expect(await portal.letters(me.emailaddress, 0)).toEqual([]);
  const missed = await lectureAgo(portal, course, 2);
  await granted(marked(course, missed, { [me.student]: false, [mate]: true }));
  expect(await own()).toMatchObject({
    held: 4,
    present: 3,
    percent: 75,
    standing: "warned",
    missed: [{ name: expect.any(String) }],
  });
  await runs("warn-of-attendance");
  await runs("warn-of-attendance");
  const [letter, ...more] = await portal.letters(me.emailaddress, 1);
  expect([letter?.text, more]).toEqual([expect.stringContaining("You were at 3 of 4 lectures of CRS 104"), []]);
  expect((await me.get("/student/home")).body.next).toMatchObject({ link: "/student/attendance" });
  const correct = (present: boolean) =>
    course.lecturer.put(`${path}/${missed}/attendance`, {
      how: "List",
      marks: [{ student: me.student, present, had: !present }],
    });
  await granted(correct(true));
  await runs("warn-of-attendance");
  expect((await me.get("/student/home")).body.next?.link).not.toBe("/student/attendance");
  await granted(correct(false));
  await runs("warn-of-attendance");
  expect(await portal.letters(me.emailaddress, 2)).toHaveLength(2);
});

test("whoever drops a class and adds it anew keeps its absences", async () => {
  const course = await taughtCourse(portal, "CRS 106");
  const me = await studentOf(portal, [course.course]);
  const mate = await memberOf(portal, [course.course]);
  for (const days of [6, 5, 4])
    await granted(marked(course, await lectureAgo(portal, course, days), { [me.student]: days === 6, [mate]: true }));
  const own = async () => (await me.get("/student/attendance")).body.list[0];
  await warnedAgo(portal, 7);
  const before = await own();
  expect(before).toMatchObject({ held: 3, present: 1, standing: "barred", daystobar: 0 });
  await sql`update portal.course_registration_line set "droppedAt" = now()
    where registration in (select _id from portal.course_registration where student = ${me.student})`.execute(
    portal.db,
  );
  expect(await own()).toBeUndefined();
  await sql`insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit,
      moduletype, kind, "approvedAt")
    select gen_random_uuid(), registration, course, class, courseversion, code, name, credit, moduletype, kind, now()
    from portal.course_registration_line
    where registration in (select _id from portal.course_registration where student = ${me.student})`.execute(
    portal.db,
  );
  await registrationsFollow(portal);
  expect(await own()).toEqual(before);
});
