import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { registrationsFollow } from "../testing/catalogue.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { draftHolds } from "../testing/drafts.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, keepPaper, lookAt, settled } from "../testing/look.ts";
import { pagesOf } from "../testing/pdf.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import type { Student } from "../testing/student.ts";
import { allocated, lectureAgo, marked, memberOf, studentOf, taughtCourse, warnedAgo } from "../testing/taught.ts";
import { granted } from "../testing/walk.ts";

// A lecturer has taught and shows a code, which a student types on a phone; the student is warned, and the examinations office prints.

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
  const members: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) members.push(await memberOf(portal, [crs.course]));

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
  await desk.presses("Begin with all absent");
  await desk.sees("0 present, 6 absent", "Tick whoever is present.");
  await desk.page.getByRole("checkbox").nth(1).check();
  await desk.sees("1 present, 5 absent");
  await looksRight(desk, "sheet-begun");
  // What was ticked by hand stays through both.
  await desk.presses("Undo: as it was before");
  await desk.sees("2 present, 4 absent");
  await desk.page.getByRole("checkbox").nth(1).uncheck();
  await desk.sees("1 present, 5 absent");
  await desk.page.getByRole("checkbox").first().focus();
  await desk.page.keyboard.press("Space");
  await desk.sees("0 present, 6 absent", "not saved");
  await looksRight(desk, "sheet");
  await desk.page.keyboard.press("Space");
  await desk.presses("Save attendance");
  await desk.sees("The five books of Moses: 1 present, 5 absent");
  await desk.sees("Marked by Mrs Hauwa Sani");
  const { _id } = await portal.db.selectFrom("contact").select("_id").executeTakeFirstOrThrow();
  const colleague = await staffMember(portal, {
    ...{ firstname: "Oluwaseun", lastname: "Eze-Nwachukwu", scope: "department" },
    pages: ["lectures", "lectures.change"],
  });
  await allocated(portal, colleague._id, crs.course);
  const [late = ""] = members;
  const marks = [{ student: late, present: true, had: false }];
  await granted(colleague.put(`/staff/ms_contact/${_id}/attendance`, { how: "List", marks }));
  await desk.page.reload();
  await desk.sees("2 present, 4 absent", "unless a line says otherwise", "Present, own phone", /Present, changed by/);
  await looksRight(desk, "sheet-changed");
  await desk.opens("/staff/lectures");
  await desk.sees("The five books of Moses");
  await looksRight(desk, "lectures");
});

test("whoever falls low reads it, and the examination card says what may be sat", async () => {
  const { portal } = journey;
  const low = await taughtCourse(portal, "EDU 112", { name: "Principles of teaching" });
  const free = await taughtCourse(portal, "CRS 115", { name: "The Gospels" });
  const early = await taughtCourse(portal, "CRS 116", { name: "The Acts of the Apostles" });
  const me = await studentOf(portal, [low.course, free.course, early.course]);
  const mate = await memberOf(portal, [low.course, early.course]);
  for (const [days, present] of [
    [9, true],
    [8, true],
    [7, false],
    [6, false],
  ] as const)
    await granted(marked(low, await lectureAgo(portal, low, days), { [me.student]: present, [mate]: true }));
  for (const present of [true, false])
    await granted(
      marked(early, await lectureAgo(portal, early, present ? 4 : 3), { [me.student]: present, [mate]: true }),
    );
  await warnedAgo(portal, 2);
  const student = await phoneOf(me);
  await student.opens("/student/attendance");
  await student.sees(
    "50 %",
    "Below 75 %",
    "Attend the next 4 lectures, and you reach 75 %",
    "In 5 days you may not sit its examination",
  );
  await student.sees("Too early to say", "The figure is judged once 3 lectures count.");
  await looksRight(student, "student-warned");
  await warnedAgo(portal, 7);
  await student.opens("/student/attendance");
  await student.sees("50 %", "Too low", "You may not sit its examination");
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

test("ticks survive a lost connection, a phone's code, a student who drops, leaving and a page that is loaded anew", async () => {
  const { portal } = journey;
  const crs = await taughtCourse(portal, "CRS 121", { name: "The Psalms" });
  const [phones, dropped] = [await studentOf(portal, [crs.course]), await memberOf(portal, [crs.course])];
  const others = [];
  for (let nth = 0; nth < 4; nth += 1) others.push(await memberOf(portal, [crs.course]));
  const lecture = await lectureAgo(portal, crs, 0, "The hymns of Israel");
  const { code } = (await granted(crs.lecturer.post(`/staff/ms_contact/${lecture}/code`, { minutes: 10 }))).body;
  const [first = "", second = ""] = others;
  const desk = await staffAt(journey, crs.lecturer);
  desk.expects(lostFiles);
  desk.expects(/409/);
  const boxOf = async (student: string) => {
    const of = await portal.db
      .selectFrom("student")
      .select("matric")
      .where("_id", "=", student)
      .executeTakeFirstOrThrow();
    return desk.page.getByRole("checkbox", { name: of.matric ?? "" });
  };
  const sheet = `/staff/lectures/${lecture}/attendance`;
  await desk.opens(sheet);
  await desk.sees("0 present, 6 absent", "A code is open until");
  await (await boxOf(first)).check();
  await (await boxOf(second)).check();
  await desk.sees("2 present, 4 absent");
  await desk.presses("All others present");
  await desk.sees("6 present, 0 absent");
  await desk.presses("Undo: as it was before");
  await desk.sees("2 present, 4 absent");

  await granted(phones.post("/student/attendance", { code }));
  await desk.context.setOffline(true);
  await desk.sees("You are offline");
  await desk.context.setOffline(false);
  await desk.sees("3 present, 3 absent", "own phone");

  await desk.follows("Back to the class");
  const leaving = await desk.inDialog("Leave without saving?");
  await leaving.presses("Leave, and keep it for later");
  await desk.sees("I taught today");
  await desk.opens(sheet);
  await desk.sees("Draft restored", "3 present, 3 absent");
  await looksRight(desk, "sheet-restored");

  await sql`update portal.course_registration_line set "droppedAt" = now()
    where registration in (select _id from portal.course_registration where student = ${dropped})`.execute(portal.db);
  await registrationsFollow(portal);
  await desk.presses("Save attendance");
  await desk.sees("1 student of the sheet takes CRS 121 no more", "3 present, 2 absent");
  await desk.presses("Save attendance");
  await desk.sees("The hymns of Israel: 3 present, 2 absent");
  await desk.follows("Back to the class");
  await desk.sees("3 of 5 present");
  await desk.leaves();
});

test("later from paper: what it does is read before it is saved, and nobody's mark is taken away", async () => {
  const { portal } = journey;
  const crs = await taughtCourse(portal, "CRS 122", { name: "The Prophets" });
  const [phones, paper] = [await memberOf(portal, [crs.course]), await memberOf(portal, [crs.course])];
  const lecture = await lectureAgo(portal, crs, 2);
  await granted(marked(crs, lecture, { [phones]: true }));
  const { matric } = await portal.db
    .selectFrom("student")
    .select("matric")
    .where("_id", "=", paper)
    .executeTakeFirstOrThrow();
  const desk = await staffAt(journey, crs.lecturer);
  await desk.opens(`/staff/lectures/class/${crs.taught}`);
  await desk.sees("1 of 2 present");
  expect(await desk.page.getByRole("button", { name: /code/ }).count()).toBe(0);
  await desk.follows(/^See or correct/);
  await desk.fills({ "Matric numbers of those who were there": `${matric}\nNCE/00/1` });
  await desk.presses("Show what it does");
  await desk.sees("NCE/00/1 (nobody has this number)");
  await looksRight(desk, "paper-wrong");
  await desk.fills({ "Matric numbers of those who were there": matric ?? "" });
  await desk.presses("Show what it does");
  await desk.sees("1 student will be marked present");
  await looksRight(desk, "paper-seen");
  await desk.page.reload();
  await desk.sees("Draft restored", "1 present, 1 absent");
  await desk.presses("Show what it does");
  await desk.presses("Save from paper");
  await desk.sees("1 student marked present from paper", "2 present, 0 absent");
  expect(await desk.field("Matric numbers of those who were there").inputValue()).toBe("");
  await desk.leaves();
});

test("a class of nobody says so on its sheet and its list, and no code opens; a lecture that is being written down is kept", async () => {
  const { portal } = journey;
  const crs = await taughtCourse(portal, "CRS 123", { name: "The Epistles" });
  const lecture = await lectureAgo(portal, crs, 0);
  const desk = await staffAt(journey, crs.lecturer);
  await desk.opens(`/staff/lectures/${lecture}/attendance`);
  await desk.sees("The class is empty");
  expect(await desk.page.getByRole("button", { name: "Save attendance" }).count()).toBe(0);
  await looksRight(desk, "sheet-empty");
  await desk.opens(`/staff/lectures/class/${crs.taught}/list`);
  await desk.sees("Nobody is in CRS 123 yet");
  for (const name of [/^Print/, "With lines to sign"])
    expect(await desk.page.getByRole("button", { name }).count()).toBe(0);
  expect(await desk.page.getByRole("article").count()).toBe(0);
  await looksRight(desk, "class-list-empty");
  await desk.opens(`/staff/lectures/class/${crs.taught}`);
  await desk.presses(/^By a code/);
  const dialog = await desk.inDialog(/^A code for/);
  await dialog.presses("Show the code");
  await dialog.sees("Nobody is in CRS 123 with a registration that counts");
  await looksRight(desk, "code-empty");
  await dialog.presses("Close");
  await desk.presses("Another day, hours or topic");
  await desk.fills({ Lecture: "Romans", Topic: "Grace" });
  await draftHolds(desk.page, /^lecture-of:/, "Romans");
  await desk.page.reload();
  await desk.sees("Draft restored");
  expect(await desk.field("Topic").inputValue()).toBe("Grace");
  await desk.leaves();
});

test("without a connection the code says whom to ask", async () => {
  const { portal } = journey;
  const crs = await taughtCourse(portal, "CRS 124");
  const student = await phoneOf(await studentOf(portal, [crs.course]));
  student.expects(lostFiles);
  await student.opens("/student/attendance");
  await student.fills({ Code: "123456" });
  await student.context.setOffline(true);
  await student.sees("You are offline", "ask your lecturer to mark you on the list");
  await looksRight(student, "student-offline");
  await student.context.setOffline(false);
  await student.page.getByText("its time goes on").waitFor({ state: "detached" });
  await student.leaves();
});
