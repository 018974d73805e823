import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { offeredTwice } from "../testing/admitted-applicant.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { openProgramme, openReference, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const chosen = (who: Person) => who.page.evaluate(() => localStorage.getItem("applicationId"));

test("the application whose paper was chosen stands first", async () => {
  const [first, second] = await offeredTwice(journey.portal);
  const who = await journey.person({ signedIn: { token: first.token } });
  const codes = () => who.page.getByText(/^\d{4}\/[A-Z]+\//).allTextContents();
  await who.opens("/app/admission");
  await who.sees(first.code);
  expect(await codes()).toEqual([second.code, first.code]);
  const card = who.page.getByRole("article").filter({ hasText: first.code });
  await card.getByRole("link", { name: "Print Application Slip" }).click();
  await who.seesHeading("Application Slip");
  for (const screen of ["admission", "accept"]) {
    await who.opens(`/app/${screen}`);
    await who.sees(first.code);
    expect(await codes()).toEqual([first.code, second.code]);
  }
  await who.leaves();
});

/** Somebody with two verified payments that no application has used; the newer one is to the second programme. */
async function withTwoPayments() {
  const { portal } = journey;
  const [first, second] = [await openProgramme(portal, 0), await openProgramme(portal, 1)];
  const person = await readyApplicant(portal, first);
  const { _id } = await verifiedPayment(portal, person._id, first);
  await verifiedPayment(portal, person._id, second);
  return { ...person, payment: _id };
}

test("a page that is loaded again in the middle of Continue comes back to it, until it is closed", async () => {
  const { token, payment } = await withTwoPayments();
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/app/start");
  await who.page
    .getByRole("button", { name: /^Continue Application/ })
    .last()
    .click();
  const title = await who.page.getByRole("dialog").getByRole("heading", { level: 2 }).textContent();
  expect(await chosen(who)).toBe(payment);
  await who.page.reload();
  const again = await who.inDialog(title ?? "");
  await again.seesHeading("What you need");
  await who.page.keyboard.press("Escape");
  await again.box.waitFor({ state: "detached" });
  expect(await chosen(who)).toBeNull();
  await who.page.reload();
  await who.sees("Ready");
  expect(await who.page.getByRole("dialog").count()).toBe(0);
  await who.leaves();
});

test("what was chosen but cannot be continued opens nothing, and an unknown choice changes nothing", async () => {
  const { portal } = journey;
  const wanted = await openProgramme(portal, 2);
  const { _id, token } = await readyApplicant(portal, wanted);
  const open = await openReference(portal, _id, wanted);
  const who = await journey.person({ signedIn: { token } });
  for (const choice of [open._id, "nothing-like-it", ""]) {
    await who.opens("/app/start");
    await who.page.evaluate((kept) => localStorage.setItem("applicationId", kept), choice);
    await who.page.reload();
    await who.sees("Not verified");
    expect(await who.page.getByRole("dialog").count()).toBe(0);
  }
  await who.leaves();
});
