import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { tablesHolding } from "../../../testing/dump.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { sendFile, smallPdf } from "../../../testing/upload.ts";
import { signedIn, signIn } from "../../../testing/visitor.ts";
import { untilJobsRest, untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { keepRetention } from "./retention.job.server.ts";

let portal: TestPortal;
let first: StaffMember;
let second: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["retention-rules", "retention-rules.change", "retention-rules.approve", "dashboard"] as const;
  first = await staffMember(portal, { pages: [...pages] });
  second = await staffMember(portal, { pages: [...pages] });
}, 60_000);
beforeEach(async () => {
  await sql`delete from portal.retention_proposal`.execute(portal.db);
});
afterAll(() => portal.stop());

const path = "/staff/ms_retention";
const dry = async (kind: string, days: number) => (await granted(first.post(`${path}/${kind}/check`, { days }))).body;
const propose = (kind: string, days: number | null, count: number, who = first) =>
  who.post(`${path}/${kind}/propose`, { days, count, reason: "The notice says so" });
const approve = (id: string, count: number, who = second) =>
  who.post(`/staff/ms_retention_proposal/${id}/approve`, { count });

/** A rule in force, as two people put it there. */
async function inForce(kind: string, days: number): Promise<void> {
  const { count } = await dry(kind, days);
  const { _id } = (await granted(propose(kind, days, count))).body;
  await granted(approve(_id, count));
}

const night = () => keepRetention.run(portal.app);

/** The session that admits has closed so many days and minutes ago, and everybody came long before. */
async function closedAgo(days: number, minutes: number): Promise<void> {
  await sql`update portal.session set opens = now() - interval '900 days', closes = now() - make_interval(days => ${days}, mins => ${minutes})
    where admission`.execute(portal.db);
}

/** Somebody who came before the session closed and never since. */
async function cameBefore(id: string): Promise<void> {
  await sql`update portal.applicant set "createdAt" = now() - interval '800 days', "verifiedAt" = now() - interval '800 days'
    where _id = ${id}`.execute(portal.db);
  for (const way of ["disable", "enable"]) {
    await sql`alter table portal.audit ${sql.raw(way)} trigger audit_only_forgets`.execute(portal.db);
    if (way === "disable")
      await sql`update portal.audit set at = now() - interval '800 days' where subject = ${`applicant:${id}`}`.execute(
        portal.db,
      );
  }
}

const isThere = async (id: string) =>
  (await sql`select from portal.applicant where _id = ${id}`.execute(portal.db)).rows.length === 1;

test("an account that never paid goes whole on its day, not before; who signed in since, or paid, stays", async () => {
  await closedAgo(60, -1);
  const wanted = await openProgramme(portal);
  const gone = await signedIn(portal);
  await granted(gone.put("/ms_applicant", { firstname: "Quirinius", lastname: "Zwartbooi" }));
  expect((await sendFile(portal, gone, "document", smallPdf(), "slip.pdf")).status).toBe(200);
  const back = await signedIn(portal);
  const paid = await readyApplicant(portal, wanted);
  await verifiedPayment(portal, paid._id, wanted);
  await untilJobsRest(portal);
  for (const { _id } of [gone, back, paid]) await cameBefore(_id);
  expect((await signIn(portal, back)).body.verify).toBe(true);
  await inForce("unpaid-accounts", 60);
  await night();
  expect(await isThere(gone._id)).toBe(true);

  await closedAgo(60, 1);
  const { count, parts, oldest } = await dry("unpaid-accounts", 60);
  expect(parts.find(({ part }: { part: string }) => part === "Accounts").count).toBeGreaterThan(0);
  expect(Date.parse(oldest)).toBeLessThan(Date.now());
  await night();
  expect([await isThere(gone._id), await isThere(back._id), await isThere(paid._id)]).toEqual([false, true, true]);
  expect((await portal.letters(gone.emailaddress, 2)).at(-1)?.subject).toContain("was deleted");
  await untilJobsRest(portal);
  for (const word of ["Quirinius", "Zwartbooi", gone.emailaddress, gone.jamb])
    expect([word, await tablesHolding(portal.db, word)]).toEqual([word, []]);
  expect(count).toBeGreaterThan((await dry("unpaid-accounts", 60)).count);
});

test("of an account with an unpaid reference the papers go, and the reference stays in the books", async () => {
  await opened();
  const person = await payer(portal);
  const { rrr } = await person.reference();
  await sql`alter table portal.payment_reference disable trigger payment_reference_guard`.execute(portal.db);
  await sql`update portal.payment_reference set "createdAt" = now() - interval '700 days' where rrr = ${rrr}`.execute(
    portal.db,
  );
  await sql`alter table portal.payment_reference enable trigger payment_reference_guard`.execute(portal.db);
  await cameBefore(person._id);
  await closedAgo(61, 0);
  await inForce("unpaid-accounts", 60);
  await night();
  expect(await isThere(person._id)).toBe(true);
  const left = await sql`select portal.has_papers(${person._id}) as papers`.execute(portal.db);
  expect(left.rows).toEqual([{ papers: false }]);
  const books = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("applicant", "=", person._id)
    .execute();
  expect(books).toEqual([{ rrr }]);
  await night();
});

/** The session that admits takes applications. */
const opened = () =>
  sql`update portal.session set opens = now() - interval '900 days', closes = now() + interval '30 days' where admission`.execute(
    portal.db,
  );

/** An application of the session that admits. */
async function applied() {
  await opened();
  const wanted = await openProgramme(portal);
  const person = await readyApplicant(portal, wanted);
  const { rrr } = await verifiedPayment(portal, person._id, wanted);
  const form = { programme: wanted.programme, payment: rrr, type: "JAMB UTME" };
  const { body } = await granted(person.post("/ms_applications", form));
  return { person, application: body._id as string };
}

test("the papers of who was not admitted go on their day, not before; account, application and payment stay", async () => {
  const { person, application } = await applied();
  const books =
    await sql`select count(*)::int as lines, coalesce(sum(abs(amount_kobo)), 0)::text as kobo from portal.ledger_entry`.execute(
      portal.db,
    );
  await closedAgo(90, -1);
  await inForce("unsuccessful-papers", 90);
  await night();
  expect((await person.get("/ms_applicant_referee")).body).toHaveLength(2);
  await closedAgo(90, 1);
  await night();
  expect((await person.get("/ms_applicant_referee")).body).toEqual([]);
  expect((await person.get("/ms_applicant_sitting")).body).toEqual([]);
  expect((await person.get(`/ms_applications/${application}`)).status).toBe(200);
  const after =
    await sql`select count(*)::int as lines, coalesce(sum(abs(amount_kobo)), 0)::text as kobo from portal.ledger_entry`.execute(
      portal.db,
    );
  expect(after.rows).toEqual(books.rows);
});

test("mails and openings go on their day, not before", async () => {
  const person = await signedIn(portal);
  const age = (hours: number) =>
    sql`update portal.outgoing_mail set "createdAt" = now() - interval '40 days' + make_interval(hours => ${hours})
      where recipient = ${person.emailaddress}`.execute(portal.db);
  const mails = async () =>
    (await sql`select from portal.outgoing_mail where recipient = ${person.emailaddress}`.execute(portal.db)).rows
      .length;
  await untilJobsRest(portal);
  await age(1);
  await inForce("mail-log", 40);
  await night();
  expect(await mails()).toBe(1);
  await age(-1);
  await night();
  expect(await mails()).toBe(0);
});

test("a dry run changes nothing, and a rule is in force only once another person has approved what was seen", async () => {
  await closedAgo(61, 0);
  const person = await signedIn(portal);
  await cameBefore(person._id);
  const { count } = await dry("unpaid-accounts", 60);
  expect(count).toBeGreaterThan(0);
  expect(await dry("unpaid-accounts", 60)).toMatchObject({ count });
  await night();
  expect(await isThere(person._id)).toBe(true);

  expect((await propose("unpaid-accounts", 60, count + 7)).status).toBe(409);
  const { _id } = (await granted(propose("unpaid-accounts", 60, count))).body;
  expect((await propose("unpaid-accounts", 90, 0, second)).body).toMatchObject({ type: "error" });
  await night();
  expect(await isThere(person._id)).toBe(true);
  expect((await approve(_id, count, first)).body).toMatchObject({ code: "another-must-decide" });
  expect((await approve(_id, count + 7)).body).toMatchObject({ code: "count-changed" });
  const { waiting } = (await granted(second.get("/staff/ms_staff_dashboard"))).body;
  expect(waiting.map(({ sentence }: { sentence: string }) => sentence)).toContain(
    "One rule on how long data are kept waits for a second person.",
  );
  await granted(approve(_id, count));
  const rules = (await granted(first.get(path))).body;
  expect(rules.find(({ kind }: { kind: string }) => kind === "unpaid-accounts")).toMatchObject({
    days: 60,
    proposal: null,
  });
  await night();
  expect(await isThere(person._id)).toBe(false);
});

test("what the privacy notice promises is the most, a rule stops by two people, and a reader proposes nothing", async () => {
  expect((await propose("unsuccessful-papers", 184, 0)).body.errors).toHaveProperty("days");
  expect((await propose("unsuccessful-papers", 29, 0)).body.errors).toHaveProperty("days");
  expect((await propose("nothing-known", 60, 0)).status).toBe(404);
  const reader = await staffMember(portal, { pages: ["retention-rules"] });
  expect((await propose("mail-log", 400, 0, reader)).status).toBe(403);
  await inForce("mail-log", 400);
  const { _id } = (await granted(propose("mail-log", null, 0))).body;
  await granted(approve(_id, 0));
  expect(
    (await granted(first.get(path))).body.find(({ kind }: { kind: string }) => kind === "mail-log").days,
  ).toBeNull();
});

test("who applies while the papers are taken away keeps them, or the night finds nothing", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { person } = await applied();
    await closedAgo(91, 0);
    await inForce("unsuccessful-papers", 90);
    const wanted = await openProgramme(portal, 1);
    const { rrr } = await verifiedPayment(portal, person._id, wanted);
    const again = () =>
      person.post("/ms_applications", { programme: wanted.programme, payment: rrr, type: "JAMB UTME" });
    await Promise.all([night(), again()]);
    // A paid reference that is not used yet keeps the papers, whichever came first.
    expect((await person.get("/ms_applicant_referee")).body).toHaveLength(2);
  }
});

test("who signs in at the very moment at which the account would go keeps it", async () => {
  await closedAgo(61, 0);
  const person = await signedIn(portal);
  await untilJobsRest(portal);
  await cameBefore(person._id);
  await inForce("unpaid-accounts", 60);
  const { running } = await portal.db.transaction().execute(async (trx) => {
    await sql`select from portal.applicant where _id = ${person._id} for update`.execute(trx);
    const begun = night();
    await untilWaiting(portal);
    await sql`insert into portal.audit (_id, actorkind, actor, deed, subject)
      values (gen_random_uuid(), 'applicant', ${person._id}, 'session.open', ${`applicant:${person._id}`})`.execute(
      trx,
    );
    return { running: begun };
  });
  await running;
  expect(await isThere(person._id)).toBe(true);
});
