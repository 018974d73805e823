import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { billed, paidTuition } from "../testing/billed.ts";
import { phone } from "../testing/browser.ts";
import { registeredFor } from "../testing/catalogue.ts";
import { examsOffice } from "../testing/exams-office.ts";
import { halves, sheetOf } from "../testing/graded-marks.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, keepPaper, lookAt, settled } from "../testing/look.ts";
import { pagesOf } from "../testing/pdf.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type Student, signedInStudent } from "../testing/student.ts";

// Two of the office moderate and publish; students read on a phone, one of them after paying; a stranger checks a slip.

let journey: Journey;
let desk: Awaited<ReturnType<typeof examsOffice>>;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  desk = await examsOffice(journey.portal);
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
  await lookAt(who.page, `results-${picture}`);
};

/** In Lagos, to the minute. */
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000).toISOString().slice(0, 16);

const courses = [
  { code: "BIO 111", name: "General Biology I", marks: [72, 55], credit: 3 },
  { code: "EDU 111", name: "History of Education in Nigeria", marks: [39, 61], credit: 2 },
  { code: "GSE 111", name: "Use of English I", marks: [64, 48], credit: 2 },
] as const;

test("a moderation and a publication by two people, read on a phone, opened by a payment, and a slip that a stranger checks", async () => {
  const { portal, office } = desk;
  const [paid, debtor] = [await signedInStudent(portal), await signedInStudent(portal)];
  const own = await Promise.all(courses.map(({ code, name, credit }) => office.course(code, { name, credit })));
  const late = await office.course("BIO 112", { name: "General Biology II" });
  for (const me of [paid, debtor]) {
    await portal.db
      .updateTable("student")
      .set({ programme: office.usual.programme, session: office.usual.session })
      .where("_id", "=", me.student)
      .execute();
    await registeredFor(portal, me.student, [...own, late]);
  }
  for (const [at, course] of own.entries())
    await sheetOf(portal, course, {
      [paid.student]: halves(courses[at]?.marks[0] ?? 0),
      [debtor.student]: halves(courses[at]?.marks[1] ?? 0),
    });
  await sheetOf(portal, late, { [paid.student]: halves(50) }, "With board");
  const { bill } = await billed(portal, debtor.student);

  const pages = ["moderations", "publications", "student-results", "students"] as const;
  const officer = await staffMember(portal, {
    firstname: "Bala",
    lastname: "Examiner",
    pages: [...pages, "moderations.change", "publications.change"],
  });
  const provost = await staffMember(portal, {
    lastname: "Board",
    pages: [...pages, "moderations.approve", "publications.approve"],
  });
  const one = await staffAt(journey, officer);
  const other = await staffAt(journey, provost);

  await one.opens("/staff/moderations/new");
  await one.fills({ Semester: "1", From: "38", To: "40" });
  await one.presses("See whom it touches");
  await one.sees(/38 and 39 become 40/, /1 mark of 1 student/, /EDU 111: 39 → 40/);
  await looksRight(one, "moderation-preview");
  await one.presses("Propose it");
  await (await one.inDialog(/^Propose that/)).presses("Propose it");
  await one.sees("Proposed");
  await other.opens("/staff/moderations?state=Proposed");
  await looksRight(other, "moderations");
  await other.follows(/Moderated as the board/);
  await other.presses("Approve");
  await (await other.inDialog(/^Approve this/)).presses("Approve");
  await other.sees("Approved");
  await looksRight(other, "moderation");

  await one.opens("/staff/publications/new");
  await one.sees(/6 ready/);
  await one.presses("Choose all that are ready");
  await one.presses("See what goes out");
  await one.sees("6 results of 2 students", /To 1 student the semester stays closed/, /With board, 2 students/);
  await looksRight(one, "publication-preview");
  await one.fills({ "Goes out": tomorrow() });
  await one.presses("Propose it");
  await one.sees("Proposed");
  const address = one.page.url();
  await other.opens(new URL(address).pathname);
  await looksRight(other, "publication");
  await other.presses("Approve");
  const approving = await other.inDialog(/^Approve this/);
  await approving.presses("Approve");
  await approving.box.waitFor({ state: "detached" });
  await desk.work();
  await other.opens(new URL(address).pathname);
  await other.sees("Planned");
  const student = await phoneOf(paid);
  await student.opens("/student/results");
  await student.sees(/General Biology I: not out yet/);
  await desk.minuteCame(new URL(address).pathname.split("/").at(-1) ?? "");
  await other.opens("/staff/publications");
  await other.sees("Published");
  await looksRight(other, "publications");

  await student.opens("/student/results");
  await student.sees(
    "Credit",
    "BIO 111",
    /counts as 40/,
    /General Biology II: not out yet/,
    /Ask about this mark.*until/,
  );
  await student.page.getByText("how it is worked out").first().click();
  await student.sees("Units × point", /25 points ÷ 7 units/);
  await looksRight(student, "own");
  const wide = await student.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, "nothing scrolls sideways").toBeLessThanOrEqual(0);
  await student.follows("Result slip");
  await student.sees("Check this paper: scan the picture, or open");
  await looksRight(student, "slip");
  const paper = await student.page.pdf({ preferCSSPageSize: true, printBackground: true });
  keepPaper(paper, "results-slip");
  expect(pagesOf(paper)).toHaveLength(1);
  const code = (await student.page.locator("p").filter({ hasText: /^Y-/ }).first().textContent()) ?? "";

  const poor = await phoneOf(debtor);
  await poor.opens("/student/results");
  await poor.sees(/Your result is here; it opens when ₦[\d,.]+ are paid/);
  expect(await poor.page.getByText("BIO 111").count()).toBe(0);
  await looksRight(poor, "debtor");
  await paidTuition(portal, debtor, bill);
  await poor.opens("/student/results");
  await poor.sees("BIO 111");

  const stranger = await journey.person({ size: phone });
  await stranger.opens(`/genuine/${code.replace(/\s/g, "")}`);
  await stranger.sees("Result slip", /GPA 3\.57/);
  await looksRight(stranger, "checked");

  await other.opens(`/staff/student-results/${paid.student}`);
  await other.sees(/counts as 40/);
  await looksRight(other, "office");

  const publication = new URL(address).pathname;
  await one.opens(publication);
  await one.presses("Propose to recall it");
  const asking = await one.inDialog("Propose to recall these results");
  await asking.fills({ Reason: "Marks of another class were attached" });
  await asking.presses("Propose to recall it");
  await one.sees("Take the recall proposal back");
  await other.opens(publication);
  await other.presses("Recall");
  await (await other.inDialog("Recall these results?")).presses("Recall");
  // The portal's own round may have taken everything back by then.
  await other.sees(/^(Being recalled|Recalled)$/);
  await desk.work();
  await student.opens("/student/results");
  await student.sees("Marks of another class were attached", /General Biology I: not out yet/);
  await looksRight(student, "recalled");
  for (const who of [one, other, student, poor, stranger]) await who.leaves();
});
