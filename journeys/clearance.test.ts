import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { acceptedPeople, clearanceLine, stepOf } from "../testing/accepted-people.ts";
import { payAcceptance } from "../testing/admitted-applicant.ts";
import { headOf } from "../testing/head.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { type Candidate, offered } from "../testing/offered-applicant.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { smallPdf } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

// Somebody who has accepted a place learns at home what to bring where; the offices tick it.

let journey: Journey;
let person: Candidate;
let registrar: StaffMember;
const pages = ["clearance", "clearance.change", "clearance-items", "applications", "dashboard"] as const;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  await acceptedPeople(journey.portal, { count: 30 });
  person = await payAcceptance(journey.portal, await offered(journey.portal));
  registrar = await staffMember(journey.portal, { pages });
}, 90_000);
afterAll(() => journey.stop());

const line = (label: string) => clearanceLine(journey.portal, person.application, label);

test("on a phone one reads office by office what to bring, and what was refused", async () => {
  const { _id } = await line("Birth certificate");
  const reason = "The name on it is another. Bring a sworn affidavit of the change of name";
  await granted(registrar.post("/staff/ms_clearance/tick", stepOf([_id], "Refused", { reason })));
  const seen = await line("Original certificates seen");
  await granted(registrar.post("/staff/ms_clearance/tick", stepOf([seen._id], "Cleared")));
  const who = await journey.person({ signedIn: { token: person.token } });
  await who.opens("/app/admission");
  await who.follows("What to do next: clearance");
  await who.seesHeading("Clearance");
  await who.sees("College Clinic", /Behind the library/, reason, "1 of 6 items done, 4 offices to go to");
  await settled(who.page);
  await expectAccessible(who.page, "clearance");
  await lookAt(who.page, "clearance-own");
  await who.leaves();
});

test("a clinic finds the person by the JAMB number and ticks with a key, words and a scan", async () => {
  const clinic = await headOf(journey.portal, "MED", ["clearance", "clearance.change", "dashboard"]);
  const who = await staffAt(journey, clinic);
  await who.opens("/staff/dashboard");
  await who.sees("31 ticks of clearance wait at your office.");
  await who.opens(`/staff/clearance?q=${person.code}`);
  await who.seesHeading("Clearance");
  await settled(who.page);
  await expectAccessible(who.page, "clearance desk");
  await who.page.locator("tbody .opener").first().click();
  await who.sees("Medical fitness", "Oath and undertaking signed");
  await settled(who.page);
  await expectAccessible(who.page, "tick list");
  await lookAt(who.page, "clearance-person");
  await who.page.keyboard.press("c");
  const dialog = await who.inDialog(/^Clear: Medical fitness, /);
  await dialog.fills({ "Hospital, and the day of the examination": "General Hospital Minna, 20 November 2026" });
  await dialog.box
    .locator("input[type=file]")
    .setInputFiles({ name: "fit.pdf", mimeType: "application/pdf", buffer: Buffer.from(smallPdf()) });
  await dialog.sees(/fit\.pdf is attached/);
  await settled(who.page);
  await lookAt(who.page, "clearance-tick");
  await dialog.presses("Clear");
  await dialog.box.waitFor({ state: "detached" });
  await who.sees("General Hospital Minna, 20 November 2026", "See the scan");
  expect((await line("Medical fitness")).state).toBe("Cleared");
  await who.leaves();
});

test("a registrar ticks thirty at once, and one by one with the next", async () => {
  const who = await staffAt(journey, registrar);
  await who.opens("/staff/clearance");
  await settled(who.page);
  await lookAt(who.page, "clearance-people");
  await who.page.getByRole("link", { name: /^Oath and undertaking signed/ }).click();
  await who.seesHeading("Clearance ticks");
  await settled(who.page);
  await who.page.getByRole("checkbox", { name: "Select this page" }).check();
  await settled(who.page);
  await lookAt(who.page, "clearance-ticks");
  await who.presses("Clear");
  const dialog = await who.inDialog("Clear: Oath and undertaking signed, 31 people");
  await dialog.presses("Clear for 31 people");
  await dialog.box.waitFor({ state: "detached" });
  await who.sees("Oath and undertaking signed: open for nobody");

  await who.page.getByRole("link", { name: /^Local government letter/ }).click();
  await settled(who.page);
  await who.page.locator("tbody .opener").first().click();
  await who.page.getByRole("list").first().waitFor();
  await settled(who.page);
  await who.page.keyboard.press("c");
  await who.page.getByRole("button", { name: "Take back: Local government letter" }).waitFor();
  await lookAt(who.page, "clearance-line");
  await who.page.keyboard.press("j");
  await who.page.getByRole("button", { name: "Clear: Local government letter" }).waitFor();
  await who.page.keyboard.press("r");
  const refusing = await who.inDialog(/^Refuse: Local government letter/);
  await refusing.presses("The paper cannot be read. Bring a clear one");
  await settled(who.page);
  await lookAt(who.page, "clearance-refuse");
  await refusing.presses("Refuse");
  await refusing.box.waitFor({ state: "detached" });
  await who.page.getByText("The paper cannot be read. Bring a clear one").waitFor();
  await who.opens("/staff/clearance-items");
  await settled(who.page);
  await lookAt(who.page, "clearance-items");
  await who.leaves();
});
