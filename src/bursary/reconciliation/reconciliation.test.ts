import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { paidReference, superuser } from "../../../testing/books.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { askedLongAgo, type Payer, payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { reconcileByNight, reconcileJob } from "./reconciliation.job.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let bursar: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"), {}, { restMs: 300 });
  bank = sandboxControl(portal.sandbox);
  bursar = await staffMember(portal, { groups: ["Bursar"] });
  auditor = await staffMember(portal, { groups: ["Auditors"] });
});
afterAll(() => portal.stop());

interface Seeded {
  readonly _id: string;
  readonly rrr: string;
}
type Item = Record<string, unknown> & { _id: string };

const path = "/staff/ms_reconciliation";
const runOf = async (_id: string) => (await granted(auditor.get(`${path}/${_id}`))).body;
const foundBy = async (_id: string): Promise<Item[]> => (await granted(auditor.get(`${path}/${_id}/found`))).body.list;

/** A whole run, as the bursar begins it by hand. */
async function run(body: object = {}): Promise<string> {
  await tenSecondsLater(portal);
  const { _id } = (await granted(bursar.post(path, body))).body;
  await ended(_id, "Done");
  return _id;
}

/** Waits for the end of a run whose pauses pass at once. */
async function ended(_id: string, state: string): Promise<void> {
  const standing = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and key like 'reconcile:%'`.execute(portal.db);
    return (await runOf(_id)).state;
  };
  await expect.poll(standing, { timeout: 40_000 }).toBe(state);
}

const verify = async (person: Payer, rrr: string) => {
  await tenSecondsLater(portal);
  return (await granted(person.get(`/ms_application_fee/${rrr}`))).body.state;
};

async function paidHereNotThere(): Promise<Seeded> {
  const paid = await paidReference(portal, 0);
  await bank.deed("reverse", paid.rrr);
  return paid;
}

async function paidThereNotHere(): Promise<Seeded> {
  const open = await (await payer(portal)).reference(1);
  await bank.faultFor(open.rrr, "notify-none");
  await bank.pay(open.rrr);
  return open;
}

const amountDiffers = () => paidReference(portal, 2, { paidAmount: "1500" });

/** Two references for one programme: the first was cancelled, the second paid, and then the first all the same. */
async function paidTwice(): Promise<Seeded> {
  const person = await payer(portal);
  const first = await person.reference(3);
  await bank.faultFor(first.rrr, "notify-none");
  await bank.deed("deactivate", first.rrr);
  expect(await verify(person, first.rrr)).toBe("CANCELLED");
  const second = await person.reference(3);
  await bank.faultFor(second.rrr, "notify-none");
  await bank.pay(second.rrr);
  expect(await verify(person, second.rrr)).toBe("PAID");
  await bank.payAnyway(first.rrr);
  expect(await verify(person, first.rrr)).toBe("PAID");
  return first;
}

async function unknownNotification(rrr: string): Promise<void> {
  await bank.notify(rrr, { order: "0".repeat(32), tamper: { rrr: "999999999999" } });
  await expect
    .poll(async () => (await portal.db.selectFrom("payment_notification_item").select("rrr").execute()).length)
    .toBe(1);
}

const outOfBalance = ({ _id }: Seeded, by: number) =>
  superuser(
    portal,
    `update portal.ledger_entry set amount_kobo = amount_kobo - ${by}
    where account = 'application-fee' and journal in (select _id from portal.ledger_journal where payment = '${_id}')`,
  );

const seeded: Record<string, Seeded> = {};

test("where all is one, nothing is found", async () => {
  await paidReference(portal, 0);
  await (await payer(portal)).reference(1);
  const _id = await run();
  expect(await runOf(_id)).toMatchObject({ found: 0, closed: 0, asked: 2, unanswered: 0, state: "Done" });
  expect(await foundBy(_id)).toEqual([]);
});

test("an answer that says the same as the last is kept once, and read again by each run", async () => {
  const lines = () => portal.db.selectFrom("payment_event").select("_id").where("kind", "=", "open").execute();
  const answers = async (_id: string) =>
    (await portal.db.selectFrom("reconciliation_question").select("answer").where("run", "=", _id).execute())
      .map(({ answer }) => answer)
      .sort();
  await run();
  const before = await lines();
  const _id = await run();
  expect(await answers(_id)).toEqual(["open", "paid"]);
  expect(await runOf(_id)).toMatchObject({ found: 0, asked: 2, unanswered: 0 });
  expect(await lines()).toEqual(before);
});

test("one of each of the six kinds is found, exactly those, and nothing of a payment is changed by it", async () => {
  seeded["Paid here, not there"] = await paidHereNotThere();
  seeded["Paid there, not here"] = await paidThereNotHere();
  seeded["Amount differs"] = await amountDiffers();
  seeded["Two paid for one purpose"] = await paidTwice();
  const balanced = await paidReference(portal, 4);
  await outOfBalance(balanced, 7);
  seeded["Ledger out of balance"] = balanced;
  await unknownNotification(balanced.rrr);
  const stood = await states();
  const _id = await run();
  const found = await foundBy(_id);
  expect(found.map(({ kind, rrr, state }) => [kind, rrr, state])).toEqual([
    ["Paid here, not there", seeded["Paid here, not there"]?.rrr, "Open"],
    ["Paid there, not here", seeded["Paid there, not here"]?.rrr, "Settled"],
    ["Amount differs", seeded["Amount differs"]?.rrr, "Open"],
    ["Unknown notification", "999999999999", "Open"],
    ["Two paid for one purpose", seeded["Two paid for one purpose"]?.rrr, "Open"],
    ["Ledger out of balance", balanced.rrr, "Open"],
  ]);
  expect(await runOf(_id)).toMatchObject({ found: 6, askedby: { _id: bursar._id } });
  // What had only not been heard of is settled by the question itself, as by anybody's.
  const heard = { ...stood, [seeded["Paid there, not here"]?._id ?? ""]: "PAID" };
  expect(await states()).toEqual(heard);
});

test("what is found waits at the money desk where no queue of its own knows it", async () => {
  const { list } = (await granted(auditor.get("/staff/ms_payment_exception?limit=100"))).body;
  const kinds = list.map(({ kind }: Item) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(["Not at the provider", "Books differ", "Wrong amount", "Unknown notification"]),
  );
});

test("the next run finds the same as known, and closes what is gone", async () => {
  await outOfBalance(seeded["Ledger out of balance"] as Seeded, -7);
  const _id = await run();
  const found = await foundBy(_id);
  expect(found.map(({ kind, known }) => [kind, known])).toEqual([
    ["Paid here, not there", true],
    ["Amount differs", true],
    ["Unknown notification", true],
    ["Two paid for one purpose", true],
  ]);
  expect(await runOf(_id)).toMatchObject({ found: 4, closed: 1 });
  const [gone] = (await granted(auditor.get("/staff/ms_discrepancy?kind=Ledger%20out%20of%20balance"))).body.list;
  expect(gone).toMatchObject({ state: "Vanished" });
  expect(
    (await granted(auditor.get("/staff/ms_payment_exception"))).body.list.map(({ kind }: Item) => kind),
  ).not.toContain("Books differ");
});

test("a decision closes a discrepancy with its reason, until its amounts move", async () => {
  const open = (await granted(auditor.get("/staff/ms_discrepancy?state=Open"))).body.list as Item[];
  const ids = open.map(({ _id }) => _id);
  const decide = (who: StaffMember) =>
    who.post("/staff/ms_discrepancy/decide", { ids, count: ids.length, reason: "Looked at with the bank's letter" });
  expect((await decide(auditor)).status).toBe(403);
  expect((await granted(decide(bursar))).body).toMatchObject({ count: 4 });
  expect(await decide(bursar)).toMatchObject({ status: 409, body: { code: "already-decided" } });
  expect(await foundBy(await run())).toEqual([]);
  expect((await granted(auditor.get("/staff/ms_reconciliation_now"))).body).toMatchObject({ open: [], running: null });
  const { rrr } = seeded["Amount differs"] as Seeded;
  await bank.faultFor(rrr, "status-wrong-amount", "1400.0");
  const found = await foundBy(await run());
  expect(found.map(({ kind, theirs }) => [kind, theirs])).toEqual([["Amount differs", 1400]]);
  await bank.noFaultsFor(rrr);
});

test("what was decided about and went away is found anew when it comes again", async () => {
  const { rrr } = await paidReference(portal, 6);
  const found = async () => (await foundBy(await run())).filter((one) => one.rrr === rrr);
  await bank.faultFor(rrr, "status-wrong-amount", "1400.0");
  const [first] = await found();
  const chosen = { ids: [first?._id], count: 1, reason: "The provider is mending it" };
  await granted(bursar.post("/staff/ms_discrepancy/decide", chosen));
  expect(await found()).toEqual([]);
  await bank.noFaultsFor(rrr);
  expect(await found()).toEqual([]);
  await bank.faultFor(rrr, "status-wrong-amount", "1400.0");
  expect(await found()).toMatchObject([{ kind: "Amount differs", theirs: 1400, known: false }]);
  await bank.noFaultsFor(rrr);
  await bank.faultFor(rrr, "status-wrong-rrr");
  expect(await found()).toMatchObject([
    { kind: "Answer differs", says: "The provider says paid, with another reference or order" },
  ]);
  await bank.noFaultsFor(rrr);
  expect(await found()).toEqual([]);
});

test("a payment that is found under two kinds is named by each beside the other, while both are open", async () => {
  const paid = await paidReference(portal, 5);
  await bank.faultFor(paid.rrr, "status-wrong-amount", "1400.0");
  await outOfBalance(paid, 9);
  await run();
  const listed = async () =>
    ((await granted(auditor.get(`/staff/ms_discrepancy?q=${paid.rrr}`))).body.list as Item[])
      .map(({ kind, beside }) => [kind, beside])
      .sort();
  expect(await listed()).toEqual([
    ["Amount differs", "Ledger out of balance"],
    ["Ledger out of balance", "Amount differs"],
  ]);
  await outOfBalance(paid, -9);
  await bank.noFaultsFor(paid.rrr);
  await run();
  expect(await listed()).toEqual([
    ["Amount differs", null],
    ["Ledger out of balance", null],
  ]);
});

test("no single person, and nobody at all, decides that a closed day may stay changed", async () => {
  const { _id } = await paidReference(portal, 8);
  const days = (await granted(bursar.get("/staff/ms_day_book"))).body;
  await granted(bursar.post(`/staff/ms_day_book/${days.today}/close`));
  const changed = async () => (await foundBy(await run())).filter(({ kind }) => kind === "Closed day changed");
  const spoil = (by: number) =>
    superuser(
      portal,
      `update portal.ledger_entry set amount_kobo = amount_kobo + sign(amount_kobo) * ${by}
      where journal in (select _id from portal.ledger_journal where payment = '${_id}')`,
    );
  await spoil(1);
  const [first] = await changed();
  const { body } = await bursar.post("/staff/ms_discrepancy/decide", { ids: [first?._id], count: 1, reason: "Seen" });
  expect(body).toMatchObject({
    type: "error",
    code: "ends-by-itself",
    message:
      "“Closed day changed” is not closed by a word: it ends when the books are right again. Nothing was decided",
  });
  await spoil(1);
  const [second] = await changed();
  expect(second).toMatchObject({ _id: first?._id, state: "Open", known: true });
  expect(second?.says).not.toBe(first?.says);
  await spoil(-2);
  expect(await changed()).toEqual([]);
  await spoil(3);
  expect(await changed()).toMatchObject([{ known: false }]);
  await spoil(-3);
  expect(await changed()).toEqual([]);
});

test("a provider that is silent closes nothing, and the run ends without its answer", async () => {
  const held = seeded["Amount differs"] as Seeded;
  await bank.faultFor(held.rrr, "status-5xx");
  await tenSecondsLater(portal);
  const { _id } = (await granted(bursar.post(path, {}))).body;
  const asking = setInterval(() => void askedLongAgo(portal, [held]).catch(() => undefined), 200);
  await ended(_id, "Ended without all answers");
  clearInterval(asking);
  expect(await runOf(_id)).toMatchObject({ unanswered: 1, closed: 0 });
  expect((await granted(auditor.get("/staff/ms_discrepancy?state=Open"))).body.list).toMatchObject([
    { kind: "Amount differs" },
  ]);
  await bank.noFaultsFor(held.rrr);
});

test("after a restore every reference since a day is asked about, whatever became of it", async () => {
  const old = await paidReference(portal, 5);
  await superuser(
    portal,
    `update portal.payment_reference set "verifiedAt" = now() - interval '20 days' where _id = '${old._id}'`,
  );
  const askedIn = async (_id: string) =>
    (await portal.db.selectFrom("reconciliation_question").select("payment").where("run", "=", _id).execute()).map(
      ({ payment }) => payment,
    );
  expect(await askedIn(await run())).not.toContain(old._id);
  expect(await askedIn(await run({ since: "2026-01-01" }))).toContain(old._id);
});

test("a run that was cut goes on with what has no answer", async () => {
  await tenSecondsLater(portal);
  // As a process leaves it that is gone: under way, some questions answered, and no job.
  const cut = (await granted(bursar.post(path, {}))).body._id;
  await ended(cut, "Done");
  await sql`update portal.reconciliation set state = 'Running', "endedAt" = null where _id = ${cut}`.execute(portal.db);
  const [left] = await portal.db
    .selectFrom("reconciliation_question")
    .select("payment")
    .where("run", "=", cut)
    .orderBy("place")
    .limit(1)
    .execute();
  await sql`update portal.reconciliation_question set "answeredAt" = null, answer = null, attempts = 0
    where run = ${cut} and payment = ${left?.payment}`.execute(portal.db);
  await tenSecondsLater(portal);
  const before = (await bank.requests()).length;
  await reconcileByNight.run(portal.app);
  await ended(cut, "Done");
  expect((await bank.requests()).length - before).toBe(1);
});

test("of a step that comes after the end of its run nothing is left", async () => {
  const { rows } = await sql<{
    _id: string;
  }>`select _id from portal.reconciliation where state = 'Done' limit 1`.execute(portal.db);
  const asked = (await bank.requests()).length;
  await reconcileJob.run(portal.app, { run: rows[0]?._id ?? "" });
  expect((await bank.requests()).length).toBe(asked);
});

test("one run is under way at a time, in however many processes; without the constraint there would be more", async () => {
  const begin = async () => {
    const replies = await whileTableHeld(portal, "reconciliation", 3, () =>
      Promise.all([bursar.post(path, {}), bursar.post(path, {}), bursar.post(path, {})]),
    );
    return replies.map(({ status, body }) => [status, body.code]).sort();
  };
  const [begun, underWay] = [
    [200, undefined],
    [409, "run-under-way"],
  ];
  expect(await begin()).toEqual([begun, underWay, underWay]);
  await expect
    .poll(async () => (await granted(auditor.get(`${path}_now`))).body.running, { timeout: 20_000 })
    .toBe(null);
  await sql`drop index portal.reconciliation_one`.execute(portal.db);
  expect(await begin()).toEqual([begun, begun, begun]);
});

async function states(): Promise<Record<string, string>> {
  const rows = await portal.db.selectFrom("payment_reference").select(["_id", "state"]).execute();
  return Object.fromEntries(rows.map(({ _id, state }) => [_id, state]));
}
