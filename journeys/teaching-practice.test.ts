import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { desk as deskSize, phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { pagesOf } from "../testing/pdf.ts";
import { practiceDesk } from "../testing/practice.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signedInStudent } from "../testing/student.ts";
import { smallPdf } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

// A student chooses schools on a phone, the office posts, the letter is printed, a supervisor scores at the school, the head
// confirms; and a project goes from its title to the checked deposit.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("practice");

test("a school is chosen on a phone, posted by wish, visited with the sheet, and the result confirmed", async () => {
  const { portal } = journey;
  const desk = await practiceDesk(portal);
  await desk.school(1, { name: "Army Children School", lga: "Lokoja" });
  await desk.school(2, { name: "Government Secondary School", lga: "Okene", kind: "Senior secondary" });
  const round = await desk.round({ name: "Teaching practice 2026" });
  const me = await desk.student();
  await desk.student({ passed: ["EDU 213"] });
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);

  await student.opens("/student/practice");
  await student.sees("Teaching practice 2026", "EDU 311 is registered", "EDU 213 is passed");
  const first = student.page.getByRole("combobox", { name: "First wish" });
  await first.fill("army");
  await first.press("Enter");
  const second = student.page.getByRole("combobox", { name: /Second wish/ });
  await second.fill("okene");
  await second.press("Enter");
  await looksRight(student, "wish");
  await student.presses("Send my wishes");
  await student.sees("Your wishes are kept");
  await looksRight(student, "wished");

  const office = await staffAt(journey, desk.office);
  await office.opens("/staff/practice-schools");
  await office.sees("Army Children School");
  await looksRight(office, "schools");
  await office.opens(`/staff/practice-rounds/${round}`);
  await office.sees("Lesson plan");
  await looksRight(office, "round");
  await office.opens(`/staff/teaching-practice/plan/${round}`);
  await office.sees("Who goes where (1)", "EDU 224 is not passed");
  await looksRight(office, "plan");
  await office.presses("Post 1 student");
  await office.page.getByRole("dialog").getByRole("button", { name: "Post 1 student", exact: true }).click();
  await office.sees("Nobody can be posted by wishes now");
  await office.opens("/staff/teaching-practice");
  await office.sees("Army Children School");
  await looksRight(office, "list");
  const posting = (await granted(desk.office.get("/staff/ms_practice_posting"))).body.list[0]._id as string;
  const lecturer = await staffMember(portal, {
    pages: ["supervision", "supervision.change"],
    firstname: "Grace",
    lastname: "Audu",
  });
  const given = { supervisor: lecturer._id, ids: [posting], count: 1 };
  await granted(desk.office.post("/staff/ms_practice_posting/supervise", given));

  await student.opens("/student/practice");
  await student.sees("Your school: Army Children School", "Mrs Grace Audu visits you there");
  await looksRight(student, "posted");
  await student.follows("Posting letter");
  await student.sees("Posting for teaching practice");
  await looksRight(student, "letter");
  expect(pagesOf(await student.page.pdf({ preferCSSPageSize: true }))).toEqual(["595x842"]);

  const supervisor = await staffAt(journey, lecturer, phone);
  await supervisor.opens("/staff/supervision");
  await supervisor.sees("Army Children School", "0 of 2 visits");
  await looksRight(supervisor, "supervision");
  for (const [days, scores] of [
    [2, ["17", "24"]],
    [1, ["15", "27"]],
  ] as const) {
    await supervisor.opens(`/staff/supervision/practice/${posting}`);
    await supervisor.sees("Score a visit");
    const day = lagosDay(new Date(Date.now() - days * 86_400_000).toISOString());
    await supervisor.page.getByLabel("Day of the visit").fill(day);
    await supervisor.page.getByLabel("Lesson plan").fill(scores[0]);
    if (days === 2) {
      await supervisor.page.getByLabel("Presentation").fill("31");
      await supervisor.presses("Send the visit");
      await supervisor.sees("Presentation brings at most 30");
      await looksRight(supervisor, "above");
    }
    await supervisor.page.getByLabel("Presentation").fill(scores[1]);
    await supervisor.presses("Send the visit");
    await supervisor.sees(`${Number(scores[0]) + Number(scores[1])} of 50`);
  }
  await supervisor.sees("83 %");
  await looksRight(supervisor, "visited");
  await supervisor.presses("Propose the result");
  await supervisor.page.getByRole("dialog").getByRole("button", { name: "Propose", exact: true }).click();
  await supervisor.sees("is proposed. Another person confirms it");

  const head = await staffAt(
    journey,
    await staffMember(portal, { pages: ["dashboard", "teaching-practice", "teaching-practice.approve"] }),
    deskSize,
  );
  await head.opens("/staff/dashboard");
  await head.sees("One result of teaching practice waits to be confirmed");
  await head.opens(`/staff/teaching-practice/${posting}`);
  await head.sees("83 %, passed");
  await looksRight(head, "confirm");
  await head.presses("Confirm");
  await head.page.getByRole("dialog").getByRole("button", { name: "Confirm", exact: true }).click();
  await head.sees("is confirmed");

  await student.opens("/student/practice");
  await student.sees("83 %, passed", "Passed");
  await looksRight(student, "result");
});

test("a project goes from its title to the checked deposit", async () => {
  const { portal } = journey;
  const me = await signedInStudent(portal);
  await portal.db.updateTable("student").set({ level: 300 }).where("_id", "=", me.student).execute();
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  await student.opens("/student/project");
  await student.fills({ Title: "Reading habits of pupils in Lokoja" });
  await looksRight(student, "title");
  await student.presses("Send the title");
  await student.sees("Title proposed");

  const head = await staffMember(portal, { pages: ["projects", "projects.change", "staff"] });
  const lecturer = await staffMember(portal, { pages: ["supervision", "supervision.change"], lastname: "Audu" });
  const project = (await granted(head.get("/staff/ms_project"))).body.list[0]._id as string;
  await granted(head.post("/staff/ms_project/supervise", { supervisor: lecturer._id, ids: [project], count: 1 }));
  const supervisor = await staffAt(journey, lecturer, phone);
  await supervisor.opens(`/staff/supervision/project/${project}`);
  await supervisor.sees("Reading habits of pupils in Lokoja");
  await looksRight(supervisor, "project");
  await supervisor.presses("Accept");
  await supervisor.page.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).click();
  await supervisor.sees("Title accepted");

  await student.opens("/student/project");
  const pdf = { name: "project.pdf", mimeType: "application/pdf", buffer: smallPdf() };
  await student.page.getByLabel("Project as a PDF").setInputFiles(pdf);
  await student.page.getByLabel("Proof of the deposit").setInputFiles({
    ...pdf,
    name: "proof.pdf",
    buffer: smallPdf("/Lang (en)"),
  });
  await student.fills({ "NERD number": "NERD-2026-0012" });
  await student.sees("proof.pdf is attached", "project.pdf is attached");
  await looksRight(student, "deposit");
  await student.presses("Deposit it");
  await student.sees("Deposit to check");
  await looksRight(student, "deposited");

  const office = await staffAt(journey, head);
  await office.opens("/staff/projects?state=Deposited");
  await office.sees("NERD-2026-0012");
  await looksRight(office, "projects");
  await office.opens(`/staff/projects/${project}`);
  await office.presses("Check the deposit");
  await looksRight(office, "check");
  await office.page.getByRole("dialog").getByRole("button", { name: "It is right", exact: true }).click();
  await office.sees("Deposit checked");
  await student.opens("/student/project");
  await student.sees("Your deposit is checked");
});
