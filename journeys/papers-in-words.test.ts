import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, picture } from "../testing/look.ts";
import { type Candidate, candidate, offered } from "../testing/offered-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

// The registry words the application slip anew: a test print of a real file, a second person, the real slip, and the way back.

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
}, 120_000);
afterAll(() => journey.stop());

/** The sheet that is tried has a heading of its own, beside that of the page. */
async function looksRight({ page }: Person, name: string): Promise<void> {
  await expectAccessible(page, name);
  await lookAt(page, `papers-in-words-${name}`);
}

const codeOf = async ({ application }: Candidate) => {
  const row = journey.portal.db.selectFrom("application").select("code").where("_id", "=", application);
  return (await row.executeTakeFirstOrThrow()).code;
};

/** The slip as its applicant prints it. */
async function printsSlip(one: Candidate, heading: string, name?: string): Promise<void> {
  const who = await journey.person({ signedIn: one });
  await who.opens(`/print/${one.application}`);
  await who.seesHeading(heading);
  expect(await who.page.getByRole("img", { name: "TEST" }).count()).toBe(0);
  if (name) await lookAt(who.page, `papers-in-words-${name}`);
  await who.leaves();
}

async function decides(second: Person, version: number): Promise<void> {
  await second.sees(`Version ${version} waits for a second person`);
  await second.presses("Approve");
  const asked = await second.inDialog(`Approve version ${version}?`);
  await asked.presses("Approve");
  await asked.box.waitFor({ state: "detached" });
}

test("a paper is worded by two people, tried on a real file with TEST across it, printed so, and set back", {
  timeout: 240_000,
}, async () => {
  const { portal } = journey;
  const pages = ["dashboard", "templates", "templates.change", "templates.approve", "applications"] as const;
  const writer = await staffMember(portal, { pages: [...pages], firstname: "Aliyu", lastname: "Musa" });
  const head = await staffMember(portal, { pages: [...pages], firstname: "Grace", lastname: "Okafor" });
  const before = await candidate(portal);
  const code = await codeOf(before);

  const who = await staffAt(journey, writer);
  await who.opens("/staff/templates");
  await who.follows("Application slip");
  await who.seesHeading("Application slip");
  await who.fills({
    Heading: "Proof of your application",
    Opening: "{name}, keep this slip with your {hostel}.",
    "What is new": "It proves something now",
  });
  await who.presses("Propose these words");
  await who.sees(/\{hostel\} is nothing that the portal fills in here/);
  await who.fills({ Opening: "{name}, keep this slip.", "Application code or matric number": code });
  await who.presses("Make a test print");
  await who.sees(/Nothing is issued by it, and its code proves nothing/);
  const sheet = who.page.getByRole("article");
  await sheet.getByRole("heading", { name: "Proof of your application" }).waitFor();
  await sheet.getByText(code.split("/").at(-1) ?? code).waitFor();
  await who.page.getByRole("img", { name: "TEST" }).waitFor();
  await looksRight(who, "test-print");
  await who.page.emulateMedia({ media: "print" });
  expect(await who.page.getByRole("button", { name: "Propose these words" }).isVisible()).toBe(false);
  expect(await who.page.locator("svg[aria-label=TEST]").last().isVisible()).toBe(true);
  await picture(who.page, "papers-in-words-test-print-printed");
  await who.page.emulateMedia({ media: null });
  await who.presses("Propose these words");
  await who.sees("Version 1 waits for a second person");
  await who.leaves();

  const second = await staffAt(journey, head);
  await second.opens("/staff/templates?state=waiting");
  await second.follows("Application slip");
  await second.sees("Version 1 waits for a second person", /It proves something now/);
  await second.presses("Make a test print");
  await second.sees(/With nobody's values/, "Here stands what the paper states");
  await looksRight(second, "waiting");
  await decides(second, 1);
  await second.sees("In force");

  await printsSlip(await candidate(portal), "Proof of your application", "real");
  await printsSlip(before, "Application Slip");

  await second.presses("Reset to the words as shipped");
  const asked = await second.inDialog("Reset to the words as shipped?");
  await asked.fills({ "What is new": "Back" });
  await asked.presses("Propose the reset");
  await asked.box.waitFor({ state: "detached" });
  await second.leaves();
  const first = await staffAt(journey, writer);
  await first.opens("/staff/templates/application-slip");
  await decides(first, 2);
  await first.sees("Replaced");
  await first.leaves();
  await printsSlip(await candidate(portal), "Application Slip");
});

test("every paper of one applicant's file that there is can be tried, and what there is not says so", async () => {
  const { portal } = journey;
  const pages = ["dashboard", "templates", "templates.change", "applications", "receipts"] as const;
  const reader = await staffMember(portal, { pages: [...pages] });
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
  const code = await codeOf(await offered(portal));
  const who = await staffAt(journey, reader);
  for (const [key, heading] of [
    ["admission-letter", /Offer of Provisional or conditional admission/],
    ["receipt-application", /Application Fee Receipt/],
    ["payment-slip", /Payment slip/],
  ] as const) {
    await who.opens(`/staff/templates/${key}`);
    await who.fills({ "Application code or matric number": code });
    await who.presses("Make a test print");
    await who.page.getByRole("article").getByRole("heading", { name: heading }).waitFor();
    await who.page.getByRole("img", { name: "TEST" }).waitFor();
    if (key === "admission-letter") await looksRight(who, "letter");
  }
  for (const key of ["acceptance-letter", "screening-slip"]) {
    await who.opens(`/staff/templates/${key}`);
    await who.fills({ "Application code or matric number": code });
    await who.presses("Make a test print");
    await who.sees(/There is no such paper in this file/);
  }
  await who.leaves();
});
