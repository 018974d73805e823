import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor } from "../../../testing/catalogue.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry } from "../../../testing/registry.ts";
import { staffMember } from "../../../testing/staff.ts";
import { examined, timetableDesk } from "../../../testing/timetable.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";

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
  return desk.course(`EXO ${named}`, { moduletype: "Elective", ...more });
};

test("the days of examinations stay with their semester while something stands in it, and are deleted only before that", async () => {
  const periods = "/staff/ms_exam_period";
  const days = { session: desk.usual.session, start: "2027-03-01", end: "2027-03-20", papers: 2 };
  const period = await desk.examDays();
  await granted(desk.officer.put(`${periods}/${period}`, { ...days, semester: 2 }));
  await granted(desk.officer.put(`${periods}/${period}`, { ...days, semester: 1, end: "2027-03-21" }));
  const { _id } = (await granted(desk.examine(await elective(), { [await desk.room()]: [] }))).body;
  const moved = await desk.officer.put(`${periods}/${period}`, { ...days, semester: 2 });
  expect(moved.body).toMatchObject({
    code: "semester-stays",
    errors: { semester: expect.stringContaining("Add days of examinations for the other semester") },
  });
  const gone = await desk.officer.delete(`${periods}/${period}`, { delete: "Delete" });
  expect(gone.body).toMatchObject({ code: "record-in-use", message: expect.stringContaining("Change its days") });
  await granted(desk.officer.put(`${periods}/${period}`, { ...days, semester: 1 }));
  await granted(desk.publishExams(period, "Invigilators come later"));
  await granted(desk.officer.delete(`${path}/${_id}`, { delete: "Delete" }));
  // Out, and empty again.
  expect((await desk.officer.put(`${periods}/${period}`, { ...days, semester: 2 })).body.code).toBe("semester-stays");
  expect((await desk.officer.delete(`${periods}/${period}`, { delete: "Delete" })).body.code).toBe("record-in-use");
});

test("a timetable that goes out is judged as it is then, and with students at two places, too few seats or no invigilator by a reason alone", async () => {
  await sql`delete from portal.examination`.execute(portal.db);
  await sql`update portal.exam_period set "publishedAt" = null, publishedby = null`.execute(portal.db);
  const [{ _id: period } = { _id: "" }] = await portal.db.selectFrom("exam_period").select("_id").execute();
  const judged = async () => (await granted(desk.officer.get(`/staff/ms_exam_period/${period}/judged`))).body;
  const [member, other] = [await staffMember(portal), await staffMember(portal)];
  const [first, second] = [await elective(), await elective()];
  const [one, two] = [await desk.room(1), await desk.room()];
  await granted(desk.examine(first, { [one]: [member._id] }));
  const watched = (await granted(desk.examine(second, { [two]: [other._id] }))).body._id;
  expect(await judged()).toMatchObject({ examinations: 2, stops: [], asks: [] });
  const { seen } = await judged();
  for (let at = 0; at < 2; at += 1) await registeredFor(portal, (await people.student())._id, [first, second]);
  const asks = [
    expect.stringMatching(/^2 students have two at one time: EXO \d+ and EXO \d+ \(2\)$/),
    expect.stringMatching(/^1 examination has too few seats: EXO \d+ \(2 sit, 1 seat\)$/),
  ];
  expect(await judged()).toMatchObject({ examinations: 2, stops: [], asks });
  await sql`delete from portal.examination_invigilator where examination = ${watched}`.execute(portal.db);
  const { body } = await desk.publishExams(period);
  expect(body).toMatchObject({ code: "clash-needs-reason" });
  expect(body.errors.reason).toMatch(
    /^2 students have two .* 1 examination has too few .* without an invigilator: EXO/,
  );
  for (const reason of [undefined, "The second hall is opened that morning"])
    expect(await desk.publishExams(period, reason, seen), "what came since has no reason").toMatchObject({
      status: 409,
      body: { code: "changed-meanwhile", message: expect.stringContaining("Look at it as it is now") },
    });
  await granted(desk.publishExams(period, "The second hall is opened that morning"));
  const { reason } = await portal.db
    .selectFrom("audit")
    .select("reason")
    .where("deed", "=", "exam_period.publish")
    .orderBy("at", "desc")
    .executeTakeFirstOrThrow();
  expect(reason).toBe("The second hall is opened that morning");
});

test("an examination whose invigilator has left waits for the officer, and is found without knowing whose it is", async () => {
  const [leaver, course] = [await staffMember(portal), await elective()];
  await granted(desk.examine(course, { [await desk.room()]: [leaver._id] }, { date: "2027-03-12" }));
  await granted(desk.examine(await elective(), { [await desk.room()]: [] }, { date: "2027-03-12" }));
  const officer = await staffMember(portal, { pages: ["dashboard", "exam-timetable", "exam-timetable.change"] });
  const waits = async () => JSON.stringify((await officer.get("/staff/ms_staff_dashboard")).body.waiting);
  expect(await waits()).not.toContain("invigilator");
  await sql`update portal.staff set status = 'Left' where _id = ${leaver._id}`.execute(portal.db);
  expect(await waits()).toContain("One examination names an invigilator who has left.");
  const found = (await granted(officer.get(`${path}?left=1`))).body.examinations;
  expect(found).toMatchObject([{ course, clashes: [{ kind: "left" }] }]);
});

test("an examination that is placed while its timetable goes out is told", async () => {
  const [course, hall, officer] = [await elective(), await desk.room(), await staffMember(portal)];
  await sql`update portal.exam_period set "publishedAt" = null, publishedby = null`.execute(portal.db);
  const placed = await portal.db.transaction().execute(async (trx) => {
    await sql`update portal.exam_period set "publishedAt" = now(), publishedby = ${officer._id}`.execute(trx);
    const asking = desk.examine(course, { [hall]: [] }, { date: "2027-03-15" });
    await untilWaiting(portal, 1);
    return { asking };
  });
  const { _id } = (await granted(placed.asking)).body;
  const changes = await portal.db.selectFrom("timetable_change").selectAll().where("entry", "=", _id).execute();
  expect(changes).toHaveLength(1);
});

test("an examination is taken out as it was seen", async () => {
  const [course, hall] = [await elective(), await desk.room()];
  const { _id } = (await granted(desk.examine(course, { [hall]: [] }, { date: "2027-03-16" }))).body;
  await granted(desk.officer.put(`${path}/${_id}`, examined(course, { [hall]: [] }, { date: "2027-03-17" })));
  const taken = (version: number) =>
    desk.officer.delete(`${path}/${_id}`, { delete: "Delete" }, { "if-match": `"${version}"` });
  expect((await taken(1)).body.code).toBe("version-stale");
  await granted(taken(2));
});

test("a lecture that comes later in the hall of an examination is shown, and such a hall is not offered as free", async () => {
  const on = { date: "2027-03-01" };
  const [hall, course] = [await desk.room(), await elective()];
  await granted(desk.examine(course, { [hall]: [] }, { ...on, start: "09:00", end: "11:00" }));
  await granted(desk.meet(await elective(), hall));
  await granted(desk.publish(await desk.semester({ end: "2027-03-05" })));
  const query = `session=${desk.usual.session}&semester=1&room=${hall}`;
  const { examinations } = (await granted(desk.officer.get(`${path}?${query}`))).body;
  expect(examinations[0].clashes).toMatchObject([{ kind: "lecture" }]);
  const asked = new URLSearchParams({ course: await elective(), ...on, start: "8", end: "9" });
  const { rooms } = (await granted(desk.officer.get(`${path}/try?${asked}`))).body;
  expect(rooms.map((room: { _id: string }) => room._id)).not.toContain(hall);
});

test("of many lectures that meet examinations the first are named, and which they are is pinned all the same", async () => {
  const { db } = portal;
  await sql`update portal.exam_period set "publishedAt" = null, publishedby = null`.execute(db);
  const [{ _id: period } = { _id: "" }] = await db.selectFrom("exam_period").select("_id").execute();
  await sql`update portal.staff set status = 'Active' where status = 'Left'`.execute(db);
  const at = { date: "2027-03-02", start: "09:00", end: "11:00" };
  const meets = async (more: object) => {
    const hall = await desk.room();
    await granted(desk.examine(await elective(), { [hall]: [] }, at));
    await granted(desk.meet(await elective(), hall, { day: "Tuesday", ...more }));
  };
  const judged = async () => (await granted(desk.officer.get(`/staff/ms_exam_period/${period}/judged`))).body;
  const saysOf = ({ asks }: { asks: string[] }) => asks.filter((ask) => ask.includes("lecture"));
  const before = saysOf(await judged()).length === 0 ? 0 : 1;
  for (let each = 0; each < 10 - before; each += 1) await meets({});
  const seen = await judged();
  expect(saysOf(seen)).toEqual([expect.stringMatching(/^10 lectures meet examinations: EXO \d+: EXO .* and 2 more$/)]);
  await sql`update portal.timetable_entry set start = '08:30' where _id = (select _id from portal.timetable_entry
    where day = 'Tuesday' order by code desc limit 1)`.execute(db);
  expect((await desk.publishExams(period, "They move", seen.seen)).body.code).toBe("changed-meanwhile");
});
