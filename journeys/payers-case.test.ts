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
  const office = await journey.person({ size: desk });
  const [name = "", value = ""] = cashier.cookie.split("=");
  await office.context.addCookies([{ name, value, url: journey.url }]);
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
