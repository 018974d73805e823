import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

const path = "/staff/ms_sponsorship";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let cashier: StaffMember;
let bursar: StaffMember;
let desk: MoneyDesk;
let lga: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  desk = await moneyDesk(portal);
  const pages = ["sponsors", "sponsors.change", "sponsorships", "sponsorships.change", "tuition-accounts"] as const;
  cashier = await staffMember(portal, { lastname: "Cashier", pages });
  bursar = await staffMember(portal, {
    lastname: "Bursar",
    pages: [...pages, "sponsorships.approve", "day-book", "receipts", "payments"],
  });
  const sponsor = {
    ...{ name: "Bosso Local Government", kind: "Local government", contact: "Alhaji Musa Danjuma" },
    ...{ emailaddress: "bosso@example.com", phonenumber: "0803 555 1234", status: true },
  };
  lga = (await granted(cashier.post("/staff/ms_sponsor", sponsor))).body._id;
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

type One = Pick<Billed, "matric" | "session" | "bill">;
const form = (of: readonly One[], lines: string, more: object = {}) => ({
  ...{ sponsor: lga, label: "Bosso bursary 2026", session: of[0]?.session, semester: 1, students: lines, ...more },
});
const check = async (of: readonly One[], lines: string, more: object = {}) =>
  (await cashier.post(`${path}/check`, form(of, lines, more))).body;
async function proposed(of: readonly One[], lines: string, more: object = {}): Promise<string> {
  const { total } = await check(of, lines, more);
  const reason = "Letter of the council of 3 November";
  return (await granted(cashier.post(path, { ...form(of, lines, more), reason, total }))).body._id;
}
const approve = (id: string) => bursar.post(`${path}/${id}/approve`, {});
async function approved(of: readonly One[], lines: string, more: object = {}): Promise<string> {
  const id = await proposed(of, lines, more);
  await granted(approve(id));
  return id;
}
const reference = async (id: string): Promise<string> =>
  (await granted(cashier.post(`${path}/${id}/reference`, {}))).body.rrr;
async function verify(id: string) {
  await tenSecondsLater(portal);
  return (await granted(cashier.post(`${path}/${id}/verify`, {}))).body;
}
async function paid(id: string): Promise<string> {
  const rrr = await reference(id);
  await bank.pay(rrr);
  expect(await verify(id)).toMatchObject({ state: "PAID" });
  return rrr;
}
const billOf = async ({ bill }: Pick<One, "bill">) =>
  (await bursar.get(`/staff/ms_tuition_account/${bill}/account`)).body.bills[0];
const sharesOf = async (id: string) => (await bursar.get(`${path}/${id}/shares`)).body;
const rowOf = async (id: string) => (await bursar.get(`${path}/${id}`)).body;

test("one payment of a sponsor pays for a list of students: on each bill once, with a receipt that names them", async () => {
  const [one, other] = [await billedStudent(portal), await billedStudent(portal)];
  const { balance } = await billOf(one);
  const lines = `${one.matric}, 10,000\n${other.matric}\nNCE/00/1\n${one.matric}\tall\n${other.matric}x; 5`;
  const seen = await check([one], lines);
  expect(seen).toMatchObject({ total: 10_000 + balance });
  expect(seen.leftOut.map(({ line, why }: { line: number; why: string }) => [line, why])).toEqual([
    [3, "No student has this matric number"],
    [4, "Named twice"],
    [5, "No student has this matric number"],
  ]);
  expect((await check([one], `${one.matric}, ${balance + 1}`)).leftOut[0].why).toContain("is left of this bill");
  expect((await check([one], `${one.matric}; much`)).leftOut[0].why).toContain("must be a number");
  const id = await proposed([one], lines);
  expect((await cashier.post(`${path}/${id}/reference`, {})).body.code).toBe("not-to-be-paid");
  expect((await check([one], other.matric)).leftOut[0].why).toContain("what sponsors have promised already");
  expect((await cashier.post(`${path}/${id}/approve`, {})).status).toBe(403);
  await granted(approve(id));
  const rrr = await reference(id);
  expect(await reference(id), "there is one").toBe(rrr);
  await bank.pay(rrr);
  expect(await verify(id)).toMatchObject({ state: "PAID" });
  await verify(id);

  expect(await rowOf(id)).toMatchObject({ state: "Paid", counted: 10_000 + balance, total: 10_000 + balance });
  const mine = (await one.get(`/student/bill/${one.bill}`)).body.bill;
  expect(mine).toMatchObject({ paid: 10_000, balance: balance - 10_000 });
  expect(mine.payments).toMatchObject([{ sponsor: "Bosso Local Government", amount: 10_000 }]);
  expect(await billOf(other)).toMatchObject({ balance: 0 });
  const letters = await portal.letters(one.emailaddress, 1);
  expect(letters.at(-1)?.text).toContain("Bosso Local Government has paid ₦10,000.00 on your bill: Bosso bursary 2026");
  expect(await portal.letters("bosso@example.com", 1, /is verified/)).toHaveLength(1);
  const receipt = (await bursar.get(`${path}/${id}/paper`)).body;
  expect(receipt).toMatchObject({ title: "Sponsor's receipt", RRR: rrr, programme: null, state: "PAID" });
  expect(receipt.details.items).toHaveLength(2);
  const code = receipt.genuine.split("/").at(-1);
  expect((await one.get(`/genuine/${code}`)).body).toMatchObject({ kind: "Sponsor's receipt", valid: true });
  // The bursary's own lists know it too.
  expect((await bursar.get(`/staff/ms_receipt?q=${rrr}`)).body.list).toMatchObject([{ purpose: "sponsorship" }]);
  const [day] = (await sql<{ day: string }>`select max(day)::text as day from portal.ledger_journal`.execute(portal.db))
    .rows;
  const book = (await bursar.get(`/staff/ms_day_book/${day?.day}`)).body;
  expect(book.programmes.map(({ programme }: { programme: string }) => programme)).toContain("Sponsors and lists");
  expect((await cashier.post(`${path}/${id}/reference`, {})).body.code).toBe("not-to-be-paid");
});

test("a bill that was paid meanwhile leaves the rest with the sponsor, and two people spread it anew", async () => {
  const [one, other, third] = [await billedStudent(portal), await billedStudent(portal), await billedStudent(portal)];
  const { balance } = await billOf(one);
  const id = await approved([one, other], `${one.matric}\n${other.matric}`);
  const rrr = await reference(id);
  // One of them pays nearly all of it by himself before the sponsor does.
  const own = (await granted(one.post(`/student/bill/${one.bill}/reference`, { amount: balance - 2_000 }))).body;
  await bank.pay(own.rrr);
  await tenSecondsLater(portal);
  await granted(one.get(`/student/bill_payment/${own.rrr}`));
  await bank.pay(rrr);
  expect(await verify(id)).toMatchObject({ state: "PAID" });
  expect(await rowOf(id)).toMatchObject({ state: "Paid", total: 2 * balance, counted: balance + 2_000 });
  const rest = balance - 2_000;
  const { payment, shares } = await sharesOf(id);
  expect(payment).toMatchObject({ rrr, unspent: rest });
  expect(shares.map(({ counted }: { counted: number }) => counted).sort()).toEqual([2_000, balance].sort());

  const spreads = payment._id;
  const beyond = await cashier.post(path, {
    ...form([third], third.matric, { spreads }),
    ...{ reason: "Rest of the award", total: balance },
  });
  expect(beyond.body.code).toBe("unspent-too-little");
  const lines = `${third.matric}, ${rest - 500}`;
  const again = await proposed([third], lines, { spreads });
  const twice = await proposed([third], `${third.matric}, 1000`, { spreads });
  expect((await granted(approve(again))).body.message).toContain("is on the bills now");
  expect((await approve(twice)).body.code).toBe("unspent-too-little");
  expect(await billOf(third)).toMatchObject({ paid: rest - 500 });
  expect((await sharesOf(id)).payment.unspent).toBe(500);
  // What is left of it is given back by the voucher that every credit is given back by.
  await desk.correct(rrr, "Refund", { voucher: "PV/2026/77" });
  expect((await sharesOf(id)).payment.unspent).toBe(0);
});

test("what the bank takes back leaves every bill, and a later payment counts anew", async () => {
  const [one, other] = [await billedStudent(portal), await billedStudent(portal)];
  const { balance } = await billOf(one);
  const id = await approved([one, other], `${one.matric}\n${other.matric}, 3000`);
  const rrr = await paid(id);
  expect(await billOf(one)).toMatchObject({ balance: 0 });
  await desk.correct(rrr, "Reverse");
  expect(await rowOf(id)).toMatchObject({ state: "Taken back" });
  expect(await billOf(one)).toMatchObject({ balance, payments: [{ takenback: expect.any(String) }] });
  expect(await billOf(other)).toMatchObject({ balance });
  const letters = await portal.letters(one.emailaddress, 2);
  expect(letters.some(({ subject }) => subject.includes("was taken back"))).toBe(true);
  const anew = await paid(id);
  expect(anew).not.toBe(rrr);
  expect(await billOf(one)).toMatchObject({ balance: 0 });
  expect(await rowOf(id)).toMatchObject({ state: "Paid" });
});

test("a waiver after it turns what a sponsor has paid into its credit, bill by bill", async () => {
  const one = await billedStudent(portal);
  const { balance } = await billOf(one);
  const id = await approved([one], one.matric);
  await paid(id);
  const officer = { pages: ["bill-adjustments", "bill-adjustments.change", "bill-adjustments.approve"] } as const;
  const [maker, checker] = [await staffMember(portal, officer), await staffMember(portal, officer)];
  const waiver = { kind: "waiver", label: "Staff child", percent: 50, session: one.session, semester: 1, count: 1 };
  const { _id } = (
    await granted(maker.post("/staff/ms_bill_adjustment", { ...waiver, students: one.matric, reason: "Late letter" }))
  ).body;
  await granted(checker.post(`/staff/ms_bill_adjustment/${_id}/approve`, {}));
  expect((await billOf(one)).balance).toBeLessThan(0);
  const { rows } = await sql<{ kobo: number }>`
    select tuition_kobo as kobo from portal.bill_payment where bill = ${one.bill}`.execute(portal.db);
  expect(rows).toEqual([{ kobo: Math.floor(balance / 2) * 100 }]);
});

const callOff = (id: string, who = bursar) =>
  who.post(`${path}/${id}/call_off`, { reason: "The council has no money this year" });

test("what is approved and never paid is called off: the promise ends, and money that comes all the same is credit", async () => {
  const one = await billedStudent(portal);
  const { balance } = await billOf(one);
  const id = await approved([one], one.matric);
  const rrr = await reference(id);
  expect((await check([one], one.matric)).leftOut[0].why).toContain("what sponsors have promised already");
  expect((await callOff(id, cashier)).status).toBe(403);
  await granted(callOff(id));
  expect(await rowOf(id)).toMatchObject({ state: "Called off", decision: "The council has no money this year" });
  expect((await sharesOf(id)).payment).toMatchObject({ rrr, state: "CANCELLED" });
  expect(await portal.letters("bosso@example.com", 1, /please do not pay the reference/)).toHaveLength(1);
  expect((await check([one], one.matric)).total).toBe(balance);
  expect((await cashier.post(`${path}/${id}/reference`, {})).body.code).toBe("not-to-be-paid");
  expect((await callOff(id)).body).toMatchObject({ code: "already-decided" });

  await bank.payAnyway(rrr);
  expect(await verify(id)).toMatchObject({ state: "PAID", message: expect.stringContaining("after calling off") });
  expect(await rowOf(id)).toMatchObject({ state: "Called off" });
  expect(await billOf(one)).toMatchObject({ balance, payments: [] });
  expect((await sharesOf(id)).payment).toMatchObject({ unspent: 0 });
  const { rows } = await sql<{ kind: string }>`
    select kind from portal.payment_exception where rrr = ${rrr} and "closedAt" is null`.execute(portal.db);
  expect(rows).toEqual([{ kind: "Paid after calling off" }]);
  await desk.correct(rrr, "Refund", { voucher: "PV/2026/78" });
});

test("what is paid, or waits for a second person, is not called off", async () => {
  const one = await billedStudent(portal);
  const waiting = await proposed([one], one.matric);
  expect((await callOff(waiting)).body.code).toBe("already-decided");
  await granted(approve(waiting));
  await paid(waiting);
  expect((await callOff(waiting)).body).toMatchObject({
    code: "already-decided",
    message: expect.stringContaining("is Paid already"),
  });
});

test("a list that names a student by a former number finds the student, and says so", async () => {
  const one = await billedStudent(portal);
  const former = `OLD/${one.matric}`;
  await sql`insert into portal.former_matric (student, matric) values (${one.student}, ${former})`.execute(portal.db);
  const seen = await check([one], `${former.toLowerCase()}, 5000\n${one.matric}, 4000`);
  expect(seen).toMatchObject({
    total: 5_000,
    shares: [{ matric: one.matric, amount: 5_000 }],
    formerly: [{ line: 1, given: former.toLowerCase(), matric: one.matric }],
    leftOut: [{ line: 2, why: "Named twice" }],
  });
});

test("a right that reaches one department reads nobody's bill, sponsor or share through a sponsorship", async () => {
  const one = await billedStudent(portal);
  const id = await proposed([one], `${one.matric}, 1000`);
  const head = await staffMember(portal, { pages: ["sponsorships", "sponsorships.change"], scope: "department" });
  const answers = [
    await head.post(`${path}/check`, form([one], one.matric)),
    await head.get(`${path}/terms`),
    await head.get(`${path}/${id}/shares`),
    await head.get(`${path}/${id}/paper`),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "whole-college-only"]);
});

/** Two members of staff who propose that one bill is paid whole, at once. */
async function bothPromise(on: TestPortal, loosen?: () => Promise<void>): Promise<string[]> {
  const one = await billedStudent(on);
  await loosen?.();
  const pages = ["sponsors", "sponsors.change", "sponsorships", "sponsorships.change"] as const;
  const who = await staffMember(on, { pages });
  const sponsor = (
    await granted(
      who.post("/staff/ms_sponsor", {
        ...{ name: "Kaduna State", kind: "State", contact: "Hajiya Zainab Ali" },
        ...{ emailaddress: "kaduna@example.com", phonenumber: "0803 555 4321", status: true },
      }),
    )
  ).body._id;
  const wish = { sponsor, label: "Bursary", session: one.session, semester: 1, students: one.matric };
  const { total } = (await granted(who.post(`${path}/check`, wish))).body;
  const replies = await whileTableHeld(on, "sponsorship", 2, () =>
    Promise.all([0, 1].map(() => who.post(path, { ...wish, total, reason: "Letter of the state" }))),
  );
  return replies.map(({ body }) => body.code ?? body.type).sort();
}

test("of two who promise one bill at once one does; without the lock on it both would", async () => {
  expect(await bothPromise(portal)).toEqual(["nobody-to-sponsor", "success"]);
  const other = await startPortal(inject("place"));
  try {
    expect(await bothPromise(other, () => withoutRowLock(other, "bill"))).toEqual(["success", "success"]);
  } finally {
    await other.stop();
  }
});
