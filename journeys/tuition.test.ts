import { sql } from "kysely";
import { afterAll, beforeAll, inject, test } from "vitest";
import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { billed, billMaker, enrolled } from "../testing/billed.ts";
import { desk } from "../testing/browser.ts";
import { coded } from "../testing/bursar.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, expectOnePage, lookAt, settled } from "../testing/look.ts";
import { tenSecondsLater } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { STAFF_PASSWORD, staffWithPassword } from "../testing/staff-account.ts";
import { matriculate } from "../testing/student.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const pages = ["tuition-accounts", "instalments", "late-charges", "students", "holds"].flatMap((page) => [
  page,
  `${page}.change`,
]) as PageKey[];

test("a bursar makes the bills of a semester, and finds who owes since when", async () => {
  const { portal } = journey;
  const first = await enrolled(portal, { indigene: true });
  for (const more of [{}, { level: 200 }, { level: 300 }, { level: 900 }]) await enrolled(portal, more);
  const member = await staffWithPassword(portal, { firstname: "Bala", lastname: "Yusuf", pages });
  const who = await journey.person({ size: desk });
  const looksRight = async (name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `tuition-${name}`);
  };
  await who.opens("/staff");
  await who.fills({ "Email Address": member.emailaddress, Password: STAFF_PASSWORD });
  await who.presses("Sign in");
  await who.page.waitForURL(/\/staff\//);

  await who.opens("/staff/tuition-accounts");
  await who.sees("No bill is made yet");
  await who.follows("Make bills");
  await who.seesHeading("Make bills");
  await who.page.getByLabel("Session").selectOption({ label: "2026/2027" });
  await who.page.getByLabel("Semester").selectOption({ label: "First semester" });
  await who.presses("Show what would be made");
  await who.sees("4 bills", "No service", "900 level");
  await looksRight("make-bills");
  await who.presses("Make 4 bills");
  await who.sees("4 bills made");
  await who.follows("See them");
  await who.sees(/Yusuf/);
  await looksRight("accounts");
  await who.page
    .getByRole("link", { name: /Yusuf \d/ })
    .first()
    .click();
  await who.sees("First semester 2026/2027", "What is billed", "Instalments");
  await looksRight("account");
  await who.follows("Print");
  await who.sees(
    "Check this paper",
    "This account is no receipt.",
    "Whoever checks this account is told what is owed on that day.",
  );
  await looksRight("account-paper");

  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`update portal.bill set instalments = jsonb_set(instalments, '{0,due}', '"2026-01-31"') where student = ${first._id}`.execute(
    portal.db,
  );
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
  await who.opens("/staff/tuition-accounts/debtors");
  const name = new RegExp(`${first.lastname} Amina`);
  await who.sees(name);
  await looksRight("debtors");
  await who.page.getByRole("checkbox", { name }).check();
  await who.presses("Place a hold");
  const dialog = who.page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Kind" }).selectOption("Debt");
  await dialog.getByLabel("Examinations").check();
  await who.fills({ Reason: "The first instalment is overdue", "Where to go": "Bursary, room 4" });
  await looksRight("debtors-hold");
  await who.presses("Place the hold");
  await who.sees("1 hold placed");
});

test("a student pays the bill in parts on a phone, and sees what each part opens", async () => {
  const { portal } = journey;
  const session = await coded(portal, "session", "2026");
  const bursar = await billMaker(portal);
  for (const [share, name, due, opens] of [
    [60, "First instalment", "2027-01-31", ["registration"]],
    [100, "Second instalment", "2027-05-31", ["examination", "results"]],
  ] as const)
    await granted(bursar.post("/staff/ms_instalment", { session, semester: 1, name, share, due, opens }));
  const account = await signedInApplicant(portal);
  const { student, matric } = await matriculate(portal, account._id);
  await billed(portal, student);
  const password = await hashPassword(STAFF_PASSWORD);
  await portal.db.updateTable("applicant").set({ password }).where("_id", "=", account._id).execute();

  const who = await journey.person();
  who.expects(/401/);
  const looksRight = async (name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `tuition-${name}`);
  };
  await who.opens("/student");
  await who.fills({ "Matric number or email address": matric, Password: STAFF_PASSWORD });
  await who.presses("Sign in");
  await who.sees(/First instalment of your bill is to be paid by/);
  await who.follows("See the bill and pay");
  await who.sees("First semester 2026/2027", "How much do you pay now?", "Course registration");
  await looksRight("own-bill");
  await who.presses("Generate payment reference");
  await who.sees("Reference (RRR)");
  await looksRight("own-reference");
  const { rrr } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("purpose", "=", "tuition")
    .where("applicant", "=", account._id)
    .executeTakeFirstOrThrow();
  await who.follows(/^Payment slip/);
  await who.sees("Pay by", "Share as text");
  await looksRight("own-slip");
  await sandboxControl(portal.sandbox).pay(rrr ?? "");
  await tenSecondsLater(portal);
  // As the pay page sends somebody back.
  await who.opens(`/student/bill?RRR=${rrr}`);
  await who.sees(/is paid/);
  await who.sees(/more opens it/);
  await looksRight("own-paid");
  await who.follows(/^Print receipt/);
  await who.sees("Tuition receipt", matric);
  await looksRight("own-receipt");
  await expectOnePage(who, "tuition-own-receipt");
});
