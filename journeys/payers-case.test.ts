import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { desk } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { payer, tenSecondsLater } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { staffMember } from "../testing/staff.ts";
import { smallPdf } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  bank = sandboxControl(journey.portal.sandbox);
  await bank.fault("notify-none");
}, 60_000);
afterAll(() => journey.stop());

const grouped = (rrr: string) => rrr.replace(/(\d{4})(\d{4})(\d{4})/, "$1-$2-$3");

test("a parent without an account sees that it is not paid, and once it is, that it is", {
  timeout: 120_000,
}, async () => {
  const owner = await payer(journey.portal);
  const { rrr } = await owner.reference();
  const { payerphone } = await journey.portal.db
    .selectFrom("payment_reference")
    .select("payerphone")
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  const parent = await journey.person();
  await parent.opens(`/rrr/${rrr}`);
  await parent.seesHeading("Is it paid?");
  expect(await parent.page.getByLabel("RRR").inputValue()).toBe(grouped(rrr));
  await parent.page.getByLabel("Last four digits").fill("12");
  await parent.presses("Look it up");
  await parent.sees("Type the last four digits of the payer's phone number, for example 4567");
  await parent.page
    .getByLabel("Last four digits")
    .fill(String((Number(payerphone.slice(-4)) + 1) % 10_000).padStart(4, "0"));
  await parent.presses("Look it up");
  await parent.sees("No payment has this RRR and these digits. Look at the slip again");
  await lookAt(parent.page, "status-wrong");
  await parent.page.getByLabel("Last four digits").fill(payerphone.slice(-4));
  await parent.presses("Look it up");
  await parent.sees("Not paid", "₦2,500.00");
  await lookAt(parent.page, "status-unpaid");
  // The question that looking it up began is answered before anything is paid.
  await parent.page.getByText("We are asking now").waitFor({ state: "hidden" });
  await bank.pay(rrr);
  await tenSecondsLater(journey.portal);
  await parent.presses("Look it up");
  await parent.sees("The college has ₦2,500.00 for this reference");
  await lookAt(parent.page, "status-paid");
  await parent.leaves();
});

test("who has paid tells the bursary with a picture, and reads its answer", { timeout: 180_000 }, async () => {
  const owner = await payer(journey.portal);
  await owner.reference();
  const phone = await journey.person({ signedIn: owner });
  await phone.opens("/app/pay");
  await phone.page.getByRole("link", { name: /^I have paid/ }).click();
  await phone.seesHeading("I have paid");
  await lookAt(phone.page, "paid-empty");
  await phone.page.getByLabel("Bank or agent").fill("First Bank, Ankpa");
  await phone.page.getByLabel("Number on the slip").fill("0098123");
  await phone.page.getByLabel("Day of the payment").fill(lagosToday());
  const paper = { name: "slip.pdf", mimeType: "application/pdf", buffer: Buffer.from(smallPdf()) };
  await phone.page.getByLabel("Picture of the slip").setInputFiles(paper);
  await phone.sees("slip.pdf is attached");
  await lookAt(phone.page, "paid-form");
  await tenSecondsLater(journey.portal);
  await phone.presses("Send it to the bursary");
  await phone.sees(/The bursary looks at it and answers by/, "The bursary is looking");
  await lookAt(phone.page, "paid-told");

  const cashier = await staffMember(journey.portal, {
    pages: ["payments", "payment-exceptions", "payment-exceptions.change"],
  });
  const office = await comesIn(cashier);
  await office.opens("/staff/payment-exceptions");
  await office.sees("Payer says paid");
  await lookAt(office.page, "case-list");
  const { body } = await granted(cashier.get("/staff/ms_payment_exception"));
  await office.opens(`/staff/payment-exceptions/${body.list[0]._id}`);
  await office.sees("Number on the slip", "0098123", "Answer promised by");
  await lookAt(office.page, "case-one");
  await office.presses("Answer the payer");
  const form = await office.inDialog("Answer the payer");
  await office.page.getByLabel("Answer", { exact: true }).selectOption("The bank has no such payment");
  await office.page.getByLabel("Reason").fill("Your branch has sent it back. Take the slip there");
  await lookAt(office.page, "case-answer");
  await form.presses("Answer");
  await office.sees("Settled");
  await office.leaves();

  await phone.opens("/app/paid");
  await phone.sees(
    "The bank has no such payment",
    "The bursary wrote: Your branch has sent it back. Take the slip there",
  );
  await lookAt(phone.page, "paid-answered");
  await phone.leaves();
});

test("a fee is waived by two people, and its applicant has a paper in place of a payment", {
  timeout: 180_000,
}, async () => {
  const owner = await payer(journey.portal);
  const { jamb } = await journey.portal.db
    .selectFrom("applicant")
    .select("jamb")
    .where("emailaddress", "=", owner.emailaddress)
    .executeTakeFirstOrThrow();
  const pages = ["fee-waivers", "fee-waivers.change"] as const;
  const cashier = await comesIn(await staffMember(journey.portal, { pages, firstname: "Sani", lastname: "Garba" }));
  await cashier.opens("/staff/fee-waivers");
  await cashier.sees("No fee is waived");
  await cashier.opens("/staff/fee-waivers/new");
  await cashier.page.getByLabel("Fee", { exact: true }).selectOption("Application fee");
  await cashier.page.getByLabel("Kind").selectOption("Sponsor");
  await cashier.page.getByLabel("Sponsor").fill("Kogi State Scholarship Board");
  await cashier.page.getByLabel("Applicants").fill(`${jamb}\n202699999999ZZ`);
  const paper = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from(smallPdf()) };
  await cashier.page.getByLabel("Evidence").setInputFiles(paper);
  await cashier.sees("letter.pdf is attached");
  await cashier.page.getByLabel("Reason").fill("Letter of the Board, 20 November 2026");
  await cashier.presses("Show who need not pay");
  await cashier.sees("1 applicant would not pay", "No applicant has this JAMB number or application code");
  await lookAt(cashier.page, "waiver-proposal");
  await cashier.presses("Propose it for 1 applicant");
  await cashier.sees("You proposed this");
  await lookAt(cashier.page, "waiver-proposed");
  const at = new URL(cashier.page.url()).pathname;
  await cashier.leaves();

  const right = [...pages, "fee-waivers.approve"] as const;
  const bursar = await comesIn(
    await staffMember(journey.portal, { pages: right, firstname: "Folake", lastname: "Adeyemi" }),
  );
  await bursar.opens(at);
  await bursar.presses("Approve");
  const dialog = bursar.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await bursar.sees("Not used");

  const phone = await journey.person({ signedIn: owner });
  await phone.opens("/app/pay");
  const { rrr } = await owner.reference();
  await phone.opens("/app/pay");
  await phone.sees(/^Nothing is to be paid\. Application fee/, "Start your application");
  await lookAt(phone.page, "waiver-card");
  await phone.opens(`/application-receipt/${rrr}`);
  await phone.sees(
    /covered by Kogi State Scholarship Board, approved by Mrs Folake Adeyemi/,
    "Covered by Kogi State Scholarship Board",
  );
  await lookAt(phone.page, "waiver-receipt");
  await phone.leaves();

  await bursar.opens(at);
  await bursar.sees("1 applicant used it, ₦2,500.00 in all");
  await lookAt(bursar.page, "waiver-used");
  await bursar.leaves();
});

async function comesIn({ cookie }: { readonly cookie: string }) {
  const who = await journey.person({ size: desk });
  const [name = "", value = ""] = cookie.split("=");
  await who.context.addCookies([{ name, value, url: journey.url }]);
  return who;
}
