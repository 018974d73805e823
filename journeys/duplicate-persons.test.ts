import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { payer } from "../testing/payer.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { walk } from "../testing/walk.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

test("an officer finds two accounts of one applicant, locks the second, and two people merge them", async () => {
  const { portal } = journey;
  const [stays, goes] = [await walk(portal, 9015), await payer(portal)];
  await sql`update portal.bio b set firstname = o.lastname, middlename = o.middlename, lastname = o.firstname, dateofbirth = o.dateofbirth
    from portal.bio o where b.applicant = ${goes._id} and o.applicant = ${stays._id}`.execute(portal.db);
  const pages = ["duplicate-persons", "duplicate-persons.change", "applications"] as const;
  const officer = await staffAt(journey, await staffMember(portal, { pages, lastname: "Officer" }));
  const approving = await staffMember(portal, {
    pages: [...pages, "duplicate-persons.approve"],
    lastname: "Provost",
  });
  const looksRight = async (who: typeof officer, name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `duplicate-persons-${name}`);
  };
  await officer.opens("/staff/duplicate-persons");
  await officer.sees("No two accounts are alike");
  await officer.presses("Look now");
  const look = await officer.inDialog(/^Look for/);
  await look.presses("Look now");
  await officer.sees("Same names and date of birth");
  await looksRight(officer, "list");

  await officer.opens(`/staff/applications/${stays.application}`);
  await officer.sees("This may be one of two accounts of the same person");
  await looksRight(officer, "in-the-file");
  const { _id } = await portal.db.selectFrom("duplicate_pair").select("_id").executeTakeFirstOrThrow();
  await officer.opens(`/staff/duplicate-persons/${_id}`);
  await officer.sees("Strong", goes.emailaddress, "Lock this account");
  await looksRight(officer, "pair");

  await officer.page
    .getByRole("region")
    .filter({ hasText: goes.emailaddress })
    .getByRole("button", { name: "Lock this account" })
    .click();
  const locking = await officer.inDialog(/^Lock the account/);
  await locking.fills({ Reason: "One face on both photographs" });
  await locking.presses("Lock this account");
  await officer.sees("Unlock");

  await officer.presses("Merge into this one");
  const merging = await officer.inDialog(/^Keep the account/);
  await merging.fills({ Reason: "The first one has applied" });
  await merging.presses("Merge into this one");
  await officer.sees("You proposed to merge these");
  await looksRight(officer, "proposed");
  await officer.leaves();

  const provost = await staffAt(journey, approving, phone);
  await provost.opens(`/staff/duplicate-persons/${_id}`);
  await provost.presses("Approve");
  const deciding = await provost.inDialog(/^Merge these/);
  await deciding.fills({ Reason: "Both papers seen" });
  await looksRight(provost, "approve");
  await deciding.presses("Approve");
  await provost.sees("Take back");
  await looksRight(provost, "merged");
  await provost.leaves();
  const merged = await portal.db.selectFrom("duplicate_pair").select(["state", "kept"]).executeTakeFirstOrThrow();
  expect(merged).toEqual({ state: "Merged", kept: stays._id });
});
