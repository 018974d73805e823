import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { caller } from "../../../testing/applicant.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { offered } from "../../../testing/offered-applicant.ts";
import { type Payer, payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { lapseGroups } from "./line/line.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let cashier: StaffMember;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  cashier = await staffMember(portal, { pages: ["group-payments", "group-payments.change"] });
  desk = await moneyDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_group_payment";
const school = { payername: "St Mary's School", payeremail: "bursar@stmary.example", payerphone: "0803 555 1234" };

const jambOf = async ({ _id }: { _id: string }) =>
  (await portal.db.selectFrom("applicant").select("jamb").where("_id", "=", _id).executeTakeFirstOrThrow()).jamb;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => payer(portal)));
const programmeCode = async (one: Payer, number = 0) => {
  const { _id } = await one.programme(number);
  return (await portal.db.selectFrom("programme").select("code").where("_id", "=", _id).executeTakeFirstOrThrow()).code;
};
const rowsFor = async (list: readonly Payer[]) =>
  (await Promise.all(list.map(async (one) => `${await jambOf(one)}, ${await programmeCode(one)}`))).join("\n");

/** A list that is to be paid; answers its `_id` and its reference. */
async function listed(list: readonly Payer[], total = list.length * 2500) {
  const applicants = await rowsFor(list);
  const { _id } = (await granted(cashier.post(path, { ...school, purpose: "application", applicants, total }))).body;
  const { rrr } = (await granted(cashier.post(`${path}/${_id}/reference`, {}))).body;
  return { _id: _id as string, rrr: rrr as string };
}

/** The same once its payer has paid at a bank. */
async function paid(list: readonly Payer[]) {
  const made = await listed(list);
  await bank.pay(made.rrr);
  await tenSecondsLater(portal);
  const { body } = await granted(cashier.post(`${path}/${made._id}/verify`, {}));
  expect(body.state).toBe("PAID");
  return made;
}

const linesOf = async (_id: string) => (await granted(cashier.get(`${path}/${_id}/lines`))).body;
const standings = async (_id: string) =>
  (await linesOf(_id)).lines.map(({ standing }: { standing: string }) => standing).sort();
const lineOf = async (_id: string, one: Payer) =>
  (await linesOf(_id)).lines.find(({ applicant }: { applicant: string }) => applicant === one._id)._id;
const payOwn = async (one: Payer, rrr: string) => {
  await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  return (await granted(one.get(`/ms_application_fee/${rrr}`))).body;
};
const balances = async (rrr: string) => {
  const { rows } = await sql<{ account: string; naira: number }>`
    select e.account, (sum(e.amount_kobo) / 100)::int as naira from portal.ledger_journal j
    join portal.ledger_entry e on e.journal = j._id join portal.payment_reference p on p._id = j.payment
    where p.rrr = ${rrr} group by e.account having sum(e.amount_kobo) <> 0`.execute(portal.db);
  return Object.fromEntries(rows.map(({ account, naira }) => [account, naira]));
};
const subjects = async (to: string) => (await portal.letters(to, 1)).map(({ subject }) => subject).join("; ");

describe("a school that pays for a list", () => {
  test("is shown whom, what each costs and who is left out; nothing is written", async () => {
    const [one, own, other] = (await people(3)) as [Payer, Payer, Payer];
    const { rrr } = await own.reference();
    await payOwn(own, rrr);
    await listed([other]);
    const code = await programmeCode(one);
    const jamb = await jambOf(one);
    const applicants = [
      `${jamb.toLowerCase()}, ${code.toLowerCase()}`,
      `${jamb}, ${code}`,
      jamb,
      `${await jambOf(own)}\t${code}`,
      `${await jambOf(other)}; ${code}`,
      `${jamb}, NOSUCH`,
      "202699999999ZZ, X",
    ].join("\n");
    const { body } = await granted(cashier.post(`${path}/check`, { purpose: "application", applicants }));
    expect(body).toMatchObject({ total: 2500, listed: [{ jamb, amount: 2500 }] });
    expect(body.leftOut.map(({ line, why }: { line: number; why: string }) => [line, why])).toEqual([
      [2, "Named twice"],
      [3, "Write the programme's code behind it, after a comma"],
      [4, "Has paid the application fee already"],
      [5, "Stands on another list that is to be paid"],
      [6, "No programme has the code NOSUCH"],
      [7, "No applicant has this JAMB number or application code"],
    ]);
    const form = { ...school, purpose: "application", applicants };
    expect(await cashier.post(path, { ...form, total: 5000 })).toMatchObject({
      status: 409,
      body: { code: "list-has-changed" },
    });
    const own_ = await staffMember(portal, { pages: ["group-payments.change"] });
    const { emailaddress } = one;
    await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", own_._id).execute();
    expect(await own_.post(path, { ...form, total: 2500 })).toMatchObject({ status: 403, body: { code: "own-file" } });
  });

  test("pays once: each applicant uses it over nothing, the money is booked once, and the papers say who paid", async () => {
    const [one, two] = (await people(2)) as [Payer, Payer];
    const { _id, rrr } = await listed([one, two]);
    await expect.poll(() => subjects(school.payeremail)).toContain("please pay ₦5,000.00 for 2 applicants");
    expect((await granted(caller(portal).post("/rrr", { rrr, phone: "1234" }))).body).toMatchObject({
      amount: 5000,
      description: "Application fee of 2 applicants",
    });
    expect(await one.reference(), "nothing is covered before the money").toMatchObject({ state: "OPEN", amount: 2500 });
    await bank.pay(rrr);
    await tenSecondsLater(portal);
    await granted(cashier.post(`${path}/${_id}/verify`, {}));
    await expect.poll(() => subjects(one.emailaddress)).toContain("You need not pay the application fee");
    expect(await one.reference()).toMatchObject({ state: "PAID", amount: 0 });
    expect(await standings(_id)).toEqual(["Paid, not used", "Used"]);
    expect(await balances(rrr)).toEqual({ provider: 5000, "application-fee": -5000 });
    const auditor = await staffMember(portal, { pages: ["day-book"] });
    const { body: day } = await granted(auditor.get(`/staff/ms_day_book/${lagosToday()}`));
    expect(day.waived.count, "it is money, and no waiver").toBe(0);
    const receipt = (await granted(cashier.get(`${path}/${_id}/paper`))).body;
    expect(receipt).toMatchObject({ title: "Receipt for a list", RRR: rrr, state: "PAID" });
    expect(
      receipt.details.items.map(({ amount }: { amount: number }) => amount).reduce((a: number, b: number) => a + b),
    ).toBe(5000);
    expect((await granted(one.get(new URL(receipt.genuine).pathname))).body).toMatchObject({
      valid: true,
      kind: "Receipt for a list",
      programme: "Applicants of a list",
    });
  });

  test("of the programme that was paid for, and no other", async () => {
    const [one] = (await people(1)) as [Payer];
    await paid([one]);
    expect(await one.reference(1)).toMatchObject({ state: "OPEN" });
    expect(await one.reference(0)).toMatchObject({ state: "PAID", amount: 0 });
  });

  test("has as credit the part of who pays himself before or after, and the money desk sees it", async () => {
    const [before, after, stays] = (await people(3)) as [Payer, Payer, Payer];
    const [early, late] = [(await before.reference()).rrr, (await after.reference()).rrr];
    const { _id, rrr } = await listed([before, after, stays]);
    await payOwn(before, early);
    await bank.pay(rrr);
    await tenSecondsLater(portal);
    await granted(cashier.post(`${path}/${_id}/verify`, {}));
    expect(await standings(_id)).toEqual(["Freed", "Paid, not used", "Paid, not used"]);
    expect(await balances(rrr)).toEqual({ provider: 7500, "application-fee": -5000, credit: -2500 });
    expect(await payOwn(after, late)).toMatchObject({ state: "PAID", surplus: null });
    expect(await standings(_id)).toEqual(["Freed", "Freed", "Paid, not used"]);
    expect(await balances(rrr)).toEqual({ provider: 7500, "application-fee": -2500, credit: -5000 });
    expect((await linesOf(_id)).payment.credit).toBe(5000);
    const { body } = await granted(desk.bursar.get("/staff/ms_payment_exception?kind=Left%20of%20a%20list"));
    expect(body.list).toHaveLength(1);
  });

  test("gives a freed line, or one that is not used, to another; what was used, or given back, stays", async () => {
    const [user, gone, freed, next, last, nobody] = (await people(6)) as [Payer, Payer, Payer, Payer, Payer, Payer];
    const { _id, rrr } = await paid([user, gone, freed]);
    await user.reference();
    const exchange = async (of: Payer, to: Payer) =>
      cashier.post(`${path}/${_id}/exchange`, {
        ...{
          line: await lineOf(_id, of),
          applicant: `${await jambOf(to)}, ${await programmeCode(to)}`,
          reason: "The school asks",
        },
      });
    expect((await exchange(user, next)).body).toMatchObject({ code: "line-used" });
    await granted(exchange(gone, next));
    expect(await next.reference()).toMatchObject({ state: "PAID", amount: 0 });
    expect(await gone.reference()).toMatchObject({ state: "OPEN", amount: 2500 });
    await expect.poll(() => subjects(gone.emailaddress)).toContain("is to be paid after all");
    await expect.poll(() => subjects(school.payeremail)).toContain("your list has changed");
    await granted(cashier.post(`${path}/${_id}/free`, { line: await lineOf(_id, freed), reason: "Has withdrawn" }));
    expect(await balances(rrr)).toEqual({ provider: 7500, "application-fee": -5000, credit: -2500 });
    await granted(exchange(freed, last));
    expect(await balances(rrr)).toEqual({ provider: 7500, "application-fee": -7500 });
    await granted(cashier.post(`${path}/${_id}/free`, { line: await lineOf(_id, last), reason: "Has withdrawn" }));
    await desk.correct(rrr, "Refund", { came: 2500, voucher: "V-77" });
    expect((await exchange(last, nobody)).body).toMatchObject({ code: "credit-is-spent" });
  });

  test("is taken back by the bank: who has not used it pays himself, and the money desk is told who has", async () => {
    const [user, rest] = (await people(2)) as [Payer, Payer];
    const { _id, rrr } = await paid([user, rest]);
    await user.reference();
    await desk.correct(rrr, "Reverse");
    expect(await standings(_id)).toEqual(["Ended", "Used"]);
    expect(await rest.reference()).toMatchObject({ state: "OPEN", amount: 2500 });
    await expect.poll(() => subjects(rest.emailaddress)).toContain("is to be paid after all");
    const { body } = await granted(desk.bursar.get("/staff/ms_payment_exception?kind=Taken%20back%20after%20use"));
    expect(body.list).toHaveLength(1);
  });
});

describe("a list that is not paid", () => {
  test("is called off: its reference is cancelled, its people are free, and who pays it all the same has a credit", async () => {
    const [one] = (await people(1)) as [Payer];
    const { _id, rrr } = await listed([one]);
    await granted(cashier.post(`${path}/${_id}/call_off`, { reason: "The school cannot pay" }));
    expect(await standings(_id)).toEqual(["Ended"]);
    await expect.poll(() => subjects(school.payeremail)).toContain(`please do not pay the reference`);
    await bank.payAnyway(rrr);
    await tenSecondsLater(portal);
    await granted(cashier.post(`${path}/${_id}/verify`, {}));
    expect(await balances(rrr)).toEqual({ provider: 2500, credit: -2500 });
    expect((await cashier.post(`${path}/${_id}/reference`, {})).body.code).toBe("not-to-be-paid");
    await paid([one]);
    expect(await one.reference()).toMatchObject({ state: "PAID", amount: 0 });
  });

  test("lapses some days after its last day, and frees its people", async () => {
    const [one] = (await people(1)) as [Payer];
    const { _id } = await listed([one]);
    await lapseGroups.run(portal.app);
    expect(await standings(_id)).toEqual(["To be paid"]);
    await sql`alter table portal.group_payment disable trigger user`.execute(portal.db);
    await sql`update portal.group_payment set lastday = current_date - 9 where _id = ${_id}`.execute(portal.db);
    await sql`alter table portal.group_payment enable trigger user`.execute(portal.db);
    await lapseGroups.run(portal.app);
    expect(await standings(_id)).toEqual(["Ended"]);
    await listed([one]);
  });
});

test("acceptance fees: the open offer says what is paid, and the applicant takes the place with it", async () => {
  const one = await offered(portal);
  const applicants = one.code;
  const checked = (await granted(cashier.post(`${path}/check`, { purpose: "acceptance", applicants }))).body;
  expect(checked.listed).toHaveLength(1);
  const form = { ...school, purpose: "acceptance", applicants, total: checked.total };
  const { _id } = (await granted(cashier.post(path, form))).body;
  const { rrr } = (await granted(cashier.post(`${path}/${_id}/reference`, {}))).body;
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  await granted(cashier.post(`${path}/${_id}/verify`, {}));
  expect(await balances(rrr)).toEqual({ provider: checked.total, "acceptance-fee": -checked.total });
  const { body } = await granted(one.post("/ms_acceptance_fee_rrr", { application: one.application }));
  expect(body.RRR).toMatch(/^000/);
  const taken = await portal.db.selectFrom("acceptance").select("application").execute();
  expect(taken).toEqual([{ application: one.application }]);
  const again = (await granted(cashier.post(`${path}/check`, { purpose: "acceptance", applicants }))).body;
  expect(again.leftOut).toMatchObject([{ why: "Has no offer that can still be accepted" }]);
});
