import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { enrolled } from "../../../testing/billed.ts";
import { catalogue, registeredFor } from "../../../testing/catalogue.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { granted } from "../../../testing/walk.ts";
import { tellOfCourses } from "./course-registration.told.server.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
  await portal.db.updateTable("session").set({ status: false }).where("status", "=", true).execute();
  await portal.db.updateTable("session").set({ status: true }).where("_id", "=", office.usual.session).execute();
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

/** A course that so many students have registered. */
async function registeredCourse(code: string, students = 1) {
  const course = await office.course(code);
  for (let nth = 0; nth < students; nth += 1) await registeredFor(portal, (await enrolled(portal))._id, [course]);
  return course;
}

const change = (course: string, code: string, more: object) =>
  granted(office.officer.put(`/staff/ms_course/${course}`, { ...office.usual, code, name: `Course ${code}`, ...more }));

/** Six minutes later. */
const rested = () =>
  sql`update portal.course_told set "changedAt" = "changedAt" - interval '6 minutes' where "changedAt" is not null`.execute(
    portal.db,
  );

async function told(code: string): Promise<string[]> {
  await rested();
  await tellOfCourses.run(portal.app);
  return mailsAbout(code);
}

async function mailsAbout(code: string): Promise<string[]> {
  const { rows } = await sql<{
    body: string;
  }>`select body from portal.outgoing_mail where subject like ${`%: ${code} %`}
    order by _id`.execute(portal.db);
  return rows.map(({ body }) => body);
}

test("a withdrawn course stays on the form, and whoever registered it is told once what to do", async () => {
  const course = await registeredCourse("CRS 111", 2);
  await change(course, "CRS 111", { status: false });
  const mails = await told("CRS 111");
  expect(mails).toHaveLength(2);
  expect(mails[0]).toContain("The college has withdrawn CRS 111 Course CRS 111, which you have registered.");
  expect(mails[0]).toContain("/student/registration");
  expect(await told("CRS 111")).toHaveLength(2);
  const lines = await portal.db
    .selectFrom("course_registration_line")
    .select("droppedAt")
    .where("course", "=", course)
    .execute();
  expect(lines).toEqual([{ droppedAt: null }, { droppedAt: null }]);
  await change(course, "CRS 111", {});
  expect((await told("CRS 111")).at(-1)).toContain("is offered again");
});

test("while the days of changes last, the mail names the last of them", async () => {
  await sql`insert into portal.registration_window (_id, session, semester, start, late, "end", changes, hodapproval)
    values (gen_random_uuid(), ${office.usual.session}, 1, (now() at time zone 'Africa/Lagos')::date - 5,
      (now() at time zone 'Africa/Lagos')::date + 5, (now() at time zone 'Africa/Lagos')::date + 20,
      (now() at time zone 'Africa/Lagos')::date + 10, false)`.execute(portal.db);
  const course = await registeredCourse("CRS 112");
  await change(course, "CRS 112", { status: false });
  expect((await told("CRS 112"))[0]).toMatch(/Choose another course instead until .*20\d\d, and leave CRS 112 out/);
});

test("several changes in a row are told together, and what is taken back is not told at all", async () => {
  const course = await registeredCourse("CRS 113");
  await change(course, "CRS 113", { credit: 3 });
  await change(course, "CRS 113", { credit: 3, name: "Prophets" });
  const [mail, ...others] = await told("CRS 113");
  expect(others).toEqual([]);
  expect(mail).toContain("It is called Prophets now; it was Course CRS 113.");
  expect(mail).toContain("It has 3 units now; it had 2 units.");
  expect(mail).toContain("Your form keeps what it said on the day you registered");
  await change(course, "CRS 113", { credit: 1, name: "Prophets" });
  await change(course, "CRS 113", { credit: 3, name: "Prophets" });
  expect(await told("CRS 113")).toHaveLength(1);
});

test("of a course of the other semester nobody is told, for there is nothing to do", async () => {
  const course = await registeredCourse("CRS 129");
  const { db } = portal;
  await db.updateTable("session").set({ semester: 2 }).where("_id", "=", office.usual.session).execute();
  await change(course, "CRS 129", { status: false });
  expect(await told("CRS 129")).toEqual([]);
  await db.updateTable("session").set({ semester: 1 }).where("_id", "=", office.usual.session).execute();
});

test("after the days of changes the mail says what still can be done, and by whom", async () => {
  await sql`update portal.registration_window set changes = start`.execute(portal.db);
  const course = await registeredCourse("CRS 130");
  await change(course, "CRS 130", { status: false });
  expect((await told("CRS 130"))[0]).toContain(
    "Your head of department can take CRS 130 out of your registration. To register another course instead, ask the Registry for a permit.",
  );
  await sql`update portal.registration_window set changes = null`.execute(portal.db);
});

test("nobody is told while somebody types on, nor who registered the course as it is now", async () => {
  const course = await registeredCourse("CRS 114");
  await change(course, "CRS 114", { credit: 4 });
  await tellOfCourses.run(portal.app);
  expect(await mailsAbout("CRS 114")).toEqual([]);
  await registeredFor(portal, (await enrolled(portal))._id, [course]);
  expect(await told("CRS 114")).toHaveLength(1);
});

test("many courses switched off at once are told like one, and two rounds at once tell each student once", async () => {
  const courses = [await registeredCourse("CRS 115"), await registeredCourse("CRS 116")];
  await granted(office.officer.post("/staff/ms_course/bulk", { status: false, ids: courses, count: 2 }));
  await rested();
  await whileTableHeld(portal, "outgoing_mail", 2, () =>
    Promise.all([tellOfCourses.run(portal.app), tellOfCourses.run(portal.app)]),
  );
  expect([await mailsAbout("CRS 115"), await mailsAbout("CRS 116")].map(({ length }) => length)).toEqual([1, 1]);
});
