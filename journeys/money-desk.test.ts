import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/staff.ts";
import { lagosDay } from "../src/kit/value/dates.rules.ts";
import { paidReference } from "../testing/books.ts";
import type { Person } from "../testing/browser.ts";
import { holdAnswers } from "../testing/held-answer.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt, looksRightIn, settled } from "../testing/look.ts";
import { unheardPayer } from "../testing/payer.ts";
import { signsInAtDoor } from "../testing/staff-door.ts";
import { smallPdf } from "../testing/upload.ts";

let journey: Journey;
let paid: { readonly rrr: string; readonly _id: string; readonly amount: number }[];
let short: { readonly rrr: string; readonly _id: string };
let unheard: string;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  paid = [];
  for (const programme of [0, 1, 2, 3, 4]) paid.push(await paidReference(portal, programme));
  short = await paidReference(portal, 5, { paidAmount: "1500" });
  ({ rrr: unheard } = await unheardPayer(portal, 1));
}, 60_000);
afterAll(() => journey.stop());

const shows = async (who: Person, name: string) => {
  await settled(who.page);
  await lookAt(who.page, `money-${name}`);
};
const looksRight = looksRightIn("money");
const comesIn = (office: string) => signsInAtDoor(journey, `${office}@demo.gurara.example`, DEMO_PASSWORD);
const today = () => lagosDay(new Date().toISOString());

test("a cashier finds a payment that was not heard of, asks again, and proposes to put a wrong amount aside", async () => {
  const who = await comesIn("cashier");
  await who.opens(`/staff/payments?q=${unheard}`);
  await who.seesHeading("Payments");
  await who.page.locator("tbody .opener").first().click();
  await who.sees("What the payer reads");
  await looksRight(who, "payment-open");
  await who.presses("Ask the provider now");
  await who.page.getByText("Paid", { exact: true }).first().waitFor();
  await shows(who, "payment-heard");

  await who.opens("/staff/payment-exceptions");
  await who.seesHeading("Exceptions");
  await looksRight(who, "exceptions");
  await who.page.locator("tbody .opener").first().click();
  await who.sees("What to do");
  await looksRight(who, "exception");
  await who.opens(`/staff/payment-corrections/new?payment=${short._id}`);
  await who.page.getByRole("radio", { name: /^Put aside/ }).check();
  await who.fills({ Reason: "The teller shows fifteen hundred naira, less than the fee" });
  await looksRight(who, "correction-propose");
  // Pressed while the paper is still on its way: it is sent once that is there.
  const evidence = await holdAnswers(who.page, /\/api\/.*evidence/);
  await who.page.locator("input[type=file]").setInputFiles({
    name: "teller.pdf",
    mimeType: "application/pdf",
    buffer: smallPdf(),
  });
  await evidence.asked;
  await who.presses("Propose: put aside");
  await who.page.getByRole("button", { name: "Please wait..." }).waitFor();
  evidence.release();
  await who.page.getByRole("region", { name: "What was proposed" }).waitFor();
  await shows(who, "correction-proposed");
  await who.leaves();
}, 120_000);

test("the help desk asks the provider while the payer stands at the counter", async () => {
  const { rrr } = await unheardPayer(journey.portal, 2);
  const who = await comesIn("help.desk");
  await who.opens(`/staff/help-desk?q=${rrr}`);
  await who.page.locator("main a[href*='/staff/help-desk/']").first().click();
  const payments = who.page.getByRole("region", { name: "Payments" });
  await payments.getByText("Not paid", { exact: true }).waitFor();
  await looksRight(who, "help-desk");
  await payments.getByRole("button", { name: /^Ask the provider now/ }).click();
  await payments.getByText("Paid", { exact: true }).waitFor();
  await payments.getByRole("button", { name: /^Ask the bursary/ }).click();
  const asking = await who.inDialog(/^Ask the bursary about/);
  await asking.box.getByRole("button", { name: "They have paid twice and want the money back." }).click();
  await looksRight(who, "help-desk-question");
  await asking.presses("Ask the bursary");
  await payments.getByText(/^The bursary was asked on/).waitFor();
  await looksRight(who, "help-desk-passed");
  await who.leaves();
}, 120_000);

test("a bursar approves, matches the bank's statement, reconciles with the provider, and closes the day", async () => {
  const who = await comesIn("bursar");
  await who.opens("/staff/dashboard");
  await who.sees("Came in today", "Exceptions that wait");
  await looksRight(who, "dashboard");
  await who.opens("/staff/payment-corrections?state=Proposed");
  await who.page.locator("tbody .opener").first().click();
  await who.presses("Approve");
  const approving = await who.inDialog(/^Approve/);
  await approving.fills({ Reason: "Seen with the teller" });
  await approving.presses("Approve");
  await approving.box.waitFor({ state: "detached" });
  await looksRight(who, "correction-approved");

  await who.opens("/staff/statements/import");
  await who.page.locator("input[type=file]").setInputFiles({
    name: "november.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(statement()),
  });
  await looksRight(who, "statement-file");
  await who.presses("Read the columns");
  await who.presses("Check the file");
  await who.page.getByRole("region", { name: "What the import would do" }).waitFor();
  await looksRight(who, "statement-check");
  await who.presses(/^Import/);
  await who.sees("november.csv");
  await looksRight(who, "statement");
  await who.opens("/staff/statements/lines?standing=Unknown%20reference");
  await shows(who, "statement-unknown");

  await who.opens("/staff/reconciliations");
  await who.presses("Run now");
  const running = await who.inDialog("Run now?");
  await running.presses("Run now");
  await running.box.waitFor({ state: "detached" });
  await who.sees("Done");
  await looksRight(who, "reconciliations");

  await who.opens(`/staff/day-book/${today()}`);
  await looksRight(who, "day");
  await who.presses(/^Close /);
  const closing = await who.inDialog(/^Close/);
  await who.sees(/waits? at the money desk/);
  await shows(who, "day-closing");
  await closing.presses("Close the day");
  await closing.box.waitFor({ state: "detached" });
  await who.sees("Closed");
  await looksRight(who, "day-closed");
  await who.opens("/staff/receipts");
  await looksRight(who, "receipts");
  await who.leaves();
  await expectInvariants(journey.portal.db);
}, 180_000);

/** Four lines that match, one that nobody knows, one that differs. */
const statement = () =>
  [
    "Value Date,Narration,Credit,Ref",
    ...paid.slice(0, 4).map(({ rrr, amount }, n) => `${today()},REMITA/${rrr}/FEES,${amount},S${n}`),
    `${today()},DEPOSIT BY SOMEBODY,7000,S8`,
    `${today()},REMITA/${paid[4]?.rrr}/FEES,1,S9`,
  ].join("\n");

test("an auditor follows all of it, proves the book, and changes nothing", async () => {
  const who = await comesIn("auditor");
  const before = await deedsOfStaff();
  for (const [page, heading] of [
    ["payments", "Payments"],
    ["payment-exceptions", "Exceptions"],
    ["payment-corrections", "Corrections"],
    ["statements", "Statements"],
    ["receipts", "Receipts"],
    ["reconciliations", "Reconciliation"],
  ] as const) {
    await who.opens(`/staff/${page}`);
    await who.seesHeading(heading);
    await settled(who.page);
    expect([page, await changing(who)]).toEqual([page, []]);
  }
  await who.opens(`/staff/day-book/${today()}`);
  await settled(who.page);
  expect(await changing(who)).toEqual([]);
  await who.opens("/staff/day-book?proof");
  await looksRight(who, "proof");
  await who.opens(`/staff/payments/${short._id}`);
  await looksRight(who, "auditor-payment");
  expect(await changing(who)).toEqual([]);
  expect(await deedsOfStaff()).toEqual(before);
  await who.leaves();
}, 120_000);

/** What members of staff did. The portal itself goes on asking about payments meanwhile. */
const deedsOfStaff = () =>
  journey.portal.db
    .selectFrom("audit")
    .select(["_id", "deed"])
    .where("actorkind", "=", "staff")
    .orderBy("_id")
    .execute();

/** Buttons and links with which something would be changed. */
const changing = async (who: Person): Promise<string[]> => {
  const words = await who.page
    .locator("main")
    .locator("button, a")
    .evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ""));
  return words.filter((word) =>
    /^(Propose|Approve|Refuse|Import|Run|Close|Ask|Take|Match|Set aside|Decide)\b/.test(word),
  );
};
