import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor } from "../testing/catalogue.ts";
import { draftHolds } from "../testing/drafts.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { registry } from "../testing/registry.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type Student, signedInStudent } from "../testing/student.ts";
import { timetableDesk } from "../testing/timetable.ts";
import { granted } from "../testing/walk.ts";

// A timetable officer makes a week, then the examinations: a clash shows while it is made, is mended, and it goes out.

let journey: Journey;
let me: Student;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
let lecturer: StaffMember;
let watcher: StaffMember;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  desk = await timetableDesk(journey.portal);
  await sql`update portal.session set status = false where status`.execute(journey.portal.db);
  await sql`update portal.session set status = true, semester = 1 where code = '2026'`.execute(journey.portal.db);
  me = await signedInStudent(journey.portal);
}, 90_000);
afterAll(() => journey.stop());

/** The words of a week that do not fit into their cells. */
const cutIn = (page: Page) =>
  page.locator(".day-entry span:not(.sr-only)").evaluateAll((lines) =>
    lines
      .filter((line) => {
        const [own, cell] = [line, line.closest("li")].map((one) => one?.getBoundingClientRect());
        if (!own || !cell || own.width <= 1) return false;
        return own.right > cell.right || own.bottom > cell.bottom || line.scrollWidth > line.clientWidth + 1;
      })
      .map((line) => line.textContent),
  );

const looksRight = looksRightIn("timetable");

/** A teaching day with classes: what a page says of today then does not hang on the day of the run. */
const TEACHING_MONDAY = new Date("2026-11-09T08:30:00+01:00");

test("an officer sees a clash while a class is placed, takes a free slot, and puts the week out", async () => {
  const { portal } = journey;
  const [first, second, third] = [
    await desk.course("CRS 111", { name: "Old Testament" }),
    await desk.course("CRS 112", { name: "New Testament" }),
    await desk.course("GSE 111", { name: "General English", general: true, moduletype: "General" }),
  ];
  lecturer = await staffMember(portal, { pages: ["my-week"] });
  for (const course of [first, second, third]) await desk.lecturer(course, lecturer._id);
  const [small, hall] = [
    await desk.room(20, { code: "LR 1", name: "Hall 1" }),
    await desk.room(200, { code: "LT 1", name: "Hall 2" }),
  ];
  const people = await registry(portal);
  await registeredFor(portal, me.student, [first, second, third]);
  for (let at = 0; at < 2; at += 1) await registeredFor(portal, (await people.student())._id, [first, second, third]);
  await granted(desk.meet(first, small));
  await granted(desk.meet(third, hall, { day: "Wednesday", start: "10:00", end: "12:00" }));
  await desk.semester();
  const { programme, session } = desk.usual;
  const week = `/staff/timetable?programme=${programme}&level=100&session=${session}&semester=1`;

  const who = await staffAt(journey, desk.officer);
  await who.opens("/staff/timetable");
  await who.sees("Whose week?");
  await looksRight(who, "begin");
  await who.opens(week);
  await who.sees("CRS 111", "GSE 111", /A draft/);
  await who.page.keyboard.press("n");
  const left = await who.inDialog("Add a class");
  await left.box.getByRole("combobox", { name: "Course" }).fill("CRS 112");
  await left.box.getByRole("option", { name: /CRS 112/ }).click();
  await left.box.getByLabel("Day").selectOption("Monday");
  await draftHolds(who.page, /^class:new$/, "Monday");
  await who.page.keyboard.press("Escape");
  await left.box.waitFor({ state: "detached" });
  await who.page.keyboard.press("n");
  const dialog = await who.inDialog("Add a class");
  await dialog.sees("Draft restored");
  await dialog.box.getByRole("combobox", { name: "Course" }).and(dialog.box.locator("[value^='CRS 112']")).waitFor();
  expect(await dialog.box.getByLabel("Day").inputValue()).toBe("Monday");
  await dialog.fills({ From: "9", To: "11" });
  await dialog.box.getByRole("combobox", { name: "Room" }).fill("LR 1");
  await dialog.box.getByRole("option", { name: /LR 1/ }).click();
  await dialog.sees("2 clashes", /LR 1 is taken by CRS 111/, "3 students take CRS 111 (08:00 to 10:00) too");
  await dialog.box.evaluate((sheet) => sheet.scrollTo(0, 0));
  await looksRight(who, "clash");
  await dialog.presses(/Mon 10:00–12:00 LR 1/);
  await dialog.sees(/No clash\./);
  await dialog.presses("Add to the timetable");
  await dialog.box.waitFor({ state: "detached" });
  await who.sees("CRS 112");
  const hour = { day: "Friday", start: "09:00", end: "10:00" };
  const other = await staffMember(portal);
  await granted(desk.meet(third, hall, hour));
  await granted(desk.meet(first, small, { ...hour, lecturer: other._id, reason: "Those who repeat it come at 14:00" }));
  await granted(desk.meet(second, small, { day: "Saturday", start: "08:00", end: "09:00", lecturer: other._id }));
  await who.opens(week);
  await who.sees("2 classes clash");
  expect(await cutIn(who.page)).toEqual([]);
  await looksRight(who, "week");
  await who.presses("Publish");
  const asked = await who.inDialog("Publish the timetable");
  await asked.presses("Publish");
  await who.sees(/Published on/);
  await who.follows("Print");
  await who.sees("Old Testament", /^NCE .*, 100 level$/);
  expect(await who.page.title()).toMatch(/^Timetable, NCE .*, 100 level/);
  await looksRight(who, "print");
  const { publishedAt } = await portal.db
    .selectFrom("teaching_semester")
    .select("publishedAt")
    .executeTakeFirstOrThrow();
  expect(publishedAt).not.toBeNull();
  await who.leaves();
});

test("the same officer places examinations: who has two at once is named, the halls are counted, and it goes out", async () => {
  const { portal } = journey;
  const { session, programme } = desk.usual;
  const codes = ["CRS 111", "CRS 112", "GSE 111"];
  const rows = await portal.db.selectFrom("course").select(["_id", "code"]).where("code", "in", codes).execute();
  const course = (code: string) => rows.find((one) => one.code === code)?._id ?? "";
  const room = async (code: string) =>
    (await portal.db.selectFrom("room").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;
  watcher = await staffMember(portal, { pages: ["my-week"] });
  await granted(desk.examine(course("CRS 111"), { [await room("LR 1")]: [watcher._id] }));
  await desk.examDays();

  const who = await staffAt(journey, desk.officer);
  await who.opens(`/staff/exam-timetable?session=${session}&semester=1&programme=${programme}`);
  await who.sees("CRS 111", "2 classes have no examination yet", /A draft/);
  await looksRight(who, "exam-list");
  await who.presses("Place CRS 112");
  const dialog = await who.inDialog("Add an examination");
  await dialog.fills({ Date: "2027-03-08", From: "9", To: "11" });
  await dialog.sees("3 students take CRS 111 (09:00 to 12:00) too");
  await dialog.box.getByLabel("Reason to allow the clash", { exact: true }).waitFor();
  await looksRight(who, "exam-reason");
  await dialog.box.getByRole("combobox", { name: "Hall" }).fill("LR 1");
  await dialog.box.getByRole("option", { name: /LR 1/ }).click();
  await dialog.sees(/LR 1 is taken by CRS 111/, "3 students take CRS 111 (09:00 to 12:00) too", /Two at once:/);
  expect(await dialog.box.getByLabel("Reason to allow the clash").isVisible()).toBe(false);
  await dialog.box.evaluate((sheet) => sheet.scrollTo(0, 0));
  await looksRight(who, "exam-clash");
  await dialog.fills({ From: "1pm", To: "3pm" });
  await dialog.sees("No clash so far", "No invigilator yet in LR 1.");
  await dialog.presses(/LT 1 200/);
  await dialog.box.getByRole("combobox", { name: "Invigilator in LT 1 Hall 2" }).fill(watcher.emailaddress);
  await dialog.box.getByRole("option").first().click();
  await dialog.sees("No clash so far", "No invigilator yet in LR 1.", /^3 students are registered, 2\d\d seats\.$/);
  await draftHolds(who.page, /^exam:/, watcher._id);
  await who.page.keyboard.press("Escape");
  await dialog.box.waitFor({ state: "detached" });
  await who.presses("Place CRS 112");
  await dialog.sees("Draft restored", "LR 1 Hall 1", "LT 1 Hall 2");
  await dialog.box.getByRole("button", { name: /^Take .*(?<!Hall \d) out$/ }).waitFor();
  await dialog.box.getByLabel("Seats").last().fill("40");
  await dialog.sees(/^3 students are registered, \d\d seats\.$/, "Others can have the rest.");
  await dialog.box.evaluate((sheet) => sheet.scrollTo(0, 0));
  await looksRight(who, "exam-filled");
  await dialog.presses("Add to the timetable");
  await dialog.box.waitFor({ state: "detached" });
  await who.sees("1 class has no examination yet");
  await who.presses("Publish");
  const asked = await who.inDialog("Publish the examination timetable");
  await asked.sees("1 examination has a hall without an invigilator: CRS 112", "2 examinations.");
  await looksRight(who, "exam-publish");
  await asked.presses("Publish");
  await asked.sees(/Mend it, or say why the timetable is published all the same/);
  await asked.fills({ "Why it is published all the same": "The second invigilator is named on Friday" });
  await asked.presses("Publish");
  await who.sees(/Published on/);
  await looksRight(who, "exam-out");
  await who.follows("Print");
  await who.seesHeading("Print the examination timetable");
  await who.sees("Old Testament", "Monday 8 March 2027", /^100 level: NCE-/);
  expect(await who.page.title()).toMatch(/^Examination timetable, NCE /);
  await looksRight(who, "exam-print");
  await who.page.goBack();
  await who.follows("Seats of CRS 112");
  await who.sees("Signature", /The examination card says who may sit/);
  await looksRight(who, "exam-seats");
  await who.opens("/staff/exam-timetable/days");
  await who.sees("Days of examinations", /1 Mar/);
  await looksRight(who, "exam-days");
  await who.leaves();
});

test("lecturer and invigilator read their own week: what they teach, and where they invigilate", async () => {
  const teacher = await staffAt(journey, lecturer);
  await teacher.page.clock.setFixedTime(TEACHING_MONDAY);
  await teacher.opens("/staff/dashboard");
  await teacher.sees("Today, Monday");
  await looksRight(teacher, "lecturer-dashboard");
  await teacher.opens("/staff/my-week");
  await teacher.seesHeading("My week");
  await teacher.sees("CRS 111", "GSE 111", /LT 1/);
  await looksRight(teacher, "lecturer-week");
  await teacher.sees("In your phone's calendar");
  await teacher.page.emulateMedia({ media: "print" });
  expect(await teacher.page.getByText("In your phone's calendar").isVisible()).toBe(false);
  await teacher.page.emulateMedia({ media: null });
  await teacher.leaves();
  const invigilator = await staffAt(journey, watcher);
  await invigilator.opens("/staff/my-week");
  await invigilator.sees(
    "Examinations you invigilate",
    "Monday 8 March 2027, 09:00 to 12:00",
    "Monday 8 March 2027, 13:00 to 15:00",
  );
  await looksRight(invigilator, "invigilator-week");
  await invigilator.leaves();
});

test("a student reads the own week on a phone, and takes it into the phone's calendar", async () => {
  const who = await journey.person();
  const [name = "", value = ""] = me.cookie.split("=");
  await who.page.context().addCookies([{ name, value, url: journey.portal.config.publicUrl }]);
  await who.page.clock.setFixedTime(TEACHING_MONDAY);
  await who.opens("/student");
  await who.sees("Today, Monday");
  await looksRight(who, "own-today");
  await who.opens("/student/week");
  await who.seesHeading("My week");
  await who.sees("CRS 111", "GSE 111", /LT 1/, "Your examinations", "Monday 8 March 2027, 09:00 to 12:00");
  await looksRight(who, "own-week");
  await who.presses("Make my address");
  await who.sees(/\/api\/calendar\/[\w-]{43}\.ics/);
  await looksRight(who, "own-address");
  const address = await who.page
    .getByText(/\/api\/calendar\//)
    .first()
    .innerText();
  const answer = await fetch(`${journey.portal.url}${new URL(address).pathname}`);
  const calendar = await answer.text();
  expect(calendar).toContain("SUMMARY:CRS 111 Old Testament");
  expect(calendar).toContain("SUMMARY:Examination: CRS 111 Old Testament");
  await who.opens("/student/exam-card");
  await who.sees(/Monday 8 March 2027, 09:00 to 12:00, LR 1/);
  await looksRight(who, "exam-card");
  await who.leaves();
});
