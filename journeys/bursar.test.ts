import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { desk, type Person } from "../testing/browser.ts";
import { coded } from "../testing/bursar.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { keepPaper, looksRightIn, picture, settled } from "../testing/look.ts";
import { payer } from "../testing/payer.ts";
import { pagesOf } from "../testing/pdf.ts";
import { STAFF_PASSWORD, staffWithPassword } from "../testing/staff-account.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const fees = ["application-fees", "acceptance-fees", "tuition-fees", "tuition-lines", "fee-schedule", "other-services"];
const pages = fees.flatMap((page) => [page, `${page}.change`]) as PageKey[];

/** Somebody of the bursary who has signed in at the door. */
async function bursar(): Promise<Person> {
  const member = await staffWithPassword(journey.portal, { firstname: "Bala", lastname: "Yusuf", pages });
  const who = await journey.person({ size: desk });
  await who.opens("/staff");
  await who.fills({ "Email Address": member.emailaddress, Password: STAFF_PASSWORD });
  await who.presses("Sign in");
  await who.page.waitForURL(/\/staff\/application-fees/);
  return who;
}

async function chooses(who: Pick<Person, "field">, label: string, typed: string, choice: string) {
  const box = who.field(label);
  await box.fill(typed);
  await box.page().getByRole("option", { name: choice }).first().click();
}

const looksRight = looksRightIn("bursar");

test("a bursar changes what an application costs: open references keep it, the next applicant pays the new amount", async () => {
  const { portal } = journey;
  const [early, late] = [await payer(portal), await payer(portal)];
  const wanted = await early.programme();
  const before = await early.reference();
  const session = await coded(portal, "session", "2026");
  const who = await bursar();
  await who.opens(`/staff/application-fees?programme=${wanted._id}&session=${session}`);
  await looksRight(who, "application-fees");
  await who.follows(/^Screening/);
  await settled(who.page);
  await who.follows("Edit");
  await who.sees("A change is for references that are made later");
  await who.fills({ Amount: "1,750.50" });
  await looksRight(who, "application-fee-form");
  await who.presses("Save changes");
  await who.sees("Application fee item saved");
  await looksRight(who, "application-fee-item");

  const applicant = async ({ token }: { token: string }) => {
    const reader = await journey.person({ signedIn: { token, firstname: "Aisha" } });
    await reader.opens("/app/pay");
    return reader;
  };
  const first = await applicant(early);
  await first.sees(/₦/);
  expect(before.amount).toBe(wanted.fee);
  await first.sees(new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" }).format(wanted.fee));
  await first.leaves();
  const second = await applicant(late);
  await second.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await second.inDialog("Generate payment reference");
  await chooses(form, "Programme", wanted.name, wanted.name);
  await form.sees("Screening", "₦1,750.50");
  await form.presses("I know, go on");
  await form.box.waitFor({ state: "detached" });
  const [reference] = (await late.get("/ms_application_fee")).body;
  expect(reference.amount).toBe(wanted.fee + 750.5);
  await second.leaves();
  await who.leaves();
});

test("a bursar moves a whole fee to another service and copies it, seeing first what would change", async () => {
  const who = await bursar();
  const session = await coded(journey.portal, "session", "2026");
  const programme = await coded(journey.portal, "programme", "NCE-CRS-ENG");
  await who.opens(`/staff/application-fees/new?session=${session}&programme=${programme}`);
  await who.fills({ Name: "Hand book", Amount: "0", "Service type ID": "5550001" });
  await who.presses("Add application fee item");
  expect(await who.errorOf("Amount")).toBe("Amount must be at least 1");
  await who.fills({ Amount: "300" });
  await who.presses("Add application fee item");
  await who.sees(/change all of them at once with Change service type/);
  await looksRight(who, "another-service");
  await who.fills({ "Service type ID": "4430731" });
  await who.presses("Add application fee item");
  await who.seesHeading("Hand book");
  await who.opens(`/staff/application-fees?session=${session}&programme=${programme}`);
  await who.presses("Change service type");
  const moving = await who.inDialog("Change service type");
  await moving.fills({ "Service type ID": "5550001" });
  await looksRight(who, "move");
  await moving.presses("Change service type");
  await who.sees("4 fee items go to service type 5550001 now");

  await who.presses("Copy to other programmes");
  const copying = await who.inDialog("Copy to other programmes");
  await copying.presses("Show what would be copied");
  await copying.sees(/programmes cannot take these fee items, so none is copied/);
  await picture(who.page, "bursar-copy-refused-1280-light");
  await copying.picks("Copy to", "These programmes");
  await chooses(copying, "Add a programme to copy to", "Islamic Studies Arabic", "NCE Islamic Studies/Arabic");
  await copying.presses("Show what would be copied");
  await copying.sees("1 added, 3 changed");
  await looksRight(who, "copy");
  await copying.presses("Copy to 1 programme");
  await who.sees("The fee items of one programme were copied to 1 other");
  await who.leaves();
});

test("a bursar fills a hole of the tuition matrix and prints the schedule of fees", async () => {
  const { db } = journey.portal;
  for (const table of ["tuition_fee_item", "programme_tuition_fee_item", "schedule_of_fee_item"] as const)
    await db.deleteFrom(table).execute();
  const who = await bursar();
  const session = await coded(journey.portal, "session", "2026");
  const programme = await coded(journey.portal, "programme", "NCE-CRS-ENG");
  await who.opens("/staff/tuition-lines/new");
  await chooses(who, "Session", "2026", "2026/2027");
  await chooses(who, "Programme", "Christian English", "NCE Christian Religious Studies/English");
  await who.fills({ Label: "Tuition and library", Amount: "24500" });
  await who.picks("Indigene", "Indigene");
  await who.presses("Add tuition fee line");
  await who.seesHeading("Tuition and library");
  await who.opens("/staff/tuition-fees");
  await who.follows("Matrix");
  await chooses(who, "Programme", "Christian English", "NCE Christian Religious Studies/English");
  await who.sees(/24 of 24 classes/);
  await looksRight(who, "matrix-empty");
  await who.page
    .getByRole("link", { name: /No service/ })
    .first()
    .click();
  await who.fills({ "Service ID": "4430731" });
  await looksRight(who, "tuition-form");
  await who.presses("Add tuition fee item");
  await who.seesHeading(/100/);
  await who.opens(`/staff/tuition-fees/matrix?session=${session}&programme=${programme}`);
  await who.sees(/23 of 24 classes/, "₦24,500.00");
  await looksRight(who, "matrix");

  for (const [label, amount] of [
    ["Tuition and library", "49000"],
    ["Hostel", "15000"],
    ["Medical", "2500.5"],
  ] as const) {
    await who.opens(`/staff/fee-schedule/new?session=${session}&place=1`);
    await who.fills({ Label: label, Amount: amount });
    await who.presses("Add line of the schedule");
    await who.seesHeading(label);
  }
  await who.opens("/staff/fee-schedule");
  await looksRight(who, "schedule");
  await who.follows("Print schedule");
  await who.sees("₦66,500.50", "Sixty-six thousand, five hundred naira, fifty kobo only");
  await looksRight(who, "schedule-paper");
  const paper = await who.page.pdf({ preferCSSPageSize: true });
  expect(pagesOf(paper)).toEqual(["595x842"]);
  keepPaper(paper, "bursar-schedule-of-fees");
  await who.page.emulateMedia({ media: "print" });
  expect(await who.page.getByText("Other services").isVisible()).toBe(false);
  await picture(who.page, "bursar-schedule-printed");
  await who.page.emulateMedia({ media: "screen" });
  await who.presses("Print");
  expect(await who.page.evaluate(() => (window as { printed?: number }).printed)).toBe(1);
  await who.opens("/staff/acceptance-fees");
  await looksRight(who, "acceptance-fees");
  await who.opens("/staff/other-services");
  await looksRight(who, "other-services");
  await who.leaves();
});
