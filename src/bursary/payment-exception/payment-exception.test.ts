import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { caller } from "../../../testing/applicant.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payable } from "../../../testing/payable.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";
import { impossibleExceptions } from "./payment-exception.impossible.server.ts";
import { exceptionKinds } from "./payment-exception.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  desk = await moneyDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_payment_exception";

/** A reference that came wrong by so many kobo. */
async function held(more: number) {
  const one = await payable(portal, "application");
  const { rrr, kobo } = await one.make();
  await bank.pay(rrr, { paidAmount: String((kobo + more) / 100) });
  await one.verify(rrr);
  return { one, rrr };
}

/** A reference that was paid after it was cancelled. */
async function late() {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await bank.deed("deactivate", rrr);
  await one.verify(rrr);
  await bank.payAnyway(rrr);
  await one.verify(rrr);
  return { one, rrr };
}

const idOf = async (rrr: string) =>
  (
    await portal.db
      .selectFrom("payment_exception")
      .select("_id")
      .where("rrr", "=", rrr)
      .where("closedAt", "is", null)
      .executeTakeFirstOrThrow()
  )._id;
const decide = (who: MoneyDesk["cashier"], id: string, deed = "close") =>
  who.post(`${path}/${id}/${deed}`, { reason: "Seen on the statement" });

test("the database knows the same kinds as the screens", async () => {
  const known = await portal.db.selectFrom("payment_exception_kind").select("kind").execute();
  expect(known.map(({ kind }) => kind).sort()).toEqual([...exceptionKinds].sort());
});

test("what waits is listed with what came and what was asked, and counted by its kind", async () => {
  const [little, much, old] = [await held(-100), await held(100), await late()];
  const { body } = await granted(desk.cashier.get(`${path}?kind=Wrong%20amount`));
  const rows = body.list.filter(({ rrr }: { rrr: string }) => [little.rrr, much.rrr].includes(rrr));
  expect(rows).toMatchObject([
    { came: 2499, asked: 2500, takenby: null },
    { came: 2501, asked: 2500, takenby: null },
  ]);
  expect((await granted(desk.cashier.get(`${path}?q=${old.rrr}`))).body.list).toMatchObject([
    { kind: "Old reference paid" },
  ]);
  const { body: counts } = await granted(desk.cashier.get(`${path}/counts`));
  const of = (kind: string) => counts.find((one: { kind: string }) => one.kind === kind);
  expect([of("Wrong amount").open, of("Old reference paid").open]).toEqual([2, 1]);
});

test("what is owed and waits under another kind, or was ended by nobody, is found by the hour", async () => {
  const [aside, more] = [await held(-500), await held(500)];
  await desk.correct(aside.rrr, "Put aside");
  await desk.correct(more.rrr, "Confirm paid", { came: 2505, paidon: lagosToday() });
  const spoilt = async (rrr: string, how: string) => {
    const found = missing(`update portal.payment_exception set ${how} where rrr = '${rrr}' and "closedAt" is null`);
    expect([how, await found]).toEqual([how, [{ subject: `payment:${await desk.paymentOf(rrr)}` }]]);
  };
  await spoilt(aside.rrr, `"closedAt" = now(), outcome = 'By itself'`);
  await spoilt(more.rrr, "kind = 'Old reference paid'");
});

/** What the check finds after a statement that no rule was held against; all of it is taken back. */
async function missing(statement: string): Promise<unknown[]> {
  const trx = await portal.db.startTransaction().execute();
  try {
    await sql.raw(`set local session_replication_role = replica; ${statement}`).execute(trx);
    const [check] = impossibleExceptions;
    return (await check?.rows.execute(trx))?.rows ?? [];
  } finally {
    await trx.rollback().execute();
  }
}

test("a notification that names nothing of ours waits once, however often it is told", async () => {
  const { rrr } = await (await payable(portal, "application")).make();
  const told = { rrr: "290011112222", orderId: "f".repeat(32), orderRef: "f".repeat(32) };
  await bank.notify(rrr, { times: 2, tamper: told });
  await expect.poll(async () => (await granted(desk.cashier.get(`${path}?q=290011112222`))).body.total).toBe(1);
  const { body } = await granted(desk.cashier.get(`${path}/${await idOf("290011112222")}/file`));
  expect(body).toMatchObject({ kind: "Unknown notification", payment: null, byword: true });
  expect(body.told[0].item).toContain('"rrr": "290011112222"');
  await granted(decide(desk.cashier, body._id));
  const settled = await granted(desk.bursar.get(`${path}_shut?q=290011112222`));
  expect(settled.body.list).toMatchObject([
    { outcome: "Seen on the statement", closedby: { label: "Mrs Sani Garba" } },
  ]);
});

test("money that came wrong ends only when the payment moves, and what is settled is opened again with a reason", async () => {
  const [{ rrr }, old] = [await held(-200), await late()];
  const stuck = await decide(desk.cashier, await idOf(rrr));
  expect(stuck.body).toMatchObject({
    type: "error",
    code: "ends-by-itself",
    message: expect.stringContaining("Propose a correction"),
  });
  const id = await idOf(old.rrr);
  await granted(decide(desk.cashier, id));
  const again = await decide(desk.bursar, id);
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    "already-decided",
    expect.stringContaining("settled by Mrs Sani Garba"),
  ]);
  await granted(decide(desk.bursar, id, "reopen"));
  const { body } = await granted(desk.bursar.get(`${path}/${id}/file`));
  expect(body.closed).toBeNull();
  expect(body.decisions.map(({ deed, by }: { deed: string; by: string }) => [deed, by])).toEqual([
    ["close", "Mrs Sani Garba"],
    ["reopen", "Mrs Folake Adeyemi"],
  ]);
});

test("what the provider says otherwise waits once for each thing that it says, and again for another sum", async () => {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await bank.pay(rrr);
  await one.verify(rrr);
  const asked = async (named: string) => {
    await bank.faultFor(rrr, "status-wrong-amount", named, 1);
    await tenSecondsLater(portal);
    await granted(desk.cashier.post(`/staff/ms_payment/${await desk.paymentOf(rrr)}/requery`));
    const { body } = await granted(desk.cashier.get(`${path}?q=${rrr}`));
    return body.list.map(({ kind, came }: Record<string, unknown>) => [kind, came]);
  };
  expect(await asked("9.00")).toEqual([["Provider differs", 9]]);
  const id = await idOf(rrr);
  await granted(desk.cashier.post(`${path}/${id}/take`));
  await granted(decide(desk.cashier, id));
  expect(await asked("9.00")).toEqual([]);
  expect(await asked("7.00")).toEqual([["Provider differs", 7]]);
  const { body } = await granted(desk.cashier.get(`${path}/${id}/file`));
  expect(body).toMatchObject({ closed: null, taken: null, decisions: [{ deed: "close" }] });
});

test("a payment that waits for two reasons says of each that the other is about it", async () => {
  const { rrr } = await late();
  const first = await idOf(rrr);
  const beside = async () => (await granted(desk.cashier.get(`${path}/${first}/file`))).body.beside;
  expect(await beside()).toEqual([]);
  await bank.faultFor(rrr, "status-wrong-amount", "9.00", 1);
  await tenSecondsLater(portal);
  await granted(desk.cashier.post(`/staff/ms_payment/${await desk.paymentOf(rrr)}/requery`));
  expect(await beside()).toEqual([{ _id: expect.any(String), kind: "Provider differs" }]);
  const listed = (await granted(desk.cashier.get(`${path}?q=${rrr}`))).body.list as Record<string, unknown>[];
  expect(listed.map(({ kind, beside: other }) => [kind, other]).sort()).toEqual([
    ["Old reference paid", "Provider differs"],
    ["Provider differs", "Old reference paid"],
  ]);
});

test("of two who take it one has it, and the other hears who; it can be left to others", async () => {
  const id = await idOf((await held(-300)).rrr);
  const take = (who: MoneyDesk["cashier"]) => who.post(`${path}/${id}/take`);
  const replies = await Promise.all([take(desk.cashier), take(desk.bursar)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "state-has-moved",
    message: expect.stringMatching(/^Mrs (Sani Garba|Folake Adeyemi) took it on/),
  });
  await granted(desk.bursar.post(`${path}/${id}/leave`));
  expect((await desk.bursar.post(`${path}/${id}/leave`)).status).toBe(409);
  await granted(take(desk.cashier));
});

test("nobody decides about their own payment, and who may only look changes nothing", async () => {
  const { one, rrr } = await late();
  const id = await idOf(rrr);
  const auditor = await staffMember(portal, { pages: ["payment-exceptions"] });
  await granted(auditor.get(`${path}/${id}/file`));
  for (const deed of ["close", "reopen", "take", "leave"]) expect((await decide(auditor, id, deed)).status).toBe(403);
  const narrow = await staffMember(portal, {
    pages: ["payment-exceptions", "payment-exceptions.change"],
    scope: "department",
  });
  expect((await narrow.get(path)).body.list ?? []).toEqual([]);
  const payer = await staffMember(portal, { pages: ["payment-exceptions", "payment-exceptions.change"] });
  const { emailaddress } = one.person;
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", payer._id).execute();
  const deeds = [
    () => decide(payer, id),
    ...["take", "leave"].map((deed) => () => payer.post(`${path}/${id}/${deed}`)),
  ];
  for (const deed of deeds)
    expect(await deed()).toMatchObject({
      status: 403,
      body: { code: "own-file", message: expect.stringContaining("about their own") },
    });
});

test("of two opposite decisions one stands; without the lock both would", async () => {
  const decisionsOn = async (id: string) =>
    (await portal.db.selectFrom("exception_decision").select("_id").where("exception", "=", id).execute()).length;
  const both = (id: string) => Promise.all([decide(desk.cashier, id), decide(desk.bursar, id)]);
  const kept = await idOf((await late()).rrr);
  expect((await both(kept)).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await decisionsOn(kept)).toBe(1);
  // Several, because a slow machine may let the one end before the other begins.
  const strange = Array.from({ length: 5 }, (_, n) => ({ rrr: `29003333000${n}`, orderId: "e".repeat(32) }));
  await caller(portal).post(`/payments/notification/${portal.config.remita.notifySecret}`, strange);
  await expect.poll(async () => (await granted(desk.cashier.get(`${path}?q=29003333000`))).body.total).toBe(5);
  const bare = await Promise.all(strange.map(({ rrr }) => idOf(rrr)));
  await withoutRowLock(portal, "payment_exception");
  // What refers to the row locks it too: two decisions would end each other, and the second be tried again.
  await withoutConstraint(portal, "exception_decision", "exception_decision_exception");
  let most = 0;
  for (const id of bare) {
    if (most < 2) await whileTableHeld(portal, "exception_decision", 2, () => both(id));
    most = Math.max(most, await decisionsOn(id));
  }
  expect(most).toBe(2);
});
