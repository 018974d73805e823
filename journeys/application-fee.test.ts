import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../testing/applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { type Payer, payer } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { payFee } from "../testing/walk.ts";
import * as deeds from "./deeds.ts";

let journey: Journey;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  bank = sandboxControl(journey.portal.sandbox);
});
afterEach(() => bank.noFaults());
afterAll(() => journey.stop());

const ready = async () => {
  const owner = await payer(journey.portal);
  return { owner, who: await journey.person({ signedIn: { token: owner.token, firstname: "Aisha" } }) };
};
const referencesOf = async (owner: Payer) => (await owner.get("/ms_application_fee")).body;

test("what a programme costs is shown before a reference is made, and the keyboard alone does it", async () => {
  const { owner, who } = await ready();
  await who.opens("/app/pay");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.presses("Generate reference");
  expect(await form.errorOf("Programme")).toBe("Programme is required");
  await form.field("Programme").focus();
  const { keyboard } = who.page;
  await keyboard.type("chemistry bio");
  await form.box.getByRole("option").first().waitFor();
  await keyboard.press("Escape");
  expect(await form.box.getByRole("option").count()).toBe(0);
  await form.box.waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await form.sees("Application form", "Screening", "Total");
  expect(await referencesOf(owner)).toEqual([]);
  expect(await axeFindings(who.page)).toEqual([]);
  const button = form.box.getByRole("button", { name: "I know, go on" });
  await button.dblclick();
  await form.box.waitFor({ state: "detached" });
  await who.sees("Not paid", /^\d{4}-\d{4}-\d{4}$/);
  expect(await referencesOf(owner)).toHaveLength(1);
  expect(await axeFindings(who.page)).toEqual([]);
  await who.leaves();
});

test("coming back from the pay page proves nothing: only the portal's own question does", async () => {
  const { owner, who } = await ready();
  const { rrr } = await owner.reference();
  await who.opens(`/app/pay?RRR=${rrr}&orderID=any&status=00`);
  // Beside it the card neither says that it is unpaid nor asks to pay it again.
  await who.sees("Please wait... verifying your payment", "Being checked", /If you have paid, do not pay again/);
  for (const pay of [/^Pay online now/, /^Verify Payment/])
    expect(await who.page.getByRole("button", { name: pay }).count()).toBe(0);
  expect(await who.page.getByText("Not paid", { exact: true }).count()).toBe(0);
  await lookAt(who.page, "being-checked");
  expect(await referencesOf(owner)).toMatchObject([{ isverified: false }]);
  await who.leaves();
});

test("a stranger's reference in the address is not found", async () => {
  const { who } = await ready();
  const { rrr } = await (await payer(journey.portal)).reference();
  who.expects(/404/);
  await who.opens(`/app/pay?RRR=${rrr}`);
  await who.sees("Sorry, this page or record could not be found");
  await who.leaves();
});

test("a reference whose answer was lost is said to be on its way, and appears by itself", async () => {
  const { who } = await ready();
  await bank.fault("init-timeout-after-commit", "", 1);
  await bank.fault("status-5xx");
  await who.opens("/app/pay");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.field("Programme").fill("Mathematics");
  await form.box.getByRole("option").first().click();
  await form.presses("I know, go on");
  await who.sees("Being made", /Nothing has to be paid twice/);
  await bank.noFaults();
  await who.page.getByText(/^\d{4}-\d{4}-\d{4}$/).waitFor({ timeout: 40_000 });
  await who.sees("Not paid");
  await who.leaves();
});

test("paying online and coming back verifies, and the receipt prints once on one page", async () => {
  const { owner, who } = await ready();
  const { rrr } = await owner.reference();
  await who.opens("/app/pay");
  await deeds.payOnline(who);
  await who.sees("Paid");
  await who.opens(`/application-receipt/${rrr}`);
  await who.seesHeading("Application Fee Receipt");
  await who.sees("Two thousand, five hundred naira only", "Paid");
  await who.page.waitForFunction(() => (window as { printed?: number }).printed === 1);
  await who.page.getByRole("img", { name: `RRR: ${rrr}, Payer: ` }).waitFor();
  expect(await axeFindings(who.page)).toEqual([]);
  const pdf = (await who.page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b[^s]/g)).toHaveLength(1);
  await who.leaves();
});

test("an unpaid receipt says so, and Verify Payment finds a payment made at a bank", async () => {
  const { owner, who } = await ready();
  const { rrr } = await owner.reference();
  await who.opens(`/application-receipt/${rrr}`);
  await who.sees("Not Paid", /This is no proof of payment/);
  await bank.fault("notify-none");
  await bank.pay(rrr, { channel: "BRANCH" });
  await who.opens("/app/pay");
  await who.presses(/^Verify Payment/);
  await who.sees(/was verified on/, "Print receipt");
  await who.leaves();
});

test("a second payment for a programme is refused with what to do instead", async () => {
  const { owner, who } = await ready();
  const { _id, name } = await owner.programme();
  await payFee(journey.portal, owner, _id);
  await who.opens("/app/pay");
  // The floating button says it to the pointer alone: the page has one with words.
  expect(await who.page.getByRole("button", { name: "Generate payment reference" }).count()).toBe(0);
  await who.presses("Pay for another programme");
  const form = await who.inDialog("Generate payment reference");
  await form.field("Programme").fill(name);
  await form.box.getByRole("option").first().click();
  await form.sees("Total");
  await form.presses("I know, go on");
  await form.sees(/You have paid for this already/);
  await who.leaves();
});

test("without a bio the way leads to the bio", async () => {
  const owner = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: { token: owner.token, firstname: "Aisha" } });
  await who.opens("/app/pay");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.sees(/Sorry, system could not detect firstname of applicant/);
  await form.follows("Fill in your bio data");
  await who.page.waitForURL("**/app/bio");
  await who.leaves();
});
