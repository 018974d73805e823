import { afterAll, beforeAll, inject, test } from "vitest";
import { paidTuition } from "../testing/billed.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { billedStudent } from "../testing/student.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const pages = ["withdrawals", "withdrawals.change", "payments", "tuition-accounts"] as const;

test("a cashier proposes a refund, the bursar approves it, it is paid out, and the student reads it on the bill", async () => {
  const { portal } = journey;
  const me = await billedStudent(portal);
  const payment = await paidTuition(portal, me, me.bill);
  const cashier = await staffMember(portal, { firstname: "Bala", lastname: "Cashier", pages });
  const bursar = await staffMember(portal, { lastname: "Bursar", pages: [...pages, "withdrawals.approve"] });

  const one = await staffAt(journey, cashier);
  const looksRight = async (who: typeof one, name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `withdrawals-${name}`);
  };
  await one.opens(`/staff/payments/${payment}`);
  await one.follows("Take money out");
  await one.sees("Two people take money out of a payment", "Hauwa Bursar may approve it");
  await one.fills({ Amount: "6000", Reason: "Dropped two courses: letter of the dean of 12 November 2026" });
  await one.sees("What follows once it is approved", "₦6,000.00 to be paid");
  await looksRight(one, "propose");
  await one.presses("Propose the refund");
  await one.sees("You proposed this");

  const other = await staffAt(journey, bursar);
  await other.opens("/staff/withdrawals?state=Proposed");
  await looksRight(other, "list");
  await other.follows(/Aisha/);
  await other.presses("Approve");
  const asked = await other.inDialog(/^Approve/);
  await asked.sees("leaves the payment at once");
  await looksRight(other, "approve");
  await asked.presses("Approve");
  await other.sees("Not paid out yet");
  await looksRight(other, "approved");
  await one.opens("/staff/withdrawals?state=Approved");
  await one.follows(/Aisha/);
  await one.presses("Could not be paid out");
  const saying = await one.inDialog(/^Could not be paid out/);
  await saying.fills({ Reason: "The bank says that the account is closed" });
  await looksRight(one, "not-payable");
  await saying.presses("Could not be paid out");
  await one.sees("It could not be paid out", "A colleague who may approve it agrees.");
  await looksRight(one, "waits");
  await other.opens("/staff/withdrawals?state=Not%20payable");
  await other.follows(/Aisha/);
  await other.presses("Make it credit again");
  const agreeing = await other.inDialog(/^Credit again/);
  await looksRight(other, "credit-again");
  await agreeing.presses("Cancel");
  await other.presses("Pay out after all");
  const after = await other.inDialog(/^Pay out after all/);
  await after.presses("Pay out after all");
  await other.presses("Book as paid out");
  const paying = await other.inDialog(/^Paid out/);
  await paying.fills({ "Number of the voucher, transfer or cheque": "FT/26/00912" });
  await looksRight(other, "pay-out");
  await paying.presses("Book as paid out");
  await other.sees("FT/26/00912");
  await looksRight(other, "paid-out");

  const student = await journey.person();
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  await student.opens("/student/bill");
  await student.sees("₦6,000.00 taken out again");
  await looksRight(student, "own-bill");
  for (const who of [one, other, student]) await who.leaves();
});
