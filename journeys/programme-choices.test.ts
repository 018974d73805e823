import { sql } from "kysely";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { keptDrafts } from "../testing/drafts.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { candidate } from "../testing/offered-applicant.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

// One application and one fee: second and third choice, another programme that the applicant asks for, and one that is offered.

let journey: Journey;
const titles: string[] = [];
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { db } = journey.portal;
  await sql`update portal.intake set entryrules = '{}'::jsonb`.execute(db);
  for (const nth of [0, 1, 2, 3]) {
    const { programme } = await openProgramme(journey.portal, nth);
    const named = db.selectFrom("programme").select(["award", "name"]).where("_id", "=", programme);
    const { award, name } = await named.executeTakeFirstOrThrow();
    titles.push(`${award} ${name}`);
  }
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("choices");

/** Types a part of a programme's name, and takes what is found. */
async function picksByTyping(within: Locator, label: string, title = ""): Promise<void> {
  await within.getByRole("combobox", { name: label }).fill(title.slice(4));
  await within.getByRole("option", { name: title }).click();
}

test("an applicant names a second and a third choice at the last step, reads them on the slip, and sets them anew", async () => {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const who = await journey.person({ size: phone, signedIn: { token: me.token } });
  await who.opens("/app/start?continue");
  const form = await who.inDialog(/^Apply to /);
  await form.picks("Mode of entry", "JAMB UTME");
  await form.presses("Continue");
  await form.presses("Continue");
  await form.sees("No further fee");
  await picksByTyping(form.box, "Second choice", titles[1]);
  await picksByTyping(form.box, "Third choice", titles[2]);
  await looksRight(who, "apply");
  await form.presses(/^Submit application to /);
  const sent = await who.inDialog("Application submitted");
  await sent.follows("Print Application Slip");
  await who.seesHeading("Application Slip");
  await who.sees("Second choice", titles[1] ?? "", "Third choice", titles[2] ?? "");
  await looksRight(who, "slip");

  await who.opens("/app/admission");
  await who.follows(/^Programme and choices/);
  await who.seesHeading("Programme and choices");
  await looksRight(who, "page");
  await who.presses("Change your choices");
  await picksByTyping(who.page.locator("main"), "Third choice", titles[3]);
  await who.presses(/^Save choices/);
  await who.sees("Your choices are saved");
  await who.sees(titles[3] ?? "");
  await who.leaves();
});

test("another programme is asked for on a phone and decided by the office; one is offered by two people and agreed to", async () => {
  const me = await candidate(journey.portal);
  const who = await journey.person({ size: phone, signedIn: { token: me.token } });
  await who.opens("/app/choices");
  await who.presses("Ask for another programme");
  await who.page.getByLabel("Programme", { exact: true }).selectOption({ label: titles[1] });
  await who.fills({ Reason: "I sat its subjects, and my school needs a teacher for them" });
  await looksRight(who, "ask");
  await who.presses("Ask for this programme");
  await who.sees("Waits for the office");
  await looksRight(who, "asked");

  const pages = ["dashboard", "programme-moves", "programme-moves.approve"] as const;
  const dean = await staffAt(journey, await staffMember(journey.portal, { pages }));
  await dean.opens("/staff/programme-moves?state=Asked");
  await dean.sees(me.code);
  await looksRight(dean, "list");
  await dean.page.locator("tbody .opener").first().click();
  await dean.sees("In the other programme", "Documents to ask for");
  await looksRight(dean, "one");
  await dean.presses("Approve");
  const approval = await dean.inDialog(/^Approve /);
  await approval.presses("Approve");
  await approval.box.waitFor({ state: "detached" });
  await dean.sees("Moved");
  await who.opens("/app/choices");
  await who.sees("Moved");

  const change = ["programme-moves", "programme-moves.change"] as const;
  const clerk = await staffAt(journey, await staffMember(journey.portal, { pages: change }));
  await clerk.opens("/staff/programme-moves/new");
  await clerk.fills({ "Application codes": me.code, Reason: "Your class is full, and this one has seats" });
  await clerk.page.getByLabel("Programme", { exact: true }).fill(titles[2] ?? "");
  await clerk.page.getByRole("option", { name: titles[2] }).first().click();
  await looksRight(clerk, "propose");
  await clerk.presses("Propose");
  await clerk.sees("Proposed");
  await dean.opens("/staff/programme-moves?state=Proposed");
  await dean.page.locator("tbody .opener").first().click();
  await dean.sees("In the other programme");
  await dean.presses("Approve");
  const offering = await dean.inDialog(/^Approve /);
  await offering.presses("Approve");
  await offering.box.waitFor({ state: "detached" });
  await dean.sees("Offered");

  await who.opens("/app/choices");
  await who.seesHeading(`The college offers you ${titles[2]}`);
  await looksRight(who, "offered");
  await who.presses(/^Yes, move me/);
  await who.sees(/^Your application is to /);
  await who.opens(`/print/${me.application}`);
  await who.sees(titles[2] ?? "");
  expect((await me.get("/ms_applications")).body).toHaveLength(1);
  await expectInvariants(journey.portal.db);
  await who.leaves();
  for (const one of [dean, clerk]) await one.leaves();
});

test("a further choice that another mode of entry does not take is dropped, and is not sent unseen", async () => {
  const { db } = journey.portal;
  const [wanted, both, utmeAlone] = await Promise.all([0, 1, 2].map((nth) => openProgramme(journey.portal, nth)));
  const take = (programme: string | undefined, modes: string[]) =>
    db
      .updateTable("programme")
      .set({ modes })
      .where("_id", "=", programme ?? "")
      .execute();
  for (const one of [wanted, both]) await take(one?.programme, ["JAMB UTME", "Direct Entry"]);
  await take(utmeAlone?.programme, ["JAMB UTME"]);
  const me = await readyApplicant(journey.portal, wanted as NonNullable<typeof wanted>);
  await verifiedPayment(journey.portal, me._id, wanted as NonNullable<typeof wanted>);
  const who = await journey.person({ size: phone, signedIn: me });
  await who.opens("/app/start?continue");
  const form = await who.inDialog(/^Apply to /);
  await form.picks("Mode of entry", "JAMB UTME");
  await form.presses("Continue");
  await form.presses("Continue");
  await picksByTyping(form.box, "Second choice", titles[2]);
  await picksByTyping(form.box, "Third choice", titles[1]);
  await expect
    .poll(async () => JSON.stringify(await keptDrafts(who.page)), { timeout: 20_000 })
    .toContain(both?.programme ?? "nothing");
  await form.presses("Back");
  await form.presses("Back");
  await form.picks("Mode of entry", "Direct Entry");
  await form.presses("Continue");
  await form.presses("Continue");
  // What was chosen is put back from the device, without what Direct Entry does not take.
  const second = form.box.getByRole("combobox", { name: "Second choice" });
  await expect.poll(() => second.inputValue(), { timeout: 20_000 }).toBe(titles[1]);
  await form.presses(/^Submit application to /);
  await who.inDialog("Application submitted");
  const { rows } = await sql<{ programme: string }>`select c.programme from portal.application_choice c
    join portal.application a on a._id = c.application where a.applicant = ${me._id} order by c.rank`.execute(db);
  expect(rows.map(({ programme }) => programme)).toEqual([both?.programme]);
  await who.leaves();
});
