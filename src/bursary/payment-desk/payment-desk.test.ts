import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { deskStateWords, paymentStates, stateWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payable } from "../../../testing/payable.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

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

const path = "/staff/ms_payment";
const listed = async (query: string): Promise<Record<string, unknown>[]> =>
  (await granted(desk.cashier.get(`${path}?${query}`))).body.list;
const story = async (rrr: string) =>
  (await granted(desk.cashier.get(`${path}/${await desk.paymentOf(rrr)}/story`))).body;
const ask = async (rrr: string) => desk.cashier.post(`${path}/${await desk.paymentOf(rrr)}/requery`);

test("a payment is found by RRR with and without dashes, JAMB number, name, phone and order", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const { orderid, payername, payerphone } = await portal.db
    .selectFrom("payment_reference")
    .selectAll()
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  const { jamb } = await portal.db
    .selectFrom("applicant")
    .select("jamb")
    .where("_id", "=", person._id)
    .executeTakeFirstOrThrow();
  const words = [rrr, groupedRrr(rrr), jamb, payername, `0${payerphone.slice(3)}`, orderid, jamb.toLowerCase()];
  for (const word of words) {
    const found = await listed(`q=${encodeURIComponent(word)}`);
    expect([word, found.map((row) => row.rrr)]).toEqual([word, [rrr]]);
  }
  expect(await listed(`q=${rrr}&state=PAID`)).toEqual([]);
  expect(await listed(`q=${rrr}&state=OPEN&purpose=application&from=2020-01-01`)).toMatchObject([{ jamb }]);
  expect(await listed(`q=${rrr}&paidfrom=2020-01-01`)).toEqual([]);
  const { body: palette } = await granted(desk.cashier.get(`/staff/ms_palette?q=${rrr}`));
  expect(palette).toMatchObject([{ noun: "payment", link: expect.stringContaining("/staff/payments/") }]);
  const file = (await desk.cashier.get(`${path}/export?q=${rrr}`)).body as string;
  expect(file).toContain("Not paid");
});

test("its page tells all that was heard, told, booked, written and done", async () => {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await bank.pay(rrr);
  await one.verify(rrr);
  await bank.notify(rrr);
  await expect.poll(async () => (await story(rrr)).told.length).toBe(1);
  const told = await story(rrr);
  expect(told.events.map(({ words }: { words: string }) => words)).toEqual([
    "We asked for a reference",
    expect.stringMatching(/^The provider says: not paid \(025/),
    expect.stringMatching(/^The provider says: paid \(0[01], /),
  ]);
  expect(told.journal).toMatchObject([
    { kind: "Paid", account: "At the provider", amount: 2500 },
    { kind: "Paid", account: "Application fees", amount: -2500 },
  ]);
  expect(told.mails).toMatchObject([{ subject: expect.stringContaining(groupedRrr(rrr)) }]);
  expect(told.items.length).toBeGreaterThan(0);
  expect(told.audit.at(-1)).toMatchObject({ who: "An applicant", deed: "Asked for a reference" });
  expect(told).toMatchObject({ exceptions: [], corrections: [], open: false });
});

test("the desk asks the provider as its payer does: at most every ten seconds, outside any transaction", async () => {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await tenSecondsLater(portal);
  await bank.pay(rrr);
  await bank.faultFor(rrr, "slow", "1", 1);
  const asking = ask(rrr);
  await new Promise((asked) => setTimeout(asked, 500));
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'
      and state_change < now() - interval '200 milliseconds'`.execute(portal.db);
  expect(rows).toEqual([]);
  expect((await asking).body).toMatchObject({ type: "success", state: "PAID", message: "It is Paid now" });
  expect((await ask(rrr)).body).toMatchObject({
    message: "Asked a moment ago. Try again in 10 seconds",
    answered: false,
  });
  const lines = await portal.db.selectFrom("audit").select("actor").where("deed", "=", "payment.requery").execute();
  expect(lines.map(({ actor }) => actor)).toContain(desk.cashier._id);
});

test("a provider that says not paid of what is paid is told of, and waits as an exception", async () => {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await bank.pay(rrr);
  await one.verify(rrr);
  await tenSecondsLater(portal);
  expect((await ask(rrr)).body.message).toMatch(/^The provider says: paid \(.*\)\. It stays Paid$/);
  expect((await story(rrr)).exceptions).toEqual([]);
  await bank.deed("reverse", rrr);
  await tenSecondsLater(portal);
  expect((await ask(rrr)).body).toMatchObject({
    state: "PAID",
    message:
      "The provider says: not paid (021, Transaction Pending). It stays Paid, and waits under Exceptions as “Provider differs”",
  });
  expect((await story(rrr)).exceptions).toMatchObject([{ kind: "Provider differs", closedAt: null }]);
});

test("asked about a settled payment, the provider's answer is kept and changes nothing", async () => {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await bank.pay(rrr, { paidAmount: "1" });
  await one.verify(rrr);
  await tenSecondsLater(portal);
  expect((await ask(rrr)).body).toMatchObject({
    state: "HELD",
    message: "The provider says: paid (01, Approved). It stays Being checked",
  });
  const { events } = await story(rrr);
  expect(events.slice(-2)).toMatchObject([
    { to: "HELD", differs: ["₦1.00"] },
    { to: null, differs: ["₦1.00"] },
  ]);
});

test("many are asked about as their turn comes, and whoever asked sees how far it has come", async () => {
  const person = await payer(portal);
  const [first, second] = [await person.reference(0), await person.reference(1)];
  const done = await payable(portal, "application");
  const { rrr: settled } = await done.make();
  await bank.pay(settled);
  await done.verify(settled);
  await bank.pay(first.rrr);
  await tenSecondsLater(portal);
  const ids = await Promise.all([first.rrr, second.rrr, settled].map(desk.paymentOf));
  const asked = await granted(desk.cashier.post(`${path}/requery`, { ids, count: 3 }));
  expect(asked.body).toMatchObject({
    count: 2,
    message: "2 payments are asked about. 1 of the chosen is settled and left out",
  });
  const far = async () => (await granted(desk.cashier.get(`${path}/requery/${asked.body._id}`))).body;
  await expect
    .poll(far, { timeout: 30_000 })
    .toEqual({ count: 2, asked: 2, answered: 2, moved: [{ to: "PAID", count: 1 }] });
  expect((await desk.cashier.post(`${path}/requery`, { ids: ids.slice(2), count: 1 })).body).toMatchObject({
    code: "payments-settled",
    message: expect.stringContaining("All of these are settled"),
  });
  const wrong = await desk.cashier.post(`${path}/requery`, { ids, count: 4 });
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    409,
    "rows-changed",
    expect.stringContaining("Look at the list again"),
  ]);
  const tooMany = await desk.cashier.post(`${path}/requery`, { query: "", count: 1001 });
  expect([tooMany.status, tooMany.body.code, tooMany.body.message]).toEqual([
    500,
    "too-many-chosen",
    "Choose at most 1,000 payments at once",
  ]);
});

test("an auditor sees all of it and changes nothing; a right to one department sees none", async () => {
  const { rrr } = await (await payer(portal)).reference();
  const id = await desk.paymentOf(rrr);
  const auditor = await staffMember(portal, { pages: ["payments", "payment-corrections", "payment-exceptions"] });
  for (const read of [path, `${path}/${id}`, `${path}/${id}/story`, "/staff/ms_payment_correction"])
    await granted(auditor.get(read));
  for (const deed of [`${path}/${id}/requery`, `${path}/requery`, "/staff/ms_payment_correction"])
    expect((await auditor.post(deed)).status).toBe(403);
  const head = await staffMember(portal, { pages: ["payments"], scope: "department" });
  expect((await granted(head.get(path))).body.list).toEqual([]);
  expect((await head.get(`${path}/${id}/story`)).status).toBe(403);
});

test("nobody asks about their own payment, one by one or among others", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const id = await desk.paymentOf(rrr);
  const own = await staffMember(portal, { pages: ["payments", "payments.change"] });
  await portal.db.updateTable("staff").set({ emailaddress: person.emailaddress }).where("_id", "=", own._id).execute();
  for (const [deed, body] of [[`${id}/requery`], ["requery", { ids: [id], count: 1 }]] as const)
    expect([deed, (await own.post(`${path}/${deed}`, body)).status]).toEqual([deed, 403]);
});

test("the list tells what bought what it is for from what was paid twice", async () => {
  const person = await payer(portal);
  const { rrr: old } = await person.reference();
  await bank.deed("deactivate", old);
  const verify = async (rrr: string) => {
    await tenSecondsLater(portal);
    await granted(person.get(`/ms_application_fee/${rrr}`));
  };
  await verify(old);
  const { rrr: young } = await person.reference();
  await bank.pay(young);
  await verify(young);
  await bank.payAnyway(old);
  await verify(old);
  const ours = async (filter: string) =>
    (await listed(`purpose=application&${filter}`)).map(({ rrr }) => rrr).filter((rrr) => rrr === old || rrr === young);
  expect(await ours("state=PAID")).toHaveLength(2);
  expect(await ours("bought=true")).toEqual([young]);
  expect(await ours("bought=false")).toEqual([old]);
});

test("the desk calls a state by the word that its payer reads", () => {
  for (const state of paymentStates) expect(deskStateWords[state].split(":")[0]).toBe(stateWords[state]);
  expect(new Set(Object.values(deskStateWords)).size).toBe(paymentStates.length);
});
