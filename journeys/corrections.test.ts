import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../testing/browser.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt, looksRightIn } from "../testing/look.ts";
import { type Candidate, candidate } from "../testing/offered-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { smallPdf } from "../testing/upload.ts";

let journey: Journey;
let person: Candidate;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  person = await candidate(journey.portal);
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("corrections");
const sendsCertificate = (who: Person) =>
  who.page.locator("input[type=file]").setInputFiles({
    name: "birth-certificate.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(smallPdf()),
  });
const pages = [
  "applications",
  "record-corrections",
  "record-corrections.change",
  "record-corrections.approve",
] as const;

test("an applicant asks from the locked bio, the office looks at the paper and decides, and the papers follow", async () => {
  const who = await journey.person({ signedIn: { token: person.token } });
  await who.opens("/app/bio");
  await who.sees("Your bio data is part of an application that you submitted");
  await looksRight(who, "bio");
  await who.follows("Ask for a correction");
  await who.seesHeading("Ask for a correction");
  await looksRight(who, "empty");
  await who.fills({ "What is wrong?": "Date of birth" });
  await who.sees("Date of birth now");
  await who.fills({ Day: "29", Month: "February", Year: "2004" });
  await who.presses("Ask for this correction");
  await who.sees("Choose a file that shows it");
  await looksRight(who, "refused");
  await sendsCertificate(who);
  await who.sees("birth-certificate.pdf is attached");
  await who.fills({ Reason: "I typed the year of my sister" });
  await looksRight(who, "form");
  await who.presses("Ask for this correction");
  await who.sees("Waits for a decision");
  await looksRight(who, "asked");

  const registrar = await staffAt(journey, await staffMember(journey.portal, { pages, lastname: "Okafor" }));
  await registrar.opens("/staff/record-corrections?state=Waiting");
  await registrar.seesHeading("File corrections");
  await looksRight(registrar, "list");
  await registrar.page.locator("tbody .opener").first().click();
  await registrar.sees("Open the PDF");
  await looksRight(registrar, "one");
  await registrar.presses("Approve");
  const approval = await registrar.inDialog(/^Approve: Date of birth/);
  await approval.fills({ Reason: "Seen on the birth certificate" });
  await lookAt(registrar.page, "corrections-approve");
  await approval.presses("Approve");
  await approval.box.waitFor({ state: "detached" });
  await registrar.sees("Approved");
  await registrar.opens(`/staff/applications/${person.application}`);
  await registrar.seesHeading("Corrections");
  await registrar.sees("29 February 2004");
  await looksRight(registrar, "file");

  await who.opens("/app/corrections");
  await who.sees("The office wrote: Seen on the birth certificate");
  await looksRight(who, "decided");
  await who.opens(`/print/${person.application}`);
  await who.sees("29 February 2004");
  await expectInvariants(journey.portal.db);
  await who.leaves();
  await registrar.leaves();
});

test("a phone number is changed at once, and the desk asks for what came on paper", async () => {
  const who = await journey.person({ signedIn: { token: person.token } });
  await who.opens("/app/olevelresult");
  await who.sees("In use");
  await looksRight(who, "results");
  await who.follows("Ask for a correction");
  await who.fills({ "What is wrong?": "Contact and personal details" });
  await who.fills({ "Phone Number": "0809 111 2233" });
  await looksRight(who, "contact");
  await who.presses("Save");
  await who.sees("0809 111 2233");
  await looksRight(who, "changed");

  const clerk = await staffAt(journey, await staffMember(journey.portal, { pages, lastname: "Sule" }));
  await clerk.opens(`/staff/applications/${person.application}`);
  await clerk.follows("Ask for a correction");
  await clerk.seesHeading(/^Ask for a correction/);
  await clerk.fills({ "What is wrong?": "State and area of origin" });
  await clerk.fills({ "State of origin": "Kogi" });
  await clerk.fills({ "Local government area of origin": "Dekina" });
  await sendsCertificate(clerk);
  await clerk.sees("birth-certificate.pdf is attached");
  await clerk.fills({ Reason: "The letter of identification came to the office" });
  await looksRight(clerk, "desk");
  await clerk.presses("Ask for this correction");
  await clerk.sees("You asked for this");
  await looksRight(clerk, "own");
  expect(await clerk.page.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await who.opens("/app/corrections");
  await who.sees("The office asked for you");
  await who.leaves();
  await clerk.leaves();
});
