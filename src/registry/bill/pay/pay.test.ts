import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { billMaker } from "../../../../testing/billed.ts";
import { coded } from "../../../../testing/bursar.ts";
import { type MoneyDesk, moneyDesk } from "../../../../testing/correction.ts";
import { inDays } from "../../../../testing/days.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import type { StaffMember } from "../../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../../testing/student.ts";
import { granted } from "../../../../testing/walk.ts";
import { remindOfInstalments } from "./pay.remind.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let bursar: StaffMember;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  bursar = await billMaker(portal);
  desk = await moneyDesk(portal);
  const { _id: session } = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("code", "=", "2026")
    .executeTakeFirstOrThrow();
  for (const [share, name, due, opens] of [
    [60, "First instalment", "2027-01-31", ["registration"]],
    [100, "Second instalment", "2027-05-31", ["examination"]],
  ] as const)
    await bursar.post("/staff/ms_instalment", { session, semester: 1, name, share, due, opens });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const billOf = async (me: Billed) => (await me.get(`/student/bill/${me.bill}`)).body;
const wish = async (me: Billed, amount?: number) =>
  (await me.post(`/student/bill/${me.bill}/reference`, amount === undefined ? {} : { amount })).body;
const verify = async (me: Billed, rrr: string) => {
  await tenSecondsLater(portal);
  return (await me.get(`/student/bill_payment/${rrr}`)).body;
};
async function paid(me: Billed, amount?: number): Promise<string> {
  const { rrr } = await wish(me, amount);
  await bank.pay(rrr);
  expect(await verify(me, rrr)).toMatchObject({ isverified: true });
  return rrr;
}

test("a bill is paid in parts: each opens what it is for, counts once, and has its receipt", async () => {
  const me = await billedStudent(portal);
  const { bill } = await billOf(me);
  const [first, second] = bill.parts;
  expect((await me.get("/student/home")).body.next).toMatchObject({
    sentence: expect.stringContaining("First instalment of your bill is to be paid by"),
    link: "/student/bill",
  });
  const rrr = await paid(me, first.amount);
  const after = await billOf(me);
  expect(after.bill).toMatchObject({ paid: first.amount, balance: second.amount });
  expect(after.bill.parts.map(({ left }: { left: number }) => left)).toEqual([0, second.amount]);
  // What no instalment names waits for no money.
  expect(after.bill.opened).toMatchObject([
    { gate: "registration", open: true },
    { gate: "examination", open: false, left: second.amount },
    { gate: "results", open: true },
  ]);
  const [reference] = after.references;
  expect(reference).toMatchObject({ rrr, part: "First instalment", state: "PAID", receipt: true });
  const receipt = (await me.get(`/student/receipt/${reference._id}`)).body;
  expect(receipt).toMatchObject({
    ...{ title: "Tuition receipt", RRR: rrr, matric: me.matric, state: "PAID" },
    details: { description: expect.stringContaining("Tuition, NCE "), amount: first.amount },
  });
  const code = receipt.genuine.split("/").at(-1);
  expect((await me.get(`/genuine/${code}`)).body).toMatchObject({ kind: "Tuition receipt", valid: true });
  await paid(me);
  expect(await billOf(me)).toMatchObject({ bill: { balance: 0 } });
  expect(await wish(me)).toMatchObject({ type: "error", code: "bill-settled" });
  expect((await me.get("/student/home")).body.next).toBeNull();
  // The bursary sees it under the names that it knows: purpose, number, revenue head.
  const found = (await desk.cashier.get(`/staff/ms_payment?purpose=tuition&q=${encodeURIComponent(me.matric)}`)).body;
  expect(found.list).toHaveLength(2);
  const story = (await desk.cashier.get(`/staff/ms_payment/${reference._id}/story`)).body;
  expect(story.journal.map(({ account }: { account: string }) => account).sort()).toEqual([
    "At the provider",
    "Tuition",
  ]);
});

test("a part is as large as its payer wants it, within what is left; another amount takes the open one's place", async () => {
  const me = await billedStudent(portal);
  const { bill, least } = await billOf(me);
  expect(await wish(me, least - 1)).toMatchObject({
    code: "amount-too-little",
    errors: { amount: expect.any(String) },
  });
  expect(await wish(me, bill.balance + 1)).toMatchObject({ code: "amount-too-much" });
  const one = await wish(me, least);
  expect(await wish(me, least)).toMatchObject({ _id: one._id, rrr: one.rrr });
  const other = await wish(me, least + 500);
  expect(other.rrr).not.toBe(one.rrr);
  const { references } = await billOf(me);
  expect(references).toMatchObject([
    { rrr: other.rrr, state: "OPEN", payable: true },
    { rrr: one.rrr, state: "CANCELLED", payable: false },
  ]);
  // The old one is in somebody's hand: whatever is paid with it counts.
  await bank.payAnyway(one.rrr);
  expect(await verify(me, one.rrr)).toMatchObject({ isverified: true });
  await bank.pay(other.rrr);
  expect(await verify(me, other.rrr)).toMatchObject({ isverified: true });
  expect((await billOf(me)).bill.paid).toBe(2 * least + 500);
});

test("a list in place of a form asks for nothing", async () => {
  const me = await billedStudent(portal);
  const { status, body } = await me.post(`/student/bill/${me.bill}/reference`, []);
  expect([status, body]).toMatchObject([500, { type: "error", message: "A JSON object is expected" }]);
});

test("what is paid beyond the bill is credit on it, and a payment counts whatever the student is by then", async () => {
  const me = await billedStudent(portal);
  const { rrr } = await wish(me);
  const { bill } = await billOf(me);
  await portal.db.updateTable("student").set({ status: "Withdrawn" }).where("_id", "=", me.student).execute();
  await bank.pay(rrr);
  await verify(me, rrr);
  const account = (await bursar.get(`/staff/ms_tuition_account/${me.student}/account`)).body;
  expect(account).toMatchObject({ balance: 0, student: { status: "Withdrawn" } });
  expect((await me.get(`/genuine/${account.genuine.split("/").at(-1)}`)).body).toMatchObject({
    ...{ kind: "Tuition account", valid: true, name: account.student.name, status: "Nothing owed today", amount: 0 },
  });
  const back = await desk.correct(rrr, "Reverse");
  expect(back).toBeTruthy();
  const gone = (await bursar.get(`/staff/ms_tuition_account/${me.bill}/account`)).body;
  expect(gone).toMatchObject({
    balance: bill.balance,
    bills: [{ paid: 0, payments: [{ rrr, takenback: expect.any(String) }] }],
  });
  await portal.db.updateTable("student").set({ status: "Active" }).where("_id", "=", me.student).execute();
});

test("two payments at once both count; summed up anew instead of added, one would be lost", async () => {
  const me = await billedStudent(portal);
  const { least } = await billOf(me);
  const references = [await wish(me, least), await wish(me, least + 500)];
  await Promise.all(references.map(({ rrr }) => bank.payAnyway(rrr)));
  await tenSecondsLater(portal);
  await Promise.all(references.map(({ rrr }) => me.get(`/student/bill_payment/${rrr}`)));
  expect((await billOf(me)).bill.paid).toBe(2 * least + 500);

  const bare = await startPortal(inject("place"));
  try {
    expect(await countTwoAtOnce(bare)).toBe(2 * least + 500);
    await sql`create or replace function portal.sum_bill_payments() returns trigger language plpgsql as $$
      begin
        update portal.bill b set paid_kobo = (select sum(p.amount_kobo) from portal.bill_payment p where p.bill = b._id)
        where b._id in (select bill from added);
        return null;
      end $$`.execute(bare.db);
    expect(await countTwoAtOnce(bare)).toBeLessThan(2 * least + 500);
  } finally {
    await bare.stop();
  }
});

/** Counts two references of one bill in two transactions that overlap; answers what the bill then says is paid, in naira. */
async function countTwoAtOnce(on: TestPortal): Promise<number> {
  const me = await billedStudent(on);
  const { least } = await billOf(me);
  await wish(me, least);
  await wish(me, least + 500);
  const references = await on.db
    .selectFrom("payment_reference")
    .select(["_id as payment", "amount_kobo"])
    .where("bill", "=", me.bill)
    .execute();
  const count = (one: (typeof references)[number]) =>
    on.db.transaction().execute(async (trx) => {
      await sql`insert into portal.bill_payment (payment, bill, amount_kobo, paidon)
        values (${one.payment}, ${me.bill}, ${one.amount_kobo}, current_date)`.execute(trx);
      await sql`select pg_sleep(0.3)`.execute(trx);
    });
  await Promise.all(references.map(count));
  return (await billOf(me)).bill.paid;
}

test("an instalment is reminded of once, a week before its day, and to nobody who has paid it", async () => {
  const [owing, settled, fresh] = [
    await billedStudent(portal),
    await billedStudent(portal),
    await billedStudent(portal),
  ];
  await paid(settled);
  const soon = inDays(5);
  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`update portal.bill set instalments = jsonb_set(instalments, '{0,due}', to_jsonb(${soon}::text)), "toldAt" = now() - interval '9 days'
    where _id = any(${[owing.bill, settled.bill]}::uuid[])`.execute(portal.db);
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
  await Promise.all([remindOfInstalments.run(portal.app), remindOfInstalments.run(portal.app)]);
  await remindOfInstalments.run(portal.app);
  const letters = await portal.db
    .selectFrom("outgoing_mail")
    .select(["recipient", "subject"])
    .where("subject", "like", "%to be paid by%")
    .execute();
  expect(letters).toEqual([{ recipient: owing.emailaddress, subject: expect.stringContaining("First instalment") }]);
  expect(letters.map(({ recipient }) => recipient)).not.toContain(fresh.emailaddress);
});

test("one reference pays one bill: asked about with another open it counts where it was made, once", async () => {
  const me = await billedStudent(portal);
  const session = await coded(portal, "session", "2026");
  await granted(bursar.post("/staff/ms_bill_run", { session, semester: 2 }));
  const { _id: second } = await portal.db
    .selectFrom("bill")
    .select("_id")
    .where("student", "=", me.student)
    .where("semester", "=", 2)
    .executeTakeFirstOrThrow();
  const rrr = await paid(me, 5_000);
  const { rrr: other } = (await granted(me.post(`/student/bill/${second}/reference`, {}))).body;
  expect(other).not.toBe(rrr);
  expect(await verify(me, rrr)).toMatchObject({ isverified: true });
  expect((await billOf(me)).bill.paid).toBe(5_000);
  expect((await me.get(`/student/bill/${second}`)).body.bill.paid).toBe(0);
  const { _id: payment } = await portal.db
    .selectFrom("payment_reference")
    .select("_id")
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  const again = portal.db
    .insertInto("bill_payment")
    .values({ payment, bill: second, amount_kobo: 500_000, paidon: "2026-11-23" })
    .execute();
  await expect(again).rejects.toMatchObject({ constraint: expect.stringMatching(/^bill_payment_/) });
});
