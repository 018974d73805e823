import { afterAll, beforeAll, inject, test } from "vitest";
import { expectInvariants } from "../testing/invariants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt, looksRightIn, settled } from "../testing/look.ts";
import { registry, type TestStudent } from "../testing/registry.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
let one: TestStudent;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { student } = await registry(journey.portal);
  one = await student({ firstname: "Oluwaseyi", lastname: "Adebayo-Fashola", lgaoforigin: "Lokoja" });
  await student();
  await student({ phonenumber: "" });
}, 60_000);
afterAll(() => journey.stop());

const looksRight = looksRightIn("students");

test("an officer finds a student, places a hold, and proposes a deferral that the provost approves", async () => {
  const registrar = await staffMember(journey.portal, {
    firstname: "Aisha",
    lastname: "Danjuma",
    pages: [
      ...(["students", "students.change", "student-status", "student-status.change"] as const),
      ...(["holds", "holds.change", "payments", "mails", "help-desk", "tuition-accounts"] as const),
    ],
  });
  const provost = await staffMember(journey.portal, {
    lastname: "Provost",
    pages: ["students", "student-status", "student-status.approve", "dashboard"],
  });
  const who = await staffAt(journey, registrar);
  await who.opens("/staff/students");
  await who.seesHeading("Students");
  await looksRight(who, "list");
  await who.page
    .getByRole("link", { name: /Adebayo-Fashola/ })
    .first()
    .click();
  await who.seesHeading("Adebayo-Fashola Oluwaseyi");
  await looksRight(who, "whole");

  await who.presses("Place a hold");
  const dialog = who.page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Kind" }).selectOption("Library");
  await dialog.getByLabel("Registration").check();
  await dialog.getByLabel("Papers").check();
  await who.fills({ Reason: "Two books of the reserve shelf are due", "Where to go": "College library, loans desk" });
  await lookAt(who.page, "students-hold-dialog");
  await who.presses("Place the hold");
  await who.sees("Cannot register courses or get letters and papers.");

  await who.page.getByRole("link", { name: "Change status" }).click();
  await who.seesHeading("Change the status of Adebayo-Fashola Oluwaseyi");
  await who.page.getByRole("radio", { name: /^Deferred/ }).check();
  await who.page.getByRole("combobox", { name: /^Kind of reason/ }).selectOption("Health");
  await who.fills({ Reason: "Treatment until the rains end, by the letter of the clinic" });
  await looksRight(who, "propose");
  await who.presses("Propose: Deferred");
  await who.page.waitForURL(/student-status\/[0-9a-f-]{36}$/);
  await looksRight(who, "proposed");

  const second = await staffAt(journey, provost);
  await second.opens(new URL(who.page.url()).pathname);
  await settled(second.page);
  await second.presses("Approve");
  await lookAt(second.page, "students-approve");
  await second.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await second.sees("Came into force");
  await looksRight(second, "applied");

  await who.opens(`/staff/students/${one._id}`);
  await who.sees("Active to Deferred");
  await looksRight(who, "after");
  await who.opens("/staff/student-status");
  await looksRight(who, "changes");
  await who.opens("/staff/holds");
  await looksRight(who, "holds");
  await who.opens("/staff/student-status/new");
  await looksRight(who, "pick");
  await expectInvariants(journey.portal.db);
}, 120_000);
