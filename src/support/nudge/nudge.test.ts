import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { type SmsPortal, startSmsPortal, textsOf } from "../../../testing/sms.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { newRegistration } from "../../../testing/visitor.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { remindDaily, sendNudgesJob } from "./nudge.job.server.ts";
import { nudges } from "./nudge.rules.ts";

let portal: SmsPortal;
let officer: StaffMember;
let payer: Person;
beforeAll(async () => {
  portal = await startSmsPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["nudges", "nudges.change"] });
  const wanted = await openProgramme(portal);
  payer = await readyApplicant(portal, wanted);
  await verifiedPayment(portal, payer._id, wanted);
  await older("payment_reference", "verifiedAt");
}, 60_000);
afterAll(() => portal.stop());

/** As if it had happened ten days ago. */
const older = (table: string, column: string) =>
  portal.db.transaction().execute(async (trx) => {
    // A payment does not change by itself.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update ${sql.table(`portal.${table}`)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '10 days'
      where ${sql.ref(column)} > now() - interval '1 day'`.execute(trx);
  });

const check = async (kind: string) => (await officer.post(`/staff/ms_nudge/${kind}/check`)).body;
const run = (kind: string, count: number) => officer.post(`/staff/ms_nudge/${kind}/run`, { count });
const remindersTo = async (emailaddress: string, about: RegExp, atLeast = 1) =>
  portal.letters(emailaddress, atLeast, about);

/** Somebody who registered ten days ago and never verified. */
async function unverified() {
  const person = newRegistration();
  await caller(portal).post("/ms_applicant", person);
  await older("applicant", "createdAt");
  const { _id } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("jamb", "=", person.jamb)
    .executeTakeFirstOrThrow();
  return { ...person, _id };
}

test("a dry run says how many would get it, who, and who is left out and why, and sends nothing", async () => {
  const person = await unverified();
  const early = newRegistration();
  await caller(portal).post("/ms_applicant", early);
  expect(await check("not-verified")).toEqual({
    count: 1,
    sample: [`${person.firstname} ${person.lastname}`],
    left: [{ why: "Missing for fewer than 2 days", count: 1 }],
  });
  expect((await check("not-applied")).count).toBe(1);
  expect(await portal.db.selectFrom("nudge").select("kind").execute()).toEqual([]);
});

test("each gets a kind once in a session, however often and by how many it is sent", async () => {
  const person = await unverified();
  const { count } = await check("not-verified");
  expect((await run("not-verified", count + 5)).body.code).toBe("count-changed");
  const sent = await run("not-verified", count);
  expect(sent.body.type).toBe("success");
  const [letter] = await remindersTo(person.emailaddress, /verify your account/);
  expect(letter?.text).toContain(nudges["not-verified"].usual.words);
  await Promise.all([1, 2, 3].map(() => sendNudgesJob.run(portal.app, { kind: "not-verified" })));
  expect(await remindersTo(person.emailaddress, /verify your account/)).toHaveLength(1);
  const after = await check("not-verified");
  expect([after.count, after.left[0]]).toEqual([0, { why: "Had this reminder in this session already", count }]);
  expect((await run("not-verified", 1)).body.code).toBe("nobody-meant");
});

test("who has brought what was missing by the moment of sending gets nothing", async () => {
  const person = await unverified();
  expect((await check("not-verified")).count).toBe(1);
  const [letter] = await portal.letters(person.emailaddress, 1);
  const [, link] = /\/activate\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
  expect((await caller(portal).post("/ms_applicant/activate", { id: link })).body.type).toBe("success");
  await sendNudgesJob.run(portal.app, { kind: "not-verified" });
  expect(await portal.letters(person.emailaddress, 1)).toHaveLength(1);
});

test("the link of a reminder ends all reminders without a sign-in, and a link that is not whole ends none", async () => {
  const person = await unverified();
  await sendNudgesJob.run(portal.app, { kind: "not-verified" });
  const [letter] = await remindersTo(person.emailaddress, /verify your account/);
  const [, token = ""] = /\/no-reminders\/(\S+)/.exec(letter?.text ?? "") ?? [];
  const visitor = caller(portal);
  expect((await visitor.post(`/ms_nudge_stop/${token.slice(0, -1)}`)).status).toBe(404);
  expect((await visitor.post(`/ms_nudge_stop/${person._id}`)).status).toBe(404);
  expect((await visitor.post(`/ms_nudge_stop/${token}`)).body.type).toBe("success");
  expect((await visitor.post(`/ms_nudge_stop/${token}`)).body.type).toBe("success");
  await sql`delete from portal.nudge where applicant = ${person._id}`.execute(portal.db);
  const left = (await check("not-verified")).left.find(({ why }: { why: string }) => why === "Want no reminders");
  expect(left?.count).toBe(1);
  await sendNudgesJob.run(portal.app, { kind: "not-verified" });
  expect(await remindersTo(person.emailaddress, /verify your account/)).toHaveLength(1);
});

test("the office changes words and delay, sends each morning, and to the phone; a second change at once is told", async () => {
  const said = {
    subject: "send your form",
    words: "Your fee is paid. Send your form soon.",
    days: 4,
    daily: true,
    texts: true,
  };
  const save = (version: number, more = {}) =>
    officer.put("/staff/ms_nudge/not-applied", { ...said, ...more, version });
  expect((await save(0)).body.type).toBe("success");
  expect((await save(0)).body.code).toBe("changed-meanwhile");
  expect((await save(1, { words: "short" })).body.errors).toEqual({ words: "Minimum of 20 characters expected" });
  const { kinds } = (await officer.get("/staff/ms_nudge")).body;
  expect(kinds.at(-1)).toMatchObject({ kind: "not-applied", ...said, version: 1, given: 0 });
  await remindDaily.run(portal.app);
  const [letter] = await remindersTo(payer.emailaddress, /send your form/);
  expect(letter?.text).toContain("Send your form soon.");
  const [text] = await textsOf(portal, payer._id);
  expect(text).toMatchObject({ kind: "Reminder", state: "Sent" });
});

test("the office stops reminders for one person, with a reason, and whoever is not there is named", async () => {
  const person = await signedInApplicant(portal);
  const stop = (whom: string) => officer.post("/staff/ms_nudge_stop", { person: whom, reason: "Asked at the counter" });
  expect(Object.keys((await stop("nobody@example.com")).body.errors)).toEqual(["person"]);
  expect((await stop(person.emailaddress.toUpperCase())).body.type).toBe("success");
  await older("applicant", "verifiedAt");
  await sendNudgesJob.run(portal.app, { kind: "profile" });
  expect(await portal.db.selectFrom("nudge").select("kind").where("applicant", "=", person._id).execute()).toEqual([]);
});

test("a profile that is not filled and a fee that is not paid are missing until they come", async () => {
  await sql`update portal.session set opens = now() - interval '30 days' where admission`.execute(portal.db);
  const person = await signedInApplicant(portal);
  await older("applicant", "verifiedAt");
  const before = (await check("profile")).count;
  expect(before).toBeGreaterThan(0);
  await sendNudgesJob.run(portal.app, { kind: "profile" });
  const [letter] = await remindersTo(person.emailaddress, /fill in your profile/);
  expect(letter?.text).toContain("/app/dashboard");
  const wanted = await openProgramme(portal);
  const debtor = await readyApplicant(portal, wanted);
  expect((await debtor.post("/ms_application_fee", { programme: wanted.programme })).body.type).toBe("success");
  expect((await check("not-paid")).count).toBe(0);
  await older("payment_reference", "createdAt");
  expect((await check("not-paid")).sample).toHaveLength(1);
});

/** How many of thirty people got a reminder twice which three portals send at once. */
async function remindedTwice(fresh: SmsPortal): Promise<number> {
  for (let count = 0; count < 30; count += 1) await caller(fresh).post("/ms_applicant", newRegistration());
  await sql`update portal.applicant set "createdAt" = now() - interval '10 days' where "verifiedAt" is null`.execute(
    fresh.db,
  );
  await Promise.all([1, 2, 3].map(() => sendNudgesJob.run(fresh.app, { kind: "not-verified" })));
  const { rows } = await sql<{ recipient: string; count: number }>`select recipient, count(*)::int as count
    from portal.outgoing_mail where subject like '%verify your account' group by recipient`.execute(fresh.db);
  expect(rows.length).toBeGreaterThanOrEqual(30);
  return rows.filter(({ count }) => count > 1).length;
}

test("three who send at once remind nobody twice, and would without the rule that each gets a kind once", async () => {
  expect(await remindedTwice(portal)).toBe(0);
  const bare = await startSmsPortal(inject("place"));
  try {
    await withoutConstraint(bare, "nudge", "nudge_once");
    expect(await remindedTwice(bare)).toBeGreaterThan(0);
  } finally {
    await bare.stop();
  }
});
