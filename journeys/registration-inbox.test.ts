import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue } from "../testing/catalogue.ts";
import { headOf } from "../testing/head.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import type { StaffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type Student, signedInStudent } from "../testing/student.ts";
import { granted } from "../testing/walk.ts";

// A head of department in the evening: thirty registrations wait, judged already.

let journey: Journey;
let head: StaffMember;
let last: Student;
const looksRight = looksRightIn("registration-inbox");
const courses: string[] = [];

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  const office = await catalogue(portal);
  const { session, programme } = office.usual;
  const { db } = portal;
  await db.updateTable("session").set({ status: false }).execute();
  await db.updateTable("session").set({ status: true, semester: 1 }).where("_id", "=", session).execute();
  await db.updateTable("programme").set({ minunit: 4, maxunit: 10 }).where("_id", "=", programme).execute();
  const { code } = await db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select("department.code")
    .where("programme._id", "=", programme)
    .executeTakeFirstOrThrow();
  head = await headOf(portal, code, ["dashboard", "registrations", "registrations.change"]);
  for (const course of ["CRS 111", "ENG 111", "CRS 112"]) courses.push(await office.course(course));
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  await sql`insert into portal.registration_window (_id, session, semester, start, late, "end", hodapproval)
    values (gen_random_uuid(), ${session}, 1, ${day(-9)}, ${day(5)}, ${day(10)}, true)`.execute(db);
  for (let made = 0; made < 31; made += 1) {
    last = await signedInStudent(portal);
    const place = { programme, session, level: 100 };
    await db.updateTable("student").set(place).where("_id", "=", last.student).execute();
    if (made === 30) break;
    const isShort = made % 15 === 0;
    const note = "I repeat the year, and take one course";
    const form = isShort ? { courses: courses.slice(0, 1), note } : { courses };
    await granted(last.put("/student/registration", form));
  }
  await sql`update portal.course_registration set "arrivedAt" = "arrivedAt" - interval '3 days'
    where _id in (select _id from portal.course_registration order by _id limit 4)`.execute(db);
}, 120_000);
afterAll(() => journey.stop());

test("thirty wait: the clear ones go by one key, one is returned, one allowed, and one registered in front", async () => {
  const who = await staffAt(journey, head);
  await who.opens("/staff/dashboard");
  await who.sees("30 registrations of courses wait for the head of department.");
  await who.opens("/staff/registrations");
  await who.seesHeading("Registrations");
  await who.sees("30 registrations wait", /the oldest for 3 days/, "Too few units");
  await looksRight(who, "waiting");
  await who.page.keyboard.press("a");
  const dialog = await who.inDialog("Approve 28 clear registrations?");
  await dialog.presses("Approve 28 clear registrations");
  await dialog.box.waitFor({ state: "detached" });
  await who.sees("2 registrations wait");
  await who.page.getByRole("link", { name: "Mend" }).first().click();
  await who.sees(/2 units are too few/, "I repeat the year, and take one course");
  await looksRight(who, "one");
  await who.presses("Return");
  const back = await who.inDialog("Return this registration?");
  await back.presses("Add courses: your units are below the least.");
  await looksRight(who, "return");
  await back.presses("Return it");
  await back.box.waitFor({ state: "detached" });
  await who.opens("/staff/registrations?state=Waiting");
  await who.page.getByRole("link", { name: "Mend" }).first().click();
  await who.presses("Allow");
  const allow = await who.inDialog("Allow?");
  await allow.presses("Allow");
  await allow.box.waitFor({ state: "detached" });
  await who.opens(`/staff/registrations/for/${last.student}`);
  await who.sees(/6 units in 3 courses/);
  await who.fills({ "Why you register for the student": "The phone of the student is broken" });
  await looksRight(who, "for");
  await who.presses("Register and approve");
  await who.seesHeading("Registrations");
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from portal.course_registration group by state order by state`.execute(
    journey.portal.db,
  );
  expect(rows).toEqual([
    { state: "Registered", count: 30 },
    { state: "Returned", count: 1 },
  ]);
  await who.leaves();
});
