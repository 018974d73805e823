import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance, offeredTwice } from "../testing/admitted-applicant.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { type Candidate, candidate, offer, offered } from "../testing/offered-applicant.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import * as deeds from "./deeds.ts";

let journey: Journey;
let bank: ReturnType<typeof sandboxControl>;

beforeAll(async () => {
  // A provider that does not answer is given up after five seconds instead of fifteen.
  journey = await startJourney(inject("place"), {}, { timeoutMs: 5_000 }, { everyday: true });
  bank = sandboxControl(journey.portal.sandbox);
});
afterEach(() => bank.noFaults());
afterAll(() => journey.stop());

const signedIn = ({ token }: Candidate) => journey.person({ signedIn: { token } });

/** Opens the dialog of an offer's card, looks at what it costs, and makes the reference. */
async function makeReference(who: Person, look: () => Promise<void> = async () => undefined): Promise<void> {
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.sees("Acceptance of the offer", "Total", "₦17,500.00", /, \d+ days left/);
  await look();
  await form.presses("Generate reference");
  await form.box.waitFor({ state: "detached" });
}

test("an applicant is offered a place, pays for it online and prints the letters", { timeout: 120_000 }, async () => {
  const one = await candidate(journey.portal);
  const who = await signedIn(one);
  const look = (name: string) => lookAt(who.page, `offer-way-${name}`);
  await who.opens("/app/accept");
  await who.sees("NO APPROVED APPLICATIONS");
  await who.opens("/app/dashboard");
  await who.sees("Opens when an offer is made to you");

  await offer(journey.portal, one, 2);
  await who.page.reload();
  await who.sees("You have an offer of admission", /^Accept it by \d+ \w+ \d{4}: its acceptance fee/);
  await look("1-dashboard");
  await deeds.takesNextStep(who, "Accept my admission");
  await who.sees("Conditional Admission", "Condition of this offer", /14 days left/);
  await makeReference(who, () => look("2-items"));
  await who.sees("Not paid", /^\d{4}-\d{4}-\d{4}$/);
  await who.page.getByRole("button", { name: /^Copy/ }).waitFor();
  await who.page.getByRole("link", { name: /^Payment slip/ }).click();
  await who.seesHeading("Payment slip");
  await who.page.goBack();

  await deeds.payOnline(who, async () => {
    await who.sees("₦17,500.00");
  });
  // The provider is asked every ten seconds at most, so that a first no is followed by the yes after ten.
  await who.page.getByText("Admission accepted").first().waitFor({ timeout: 40_000 });
  await who.sees("Admission accepted");
  await look("3-paid");
  await who.follows("Print my letters");
  for (const [paper, heading] of [
    ["Print Acceptance Letter", "Acceptance of the offer of admission"],
    ["Print Admission Letter", "Offer of Provisional or conditional admission"],
    ["Print receipt", /Acceptance.* Receipt/],
    ["Print Application Slip", "Application Slip"],
  ] as const) {
    await who.seesHeading("Application Admission Letter");
    await who.follows(paper);
    await who.seesHeading(heading);
    await who.sees(one.code);
    await who.page.waitForFunction(() => (window as { printed?: number }).printed === 1);
    await who.page.goBack();
    await who.page.reload();
  }
  await who.opens("/app/dashboard");
  await who.sees("Your admission is accepted", "Your place is accepted");
  await who.leaves();
});

test("the admission letter is greyed until the reference is made, and says so", async () => {
  const one = await offered(journey.portal);
  const who = await signedIn(one);
  await who.opens("/app/admission");
  await who.sees("Generate the payment reference of the acceptance fee first");
  const grey = who.page.getByRole("button", { name: "Print Admission Letter" });
  expect(await grey.getAttribute("aria-disabled")).toBe("true");
  await who.follows("Accept My Admission");
  await makeReference(who);
  await who.page.getByRole("button", { name: /^Verify Payment/ }).click();
  await who.sees(/We have no payment for it yet/);
  await who.opens("/app/admission");
  await who.page.getByRole("link", { name: "Print Admission Letter" }).waitFor();
  await who.leaves();
});

test("a provider that does not answer holds nobody up: the reference appears by itself", {
  timeout: 90_000,
}, async () => {
  const who = await signedIn(await offered(journey.portal));
  await bank.fault("init-hang", "", 1);
  await bank.fault("status-5xx");
  await who.opens("/app/accept");
  let pressed = 0;
  await makeReference(who, async () => {
    pressed = Date.now();
  });
  await who.sees(/has not answered yet, and we keep asking/, "Please wait... This page looks again by itself.");
  expect(Date.now() - pressed).toBeLessThan(3_000);
  await lookAt(who.page, "offer-being-made-accept");
  await who.opens("/app/admission");
  await who.sees("The acceptance fee's reference is still being made");
  await bank.noFaults();
  await who.page.getByRole("link", { name: "Print Admission Letter" }).waitFor({ timeout: 60_000 });
  await who.opens("/app/accept");
  await who.sees("Not paid");
  await who.leaves();
});

test("a provider that refuses is quoted, and asked again it makes the reference", async () => {
  const who = await signedIn(await offered(journey.portal));
  await bank.fault("init-code", "090", 1);
  await who.opens("/app/accept");
  await who.page.getByRole("button", { name: "Generate payment reference" }).click();
  const form = await who.inDialog("Generate payment reference");
  await form.presses("Generate reference");
  await who.sees(/^Remita error: /);
  await who.page.reload();
  await makeReference(who);
  await who.sees("Not paid");
  await who.leaves();
});

test("a fee that is not set, or of another session, is never shown as a sum", async () => {
  const { db } = journey.portal;
  const who = await signedIn(await offered(journey.portal));
  const items = db.updateTable("acceptance_fee_item");
  await items.set({ status: false }).execute();
  await who.opens("/app/accept");
  await who.sees("Error encountered", /^The acceptance fee of .* is not set yet. Please ask the bursary$/);
  await items.set({ status: true }).execute();
  await who.page.route("**/api/ms_acceptance_fee", async (route) => {
    const reply = await route.fetch();
    const another = (await reply.json()).map((item: object) => ({ ...item, session: "another" }));
    await route.fulfill({ response: reply, json: another });
  });
  await who.page.reload();
  await who.sees(/^The reference names the acceptance fee of /);
  expect(await who.page.getByText("Total").count()).toBe(0);
  await who.leaves();
});

test("a refusal that comes late stands on the card", async () => {
  const who = await signedIn(await offered(journey.portal));
  await bank.fault("init-code", "090", 1);
  await bank.fault("slow", "2", 1);
  await who.opens("/app/accept");
  await makeReference(who);
  await who.sees("The reference was not made", /^Remita error: /, "Generate payment reference");
  await who.leaves();
});

test("of two offers one place is kept: accepting one closes the other", async () => {
  const [first, second] = await offeredTwice(journey.portal);
  const who = await signedIn(first);
  await who.opens("/app/accept");
  await who.sees("Choose one of your offers", /the other one is closed/);
  const rrr = await makeAcceptance(second);
  await bank.pay(rrr);
  await who.opens(`/app/accept?RRR=${rrr}`);
  await who.sees(/^Reference .* is paid$/, "Admission accepted", "You have accepted another place");
  expect(await who.page.getByText("Choose one of your offers").count()).toBe(0);
  expect(await who.page.getByRole("button", { name: "Generate payment reference" }).count()).toBe(0);
  await who.leaves();
});

test("coming back from the pay page, nobody is asked to pay once more while the provider is asked", async () => {
  const one = await offered(journey.portal);
  const rrr = await makeAcceptance(one);
  const who = await signedIn(one);
  await who.opens(`/app/accept?RRR=${rrr}`);
  await who.sees("Please wait... verifying your payment", "Being checked");
  await lookAt(who.page, "offer-being-checked");
  expect(await who.page.getByRole("button", { name: /^(Pay online now|Verify Payment)/ }).count()).toBe(0);
  expect(await who.page.getByText("Not paid", { exact: true }).count()).toBe(0);
  await who.leaves();
});

test("another's acceptance fee in the address is not found", async () => {
  const rrr = await makeAcceptance(await offered(journey.portal));
  const who = await signedIn(await offered(journey.portal));
  who.expects(/404/);
  await who.opens(`/app/accept?RRR=${rrr}`);
  await who.sees("Sorry, this page or record could not be found");
  await who.leaves();
});
