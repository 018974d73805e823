import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { tellHolders } from "#app/server/nouns.sms.server.ts";
import { tellingOfCeiling } from "#console/outgoing-sms/outgoing-sms.server.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { postText, type SmsPortal, startSmsPortal, textsOf } from "../../../testing/sms.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

const PIECE = 500;
const MANY = 12;
const FIT = 4;

let portal: SmsPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startSmsPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["texts"] });
  await portal.db
    .insertInto("setting")
    .values({ name: "smsDayCeiling", value: String((FIT * PIECE) / 100) })
    .execute();
}, 60_000);
afterAll(() => portal.stop());

test("however many are sent at once, a day costs no more than its ceiling; the office is told once, and the log counts", async () => {
  const person = await signedInApplicant(portal);
  await Promise.all(Array.from({ length: MANY }, () => postText(portal, person._id)));
  const texts = await textsOf(portal, person._id, MANY);
  expect(texts.filter(({ state }) => state === "Sent")).toHaveLength(FIT);
  expect(texts.filter(({ state }) => state === "Over the ceiling")).toHaveLength(MANY - FIT);
  expect(portal.gateway.texts()).toHaveLength(FIT);

  const telling = tellingOfCeiling(tellHolders);
  await Promise.all([telling.run(portal.app), telling.run(portal.app)]);
  await telling.run(portal.app);
  const mails = await portal.db
    .selectFrom("outgoing_mail")
    .select("subject")
    .where("recipient", "=", officer.emailaddress)
    .execute();
  expect(mails).toEqual([{ subject: "Today's SMS have reached what a day may cost" }]);

  const { body } = await officer.get("/staff/ms_outgoing_sms/today");
  expect(body).toEqual({
    configured: true,
    spent: 20,
    ceiling: 20,
    sent: FIT,
    delivered: 0,
    undelivered: 0,
    held: MANY - FIT,
  });
  const held = await officer.get("/staff/ms_outgoing_sms?state=Over+the+ceiling");
  expect(held.body.total).toBe(MANY - FIT);
  const file = await officer.get("/staff/ms_outgoing_sms/export?state=Over+the+ceiling");
  expect(String(file.body)).toContain("the mail went out");
});

test("a text that was refused makes room again, and a ceiling of nothing lets none out", async () => {
  await sql`update portal.sms_day set spent_kobo = ${FIT * PIECE - PIECE}`.execute(portal.db);
  const person = await signedInApplicant(portal);
  portal.gateway.fault("rejects");
  await postText(portal, person._id);
  expect((await textsOf(portal, person._id))[0]?.state).toBe("Failed");
  portal.gateway.fault();
  await postText(portal, person._id);
  expect((await textsOf(portal, person._id, 2))[1]?.state).toBe("Sent");
  await portal.db.updateTable("setting").set({ value: "0" }).where("name", "=", "smsDayCeiling").execute();
  await postText(portal, person._id);
  expect((await textsOf(portal, person._id, 3))[2]?.state).toBe("Over the ceiling");
});
