import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { remindOfOffers } from "#admission/offer/acceptance/acceptance.job.server.ts";
import { releaseOffer } from "#admission/offer/offer.server.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { signedInApplicant } from "../../../../testing/applicant.ts";
import { inDays } from "../../../../testing/days.ts";
import { dueIn } from "../../../../testing/offered-applicant.ts";
import { startPortal } from "../../../../testing/portal.ts";
import { postText, type SmsPortal, startSmsPortal, textsOf } from "../../../../testing/sms.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted, walk } from "../../../../testing/walk.ts";

let portal: SmsPortal;
beforeAll(async () => {
  portal = await startSmsPortal(inject("place"));
}, 60_000);
afterAll(() => portal.stop());

test("five messages go to the phone beside their mails, each naming the person by the first name", async () => {
  const walked = await walk(portal, 7);
  const officer = await staffMember(portal, { pages: ["applications.change"] });
  const asked = { label: "Affidavit of age", reason: "The year cannot be read", due: inDays(7) };
  await granted(officer.post(`/staff/ms_review/${walked.application}/request`, asked));
  const { code } = (await granted(walked.get(`/ms_applications/${walked.application}`))).body;
  await releaseOffer(portal.app.portal, portalItself, { code, kind: 1 });
  await sql`alter table portal.offer disable trigger user`.execute(portal.db);
  await sql`update portal.offer set "releasedAt" = now() - interval '3 days'`.execute(portal.db);
  await sql`alter table portal.offer enable trigger user`.execute(portal.db);
  for (const days of [3, 1, 0]) {
    await dueIn(portal, walked, days);
    await remindOfOffers.run(portal.app);
  }
  const texts = await textsOf(portal, walked._id, 6);
  expect(texts.map(({ kind }) => kind)).toEqual(["Code", "Payment", "Document", "Offer", "Last day", "Last day"]);
  expect(new Set(texts.map(({ state }) => state))).toEqual(new Set(["Sent"]));
  const { firstname, emailaddress } = walked.person.registration;
  const arrived = portal.gateway.texts().map(({ text }) => text);
  expect(arrived).toHaveLength(6);
  for (const text of arrived) {
    expect(text).toContain(`${firstname}, `);
    expect(text).not.toMatch(/Affidavit|cannot be read|₦/);
  }
  expect(new Set(texts.map(({ pieces }) => pieces))).toEqual(new Set([1]));
  const letters = await portal.letters(emailaddress, 7);
  expect(letters.length).toBeGreaterThanOrEqual(7);
});

test("whoever switches texts off gets mails alone, and again both when they are on; the own data tell of them", async () => {
  const person = await signedInApplicant(portal);
  const read = async () => (await person.get("/ms_applicant/texts")).body;
  expect(await read()).toEqual({ phonenumber: "2348031234567", on: true, sends: true });
  await person.put("/ms_applicant/texts", { on: false });
  await person.put("/ms_applicant/texts", { on: false });
  expect((await read()).on).toBe(false);
  await postText(portal, person._id);
  expect(
    await portal.db.selectFrom("outgoing_sms").select("_id").where("applicant", "=", person._id).execute(),
  ).toEqual([]);
  await person.put("/ms_applicant/texts", { on: true });
  await postText(portal, person._id);
  expect(await textsOf(portal, person._id)).toHaveLength(1);
});

test("without a gateway no text is written", async () => {
  const plain = await startPortal(inject("place"));
  try {
    const person = await signedInApplicant(plain);
    await postText(plain, person._id);
    expect(await plain.db.selectFrom("outgoing_sms").select("_id").execute()).toEqual([]);
    expect((await person.get("/ms_applicant/texts")).body.sends).toBe(false);
  } finally {
    await plain.stop();
  }
});
