import { afterAll, beforeAll, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { fivePoints } from "../testing/five-points.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { resultsDesk } from "../testing/published.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { smallPdf } from "../testing/upload.ts";

// A student asks about a mark on a phone, the head answers that it is to be corrected, the exams officer proposes the right one with
// the script, another person approves, and the student reads the old mark and the new one.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("mark-inquiry");

test("a mark is asked about on a phone, answered, and corrected by two people", async () => {
  const { portal } = journey;
  await fivePoints(portal);
  const desk = await resultsDesk(portal);
  const me = await desk.student({ ca: 20, examination: 15 });
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);

  await student.opens(`/student/inquiries?result=${me.result}`);
  await student.sees("Ask about a mark");
  await looksRight(student, "ask");
  await student.page
    .getByRole("textbox", { name: "Your question" })
    .fill("Question five was not added up on my script.");
  await student.presses("Send the question");
  await student.sees("You asked:", "Last day for the answer");
  await looksRight(student, "asked");

  const head = await staffAt(journey, desk.head);
  await head.opens("/staff/mark-inquiries?state=Asked");
  await head.sees(desk.code);
  await looksRight(head, "list");
  await head.page.getByRole("link", { name: "Bello Aisha" }).first().click();
  await head.sees("Question five was not added up");
  await looksRight(head, "case");
  await head.page.getByRole("radio", { name: "To be corrected" }).check();
  await head.page
    .getByRole("textbox", { name: "What you say to the student" })
    .fill("You are right: question five has 20 marks.");
  await head.presses("Send the answer");
  await head.sees("The mark is still as it was");
  await looksRight(head, "answered");

  const officer = await staffAt(journey, desk.officer);
  await officer.opens("/staff/mark-inquiries?state=To+be+corrected");
  await officer.page.getByRole("link", { name: "Bello Aisha" }).first().click();
  await officer.follows("Propose the right mark");
  await officer.page.getByRole("textbox", { name: /^CA/ }).fill("20");
  await officer.page.getByRole("textbox", { name: /^Examination/ }).fill("35");
  await officer.presses("See what follows");
  await officer.sees("Class of pass", "Merit");
  await officer.page.getByRole("textbox", { name: /^Reason/ }).fill("Question five was not added up: see page 7");
  await officer.page
    .getByLabel("Evidence")
    .setInputFiles({ name: "script.pdf", mimeType: "application/pdf", buffer: smallPdf() });
  await officer.sees("script.pdf is attached");
  await looksRight(officer, "propose");
  await officer.presses("Propose the right mark");
  await officer.sees("You proposed this");
  await looksRight(officer, "proposed");

  const approver = await staffAt(journey, desk.approver);
  await approver.opens("/staff/rectifications?state=Proposed");
  await approver.sees(desk.code);
  await looksRight(approver, "waiting");
  await approver.page.getByRole("link", { name: "Bello Aisha" }).first().click();
  await approver.sees("20 + 15 becomes 20 + 35", "What follows");
  await looksRight(approver, "decide");
  await approver.presses("Approve");
  await approver.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await approver.sees("Approved");

  await student.opens("/student/inquiries");
  await student.sees(
    "The mark now:",
    "The mark that you asked about:",
    "Corrected marks",
    "You are right: question five has 20 marks.",
  );
  await looksRight(student, "corrected");
});
