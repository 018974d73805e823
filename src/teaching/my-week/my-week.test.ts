import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";
import { timetableDesk } from "../../../testing/timetable.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
let me: Student;
let course: string;
let semester: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
  await sql`update portal.session set status = false where status`.execute(portal.db);
  await sql`update portal.session set status = true, semester = 1 where code = '2026'`.execute(portal.db);
  me = await signedInStudent(portal);
  course = await desk.course("WKA 101", { name: "Old Testament" });
  await registeredFor(portal, me.student, [course]);
  semester = await desk.semester();
  await granted(desk.meet(course, await desk.room(100, { name: "Lecture Theatre, North" })));
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const feedAt = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}${new URL(address).pathname}`, { headers });
const madeFeed = async () => (await granted(me.post("/student/week/feed", {}))).body.address as string;

test("a week is seen once it is out: by whoever is registered, and by whoever teaches", async () => {
  const lecturer = await staffMember(portal, { pages: ["my-week"] });
  await desk.lecturer(course, lecturer._id);
  expect((await me.get("/student/week")).body).toMatchObject({ semester: { isOut: false }, classes: [] });
  await granted(desk.publish(semester));
  const { body } = await me.get("/student/week");
  expect(body.classes).toMatchObject([{ code: "WKA 101", day: "Monday", start: "08:00", people: ["Mrs Hauwa Sani"] }]);
  expect((await lecturer.get("/staff/ms_my_week")).body.classes).toMatchObject([{ code: "WKA 101" }]);
  const stranger = await signedInStudent(portal);
  expect((await stranger.get("/student/week")).body.classes).toEqual([]);
});

test("a calendar address is shown once, answers the week, and is kept as a hash alone", async () => {
  const address = await madeFeed();
  const answer = await feedAt(address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const text = (await answer.text()).replace(/\r\n /g, "");
  expect(text).toContain("SUMMARY:WKA 101 Old Testament\r\n");
  expect(text).toMatch(/LOCATION:T\d+\\, Lecture Theatre\\, North\r\n/);
  expect(text).toContain("DTSTART;TZID=Africa/Lagos:20261102T080000\r\n");
  expect(text).toContain("RRULE:FREQ=WEEKLY;UNTIL=20270226T225959Z\r\n");
  expect(text).not.toContain(me.emailaddress);
  const kept = await sql<{ row: string }>`select f::text as row from portal.calendar_feed f`.execute(portal.db);
  expect(kept.rows.some(({ row }) => row.includes(address.slice(-47, -4)))).toBe(false);
});

test("what has not changed is not sent again", async () => {
  const address = await madeFeed();
  const tag = (await feedAt(address)).headers.get("etag") ?? "";
  const again = await feedAt(address, { "if-none-match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await sql`update portal.timetable_entry set start = '09:00', "updatedAt" = now(), version = version + 1`.execute(
    portal.db,
  );
  expect((await feedAt(address, { "if-none-match": tag })).status).toBe(200);
  await sql`update portal.timetable_entry set start = '08:00'`.execute(portal.db);
});

test("a new address ends the earlier one, and ending it ends it", async () => {
  const first = await madeFeed();
  const second = await madeFeed();
  expect([(await feedAt(first)).status, (await feedAt(second)).status]).toEqual([404, 200]);
  await granted(me.post("/student/week/feed/end", {}));
  expect((await feedAt(second)).status).toBe(404);
  expect((await me.get("/student/week")).body.feed).toBeNull();
});

test.each(["x.ics", `${"A".repeat(43)}.ics`, "A".repeat(43)])("the address %s is not there", async (file) => {
  const answer = await fetch(`${portal.url}/api/calendar/${file}`);
  expect([answer.status, (await answer.json()).code]).toEqual([404, "record-not-found"]);
});

test("guessing addresses ends in a refusal to wait, and so does reading one all the time", async () => {
  const address = await madeFeed();
  const statuses = new Set<number>();
  for (let at = 0; at < 125; at += 1) statuses.add((await feedAt(address)).status);
  expect([...statuses]).toEqual([200, 429]);
  let last = 0;
  for (let at = 0; at < 65; at += 1) last = (await fetch(`${portal.url}/api/calendar/guess${at}.ics`)).status;
  expect(last).toBe(429);
  await sql`delete from portal.limits`.execute(portal.db);
});

test("who is no longer registered or has left reads a calendar without events", async () => {
  const address = await madeFeed();
  await sql`update portal.student set status = 'Withdrawn' where _id = ${me.student}`.execute(portal.db);
  const gone = await feedAt(address);
  expect([gone.status, (await gone.text()).includes("VEVENT")]).toEqual([200, false]);
  await sql`update portal.student set status = 'Active' where _id = ${me.student}`.execute(portal.db);
  expect((await (await feedAt(address)).text()).includes("VEVENT")).toBe(true);
  await sql`update portal.course_registration_line set "droppedAt" = now()`.execute(portal.db);
  await registrationsFollow(portal);
  expect((await (await feedAt(address)).text()).includes("VEVENT")).toBe(false);
});

test("a lecturer who left, or may not open the week any more, reads nothing by the address of before", async () => {
  const lecturer = await staffMember(portal, { pages: ["my-week"] });
  await desk.lecturer(course, lecturer._id);
  const { address } = (await granted(lecturer.post("/staff/ms_my_week/feed", {}))).body;
  expect(await (await feedAt(address)).text()).toContain("WKA 101");
  const stands = (status: string) =>
    sql`update portal.staff set status = ${status} where _id = ${lecturer._id}`.execute(portal.db);
  for (const status of ["Left", "Suspended"]) {
    await stands(status);
    expect(await (await feedAt(address)).text()).not.toContain("WKA 101");
  }
  await stands("Active");
  expect(await (await feedAt(address)).text()).toContain("WKA 101");
  await sql`delete from portal.user_permission where staff = ${lecturer._id}`.execute(portal.db);
  expect(await (await feedAt(address)).text()).not.toContain("WKA 101");
});

test("a key for a repetition keeps no address readable: whoever asks twice has the second one", async () => {
  const asks = () => me.post("/student/week/feed", {}, { "idempotency-key": "the same tap" });
  const [first, second] = [(await granted(asks())).body.address, (await granted(asks())).body.address];
  expect([(await feedAt(first)).status, (await feedAt(second)).status]).toEqual([404, 200]);
  const kept = await sql`select from portal.idempotency where reply::text like '%/api/calendar/%'`.execute(portal.db);
  expect(kept.rows).toEqual([]);
});
