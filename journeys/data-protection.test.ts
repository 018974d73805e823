import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk, phone } from "../testing/browser.ts";
import { fullApplicant } from "../testing/full-applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signedIn } from "../testing/visitor.ts";
import { granted } from "../testing/walk.ts";

// People ask what the college holds of them; the office shows who looked, lets go of what it needs no more, and answers for a breach.

let journey: Journey;
const looksRight = looksRightIn("data");

beforeAll(async () => {
  journey = await startJourney(inject("place"));
}, 120_000);
afterAll(() => journey.stop());

test("an applicant reads what goes and what stays, takes a copy, and another deletes the account", async () => {
  const full = await fullApplicant(journey.portal, 8_710_001);
  const who = await journey.person({ size: phone, signedIn: { token: full.token } });
  await who.opens("/app/account/data");
  await who.seesHeading("My Data");
  await who.sees("This must stay for now, so the account cannot go at once:", /Your application 2026/);
  await looksRight(who, "stays");
  await who.leaves();

  const person = await signedIn(journey.portal);
  const goer = await journey.person({ size: phone, signedIn: { token: person.token } });
  await goer.opens("/app/account/data");
  await goer.sees("You have not paid or applied, so everything can go at once:");
  await looksRight(goer, "goes");
  await goer.presses("Delete my account");
  const dialog = await goer.inDialog("Delete my account");
  await looksRight(goer, "goes-dialog");
  await goer.fills({ Password: person.password, "Type Delete to confirm": "Delete" });
  await dialog.presses("Delete my account");
  await dialog.box.waitFor({ state: "detached" });
  await goer.leaves();
  const left = await sql`select from portal.applicant where _id = ${person._id}`.execute(journey.portal.db);
  expect(left.rows).toEqual([]);
});

test("an auditor finds who opened whose file", async () => {
  const { portal } = journey;
  const full = await fullApplicant(portal, 8_710_002);
  const clerk = await staffMember(portal, { pages: ["help-desk", "applications"] });
  await granted(clerk.get(`/staff/ms_help_desk/${full._id}`));
  await granted(clerk.get(`/staff/ms_review/${full.application}/file`));
  const who = await staffAt(journey, await staffMember(portal, { groups: ["Auditors"] }));
  await who.opens("/staff/file-openings");
  await who.seesHeading("Files opened");
  await who.sees("Help desk", "Application");
  await looksRight(who, "openings");
  await who.opens("/staff/processing-record");
  await who.seesHeading("Record of processing");
  await who.sees("Payments and accounts");
  await looksRight(who, "processing-record");
  await who.leaves();
});

test("an officer makes a dry run and proposes a rule, and another puts it in force", async () => {
  const { portal } = journey;
  const wanted = await openProgramme(portal);
  const applied = await readyApplicant(portal, wanted);
  const { rrr } = await verifiedPayment(portal, applied._id, wanted);
  const form = { programme: wanted.programme, payment: rrr, type: "JAMB UTME" };
  await granted(applied.post("/ms_applications", form));
  await sql`update portal.session set opens = now() - interval '900 days', closes = now() - interval '200 days' where admission`.execute(
    portal.db,
  );
  await sql`update portal.applicant set "createdAt" = now() - interval '800 days', "verifiedAt" = now() - interval '800 days'`.execute(
    portal.db,
  );
  const pages = ["retention-rules", "retention-rules.change", "retention-rules.approve"] as const;
  const who = await staffAt(journey, await staffMember(portal, { pages: [...pages] }));
  await who.opens("/staff/retention-rules");
  await who.seesHeading("How long data are kept");
  await looksRight(who, "rules");
  await who.presses("Dry run: Papers of who was not admitted");
  const dry = await who.inDialog("Dry run: Papers of who was not admitted");
  await who.sees(/Nothing is changed by counting/);
  await looksRight(who, "dry-run-days");
  await dry.presses("Count");
  await who.sees(/would go now\. Nothing was changed\./);
  await looksRight(who, "dry-run");
  await who.fills({ Reason: "The notice promises six months" });
  await dry.presses("Propose 183 days");
  await dry.box.waitFor({ state: "detached" });
  await who.sees("After 183 days: waits for somebody else");
  await who.leaves();

  const other = await staffAt(journey, await staffMember(portal, { pages: [...pages] }));
  await other.opens("/staff/retention-rules");
  await other.sees("After 183 days: waits for approval");
  await looksRight(other, "rule-waits");
  await other.presses("Approve");
  const sure = await other.inDialog(/Papers of who was not admitted/);
  await sure.presses("Approve");
  await sure.box.waitFor({ state: "detached" });
  await other.sees(/It has not run yet/);
  await other.leaves();
});

test("an officer reads the clock of a breach and whom it concerns", async () => {
  const { portal } = journey;
  const pages = ["dashboard", "data-breaches", "data-breaches.change"] as const;
  const officer = await staffMember(portal, { pages: [...pages] });
  const opened = await signedIn(portal);
  const clerk = await staffMember(portal, { pages: ["help-desk"] });
  await granted(clerk.get(`/staff/ms_help_desk/${opened._id}`));
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
  const lagos = (hours: number) => new Date(Date.now() - (hours - 1) * 3_600_000).toISOString().slice(0, 16);
  const facts = {
    what: "A sign-in of the help desk was misused",
    facts: "Somebody read the password over the officer's shoulder and opened files.",
    ...{ knownAt: ago(20), beganAt: ago(30), endedAt: ago(-0.01), source: "Files opened", risk: "High" },
    staff: clerk._id,
  };
  const { _id } = (await granted(officer.post("/staff/ms_data_breach", facts))).body;
  const who = await staffAt(journey, officer);
  await who.opens("/staff/dashboard");
  await who.sees("The Commission is to be told of one breach of personal data: the clock of 72 hours runs.");
  await who.opens("/staff/data-breaches");
  await who.seesHeading("Breaches");
  await who.sees("Running");
  await looksRight(who, "breaches");
  await who.opens(`/staff/data-breaches/${_id}`);
  await who.sees("51 hours left", "Whom it concerns", /1 person/);
  expect(await who.page.getByRole("button", { name: "Delete" }).count(), "a register keeps what stands in it").toBe(0);
  await looksRight(who, "breach");
  await who.opens("/staff/data-breaches/new");
  await who.sees("What happened");
  await looksRight(who, "breach-form");
  await who.fills({
    "What happened": "A laptop of the desk was stolen",
    Facts: "It stood in the hall.\nIts disk cannot be read without the key.",
    "Known since": lagos(4),
    Began: lagos(6),
    Ended: lagos(5),
    "Whom it concerns": "Nobody",
    "Why the Commission is not told": "The disk is encrypted, and its key is safe",
  });
  await who.picks("Risk to people", "None");
  await who.presses("Add breach");
  await who.seesHeading("A laptop of the desk was stolen");
  await who.sees("Dealt with", "Nobody is found by what is said above.");
  await who.leaves();
});

test("the privacy notice names the officer for questions about data", async () => {
  await journey.portal.db
    .insertInto("setting")
    .values({ name: "dataOfficer", value: JSON.stringify("Mrs Amina Sule\n0803 123 4567, dpo@example.edu.ng") })
    .execute();
  const who = await journey.person({ size: desk });
  await who.opens("/privacy");
  await who.sees("Data protection officer", /dpo@example\.edu\.ng/);
  await looksRight(who, "notice");
  await who.leaves();
});
