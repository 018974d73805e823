import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, keepPaper, lookAt, settled } from "../testing/look.ts";
import { pagesOf } from "../testing/pdf.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import type { Student } from "../testing/student.ts";
import { lectureAgo, marked, memberOf, studentOf, taughtCourse } from "../testing/taught.ts";
import { granted } from "../testing/walk.ts";

// A lecturer has taught and shows a code, which a student types on a phone; the student is warned, and the exams office prints.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

async function phoneOf(me: Student) {
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  return student;
}

type Person = Awaited<ReturnType<typeof phoneOf>>;

const looksRight = async (who: Person, picture: string) => {
  await settled(who.page);
  await expectAccessible(who.page, picture);
  await lookAt(who.page, `attendance-${picture}`);
};

/** As it leaves the printer: the size of each page. */
async function printed({ page }: Person, picture: string): Promise<string[]> {
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  keepPaper(paper, `attendance-${picture}`);
  return pagesOf(paper);
}

test("“I taught today”: a code is shown, typed on a phone, and the list corrects it", async () => {
  const { portal } = journey;
  const crs = await taughtCourse(portal, "CRS 101", { name: "Introduction to the Old Testament" });
  const me = await studentOf(portal, [crs.course]);
  for (let nth = 0; nth < 5; nth += 1) await memberOf(portal, [crs.course]);

  const desk = await staffAt(journey, crs.lecturer);
  await desk.opens("/staff/lectures/mine");
  await desk.sees("Introduction to the Old Testament");
  await looksRight(desk, "my-classes");
  await desk.follows(/^Open/);
  await desk.sees("I taught today");
  await desk.fills({ Lecture: "The five books of Moses" });
  await desk.presses("Write it down");
  await desk.sees("Attendance was not taken");
  await looksRight(desk, "taught");
  await desk.presses(/^By a code/);
  const dialog = await desk.inDialog(/^A code for/);
  await dialog.presses("Show the code");
  await desk.sees("Students open Attendance on their phones");
  await looksRight(desk, "code");
  const { code } = await portal.db.selectFrom("contact").select("code").executeTakeFirstOrThrow();

  const student = await phoneOf(me);
  await student.opens("/student/attendance");
  await looksRight(student, "student-before");
  await student.fills({ Code: code ?? "" });
  await student.presses("I am here");
  await student.sees("CRS 101: you are marked present");
  await desk.sees("1 of 6 students so far");
  await desk.presses("End it now");
  await desk.sees("1 of 6 present");
  await desk.follows(/^See or correct/);
  await desk.sees("1 present, 5 absent");
  await desk.page.getByRole("checkbox").first().focus();
  await desk.page.keyboard.press("Space");
  await looksRight(desk, "sheet");
  await desk.presses("Save attendance");
  await desk.sees(/^The five books of Moses: \d present/);
  await desk.opens("/staff/lectures");
  await desk.sees("The five books of Moses");
  await looksRight(desk, "lectures");
});

test("whoever falls low reads it, and the examination card says what may be sat", async () => {
  const { portal } = journey;
  const low = await taughtCourse(portal, "EDU 112", { name: "Principles of teaching" });
  const free = await taughtCourse(portal, "CRS 115", { name: "The Gospels" });
  const me = await studentOf(portal, [low.course, free.course]);
  const mate = await memberOf(portal, [low.course]);
  for (const [days, present] of [
    [9, true],
    [8, true],
    [7, false],
    [6, false],
  ] as const)
    await granted(marked(low, await lectureAgo(portal, low, days), { [me.student]: present, [mate]: true }));
  const student = await phoneOf(me);
  await student.opens("/student/attendance");
  await student.sees("50 %", "Too low");
  await looksRight(student, "student-low");
  await student.opens("/student/exam-card");
  await student.sees("May be sat", "May not be sat", "Attendance 50 %");
  await looksRight(student, "card");
  expect(await printed(student, "card")).toEqual(["595x842"]);

  const clerk = await staffMember(portal, {
    pages: ["exam-cards", "exam-cards.change", "students", "courses", "lectures"],
  });
  const desk = await staffAt(journey, clerk);
  await desk.opens("/staff/exam-cards");
  await desk.sees("Cards of a class");
  await looksRight(desk, "office");
  await desk.opens(`/staff/exam-cards/course/${low.course}`);
  await desk.sees("2 cards to print");
  await looksRight(desk, "office-class");
  expect(await printed(desk, "office-class")).toHaveLength(2);
  await desk.opens(`/staff/lectures/class/${low.taught}/list`);
  await desk.sees("2 students");
  await looksRight(desk, "class-list");
  expect(await printed(desk, "class-list")).toEqual(["595x842"]);
  await desk.presses("With lines to sign");
  await desk.sees("Signature");
  await looksRight(desk, "class-list-signed");
  await desk.opens("/staff/lectures/coverage");
  await desk.sees("Planned");
  await looksRight(desk, "coverage");
});
