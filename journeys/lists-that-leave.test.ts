import { afterAll, beforeAll, inject, test } from "vitest";
import { billed } from "../testing/billed.ts";
import { coded, importCsv } from "../testing/bursar.ts";
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
  for (const firstname of ["Amina", "Bilkisu", "Chidinma", "Danladi"])
    await student({ firstname, dateofbirth: "2006-03-01" });
  await student({ firstname: "Ene", jamb: "", phonenumber: "" });
  const session = await coded(journey.portal, "session", "2026");
  const matriculation = new Date(Date.now() - 70 * 86_400_000).toISOString().slice(0, 10);
  await journey.portal.db.updateTable("session").set({ matriculation }).where("_id", "=", session).execute();
}, 60_000);
afterAll(() => journey.stop());

const looksRight = looksRightIn("lists");

test("the National Matriculation List is seen, made, signed off by the provost, fetched, and stands on the student's page", async () => {
  const pages = ["students", "outgoing-lists", "dashboard"] as const;
  const who = await staffAt(
    journey,
    await staffMember(journey.portal, {
      firstname: "Aisha",
      lastname: "Danjuma",
      pages: [...pages, "outgoing-lists.change", "matriculation-answers", "matriculation-answers.change"],
    }),
  );
  const provost = await staffMember(journey.portal, {
    lastname: "Provost",
    pages: [...pages, "outgoing-lists.approve"],
  });
  await who.opens("/staff/outgoing-lists");
  await who.sees("6 not sent yet");
  await looksRight(who, "empty");
  await who.page.getByRole("link", { name: "Make a list" }).click();
  await who.seesHeading("Make a list");
  await who.page.getByLabel("Kind").selectOption("National Matriculation List");
  await who.presses("Show what would be in it");
  await who.sees("No JAMB number");
  await looksRight(who, "seen");
  await who.presses("Make the list");
  await who.sees("It waits for another person to sign it off");
  await looksRight(who, "made");

  const { db } = journey.portal;
  const withdrawn = (status: "Withdrawn" | "Active") =>
    db.updateTable("student").set({ status }).where("_id", "=", one._id).execute();
  await withdrawn("Withdrawn");
  await who.opens(new URL(who.page.url()).pathname);
  await who.sees("1 of its lines is not true any more");
  await looksRight(who, "moved");
  await withdrawn("Active");

  const second = await staffAt(journey, provost);
  await second.opens(new URL(who.page.url()).pathname);
  await settled(second.page);
  await second.presses("Sign off");
  await lookAt(second.page, "lists-sign");
  await second.page.getByRole("dialog").getByRole("button", { name: "Sign off", exact: true }).click();
  await second.sees("Signed off by");
  await looksRight(second, "signed");
  const fetched = second.page.waitForEvent("download");
  await second.page.getByRole("link", { name: "Download the file" }).click();
  await fetched;
  await second.page.getByRole("link", { name: "Print" }).click();
  await second.seesHeading("Print the list");
  await second.sees("SHA-256");
  await looksRight(second, "paper");
  await second.page.emulateMedia({ media: "print" });
  await lookAt(second.page, "lists-printed");
  await second.page.emulateMedia({ media: "screen" });

  await who.opens("/staff/outgoing-lists");
  await settled(who.page);
  await looksRight(who, "list");
  await who.page
    .getByRole("link", { name: /^National Matriculation List/ })
    .first()
    .click();
  await who.page.getByRole("link", { name: "Look at the lines" }).click();
  await looksRight(who, "lines");
  await who.opens(`/staff/students/${one._id}`);
  await who.sees("JAMB may ask for");
  await looksRight(who, "student");
  await who.opens("/staff/matriculation-answers");
  await looksRight(who, "answers");
  await expectInvariants(journey.portal.db);
}, 120_000);

test("NELFUND's loans are brought in, booked by two people, and held against what the fund pays", async () => {
  const pages = ["students", "student-loans", "dashboard"] as const;
  const cashier = await staffMember(journey.portal, { lastname: "Cashier", pages: [...pages, "student-loans.change"] });
  const bursar = await staffMember(journey.portal, { lastname: "Bursar", pages: [...pages, "student-loans.approve"] });
  await billed(journey.portal, one._id);
  const { body } = await importCsv(
    journey.portal,
    cashier,
    "student_loan",
    `Matric number,Session,Amount\r\n${one.matric},2026,20000\r\n`,
  );
  if (body.type !== "success") throw new Error(body.message);
  const who = await staffAt(journey, cashier);
  await who.opens("/staff/student-loans");
  await who.sees("1 loan of");
  await looksRight(who, "loans");
  await who.page.getByRole("link", { name: "Book what waits" }).click();
  await who.presses("Show what it would do");
  await who.sees("pays what is owed");
  await looksRight(who, "loans-seen");
  await who.presses("Propose to book 1 loan");
  await who.page.waitForURL(/bookings\/[0-9a-f-]{36}$/);
  await looksRight(who, "loans-proposed");
  const second = await staffAt(journey, bursar);
  await second.opens(new URL(who.page.url()).pathname);
  await settled(second.page);
  await second.presses("Approve");
  await lookAt(second.page, "lists-loans-approve");
  await second.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await second.sees("Approved");
  await second.opens("/staff/student-loans");
  await second.sees("is to come.");
  await looksRight(second, "loans-booked");
  await who.opens("/staff/student-loans/receipts");
  await looksRight(who, "loans-receipts");
  await expectInvariants(journey.portal.db);
}, 120_000);
