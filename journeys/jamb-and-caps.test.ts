import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person as Applicant } from "../testing/applicant.ts";
import { type Person, phone } from "../testing/browser.ts";
import { coded } from "../testing/bursar.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { applicantWith, importJambRows } from "../testing/jamb-claim.ts";
import { sendJambFile } from "../testing/jamb-file.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { offered } from "../testing/offered-applicant.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { smallPdf } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
let officer: StaffMember;
let session: string;
let aisha: Applicant;
const NUMBER = "202644440001AB";
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const pages = [
    "jamb-lists",
    "jamb-lists.change",
    "outside-steps",
    "outside-steps.change",
    "record-corrections",
  ] as const;
  officer = await staffMember(journey.portal, { pages: [...pages, "record-corrections.approve"], lastname: "Okafor" });
  session = await coded(journey.portal, "session", "2026");
  await importJambRows(journey.portal, officer, session, [{ RG_NUM: NUMBER }]);
  aisha = await applicantWith(journey.portal, NUMBER);
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("jamb");

const sendsSlip = (who: Person) =>
  who.page.locator("input[type=file]").setInputFiles({
    name: "birth-certificate.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(smallPdf()),
  });

test("an applicant claims a row of JAMB's list on a phone, and says what of it is wrong", async () => {
  const who = await journey.person({ signedIn: { token: aisha.token }, size: phone });
  await who.opens("/app/dashboard");
  await who.follows("JAMB and CAPS");
  await who.seesHeading("Claim your row of JAMB's list");
  await looksRight(who, "claim");
  await who.fills({ Day: "1", Month: "March", Year: "2004" });
  await who.presses("This is me");
  await who.sees("JAMB's list does not have this number with this answer");
  await looksRight(who, "not-right");
  await who.fills({ Day: "29", Month: "February" });
  await who.presses("This is me");
  await who.seesHeading("What JAMB has of you");
  await who.sees("BELLO AISHA MUSA");
  await looksRight(who, "claimed");
  await who.presses("I have done this (O-Level results on CAPS)");
  await who.sees("You said so");
  await who.opens("/app/bio");
  await who.sees("As JAMB has it");
  await looksRight(who, "bio");
  await who.opens("/app/jamb");
  await who.page.getByText("Something of this is wrong").click();
  await who.follows("Gender: say what is right");
  await who.sees("Gender now");
  await who.fills({ Gender: "Male" });
  await sendsSlip(who);
  await who.sees("birth-certificate.pdf is attached");
  await who.fills({ Reason: "JAMB's clerk pressed the wrong key" });
  await who.presses("Ask for this correction");
  await who.sees("Waits for a decision");

  const registrar = await staffAt(journey, officer);
  await registrar.opens("/staff/record-corrections?state=Waiting");
  await registrar.page.locator("tbody .opener").first().click();
  await registrar.sees("Open the PDF");
  await registrar.presses("Approve");
  const approval = await registrar.inDialog(/^Approve: Gender/);
  await approval.fills({ Reason: "Seen on the birth certificate" });
  await approval.presses("Approve");
  await approval.box.waitFor({ state: "detached" });
  await registrar.opens("/staff/jamb-lists/claims");
  await registrar.sees(NUMBER);
  await looksRight(registrar, "claims");
  await who.opens("/app/jamb");
  await who.sees("The office wrote: Seen on the birth certificate");
  await looksRight(who, "decided");
  expect((await aisha.get("/ms_applicant/bio/locks")).body).toContainEqual({
    ...{ field: "gender", value: "Male", source: "Office" },
  });
  await expectInvariants(journey.portal.db);
  await who.leaves();
  await registrar.leaves();
});

test("the office says when a step is due, a CAPS return ticks, and what is still needed is listed", async () => {
  const placed = await offered(journey.portal);
  const { jamb } = (await placed.get("/ms_applicant/account")).body;
  const file = `RG_NUM,STATUS\n${jamb},Approved\n`;
  await granted(sendJambFile(journey.portal, officer, { kind: "caps", session, file }));
  const registrar = await staffAt(journey, officer);
  await registrar.opens("/staff/outside-steps/days/new");
  await registrar.fills({ Step: "Acceptance on CAPS", "Last day": "2026-12-31", Note: "Within 72 hours" });
  await looksRight(registrar, "days-form");
  await registrar.presses("Add outside step");
  await registrar.sees("Within 72 hours");
  await registrar.opens("/staff/outside-steps");
  await registrar.presses("Look now");
  await registrar.sees("1 person has a place");
  await looksRight(registrar, "needs");
  await registrar.follows("Not accepted on CAPS");
  await registrar.sees(jamb);
  await looksRight(registrar, "people");

  const who = await journey.person({ signedIn: { token: placed.token }, size: phone });
  await who.opens("/app/jamb");
  await who.sees("JAMB has admitted you, and no CAPS return says yet that you have accepted");
  await who.sees("until 31 December 2026");
  await looksRight(who, "steps");
  await expectInvariants(journey.portal.db);
  await who.leaves();
  await registrar.leaves();
});
