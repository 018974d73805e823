import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { billMaker } from "../../../../testing/billed.ts";
import { coded, importCsv } from "../../../../testing/bursar.ts";
import { inDays } from "../../../../testing/days.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../../testing/student.ts";
import { granted } from "../../../../testing/walk.ts";
import { tellOfBills } from "../make/make.tell.server.ts";
import { chargeLate } from "./line.late.server.ts";
import { addBillLine } from "./line.server.ts";

let portal: TestPortal;
let bursar: StaffMember;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await billMaker(portal);
  bank = sandboxControl(portal.sandbox);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const yesterday = inDays(-1);
const billOf = async (me: Billed) => (await me.get(`/student/bill/${me.bill}`)).body.bill;
const pays = async (me: Billed, paidOn?: string, amount?: number) => {
  const { rrr } = (await me.post(`/student/bill/${me.bill}/reference`, { amount })).body;
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr, paidOn === undefined ? {} : { paidOn });
  return rrr as string;
};
const verify = async (me: Billed, rrr: string) => {
  await tenSecondsLater(portal);
  return (await me.get(`/student/bill_payment/${rrr}`)).body;
};

/** As if these were billed a week ago, and the charge announced then for a day that is over. */
async function chargeOf(...billed: Billed[]): Promise<void> {
  const { session } = billed[0] as Billed;
  // Earlier ones are long over.
  await sql`alter table portal.late_charge disable trigger late_charge_guard`.execute(portal.db);
  await sql`update portal.late_charge set day = day - 40`.execute(portal.db);
  await sql`alter table portal.late_charge enable trigger late_charge_guard`.execute(portal.db);
  const { body } = await bursar.post("/staff/ms_late_charge", {
    ...{ session, semester: 1, label: "Late payment", amount: 2_000, day: inDays(3) },
  });
  expect(body).toMatchObject({ type: "success" });
  await sql`update portal.late_charge set day = ${yesterday}::date where _id = ${body._id}`.execute(portal.db);
  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`alter table portal.bill_line disable trigger bill_line_append_only`.execute(portal.db);
  const ids = billed.map(({ bill }) => bill);
  const students = billed.map(({ student }) => student);
  await sql`update portal.student set "statusAt" = "statusAt" - interval '9 days' where _id = any(${students}::uuid[])`.execute(
    portal.db,
  );
  await sql`update portal.bill set "createdAt" = "createdAt" - interval '7 days',
    instalments = jsonb_set(instalments, '{0,due}', to_jsonb(${yesterday}::text)) where _id = any(${ids}::uuid[])`.execute(
    portal.db,
  );
  await sql`update portal.bill_line set "createdAt" = "createdAt" - interval '7 days' where bill = any(${ids}::uuid[])`.execute(
    portal.db,
  );
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
  await sql`alter table portal.bill_line enable trigger bill_line_append_only`.execute(portal.db);
}

test("a late charge comes once to who had not paid by its day, and goes from who had and was heard of later", async () => {
  const [owing, intime, heardlater, billedlater] = [
    await billedStudent(portal),
    await billedStudent(portal),
    await billedStudent(portal),
    await billedStudent(portal),
  ] as const;
  await chargeOf(owing, intime, heardlater);
  const when = `${yesterday} 11:00:00 AM`;
  await verify(intime, await pays(intime, when));
  const unheard = await pays(heardlater, when);
  await Promise.all([chargeLate.run(portal.app), chargeLate.run(portal.app)]);
  await chargeLate.run(portal.app);

  const lateOf = async (me: Billed) =>
    (await billOf(me)).lines
      .filter(({ kind }: { kind: string }) => kind === "late")
      .map(({ amount }: { amount: number }) => amount);
  expect(await lateOf(owing)).toEqual([2_000]);
  expect(await lateOf(intime)).toEqual([]);
  expect(await lateOf(billedlater)).toEqual([]);
  expect(await lateOf(heardlater)).toEqual([2_000]);
  // The charge is due with whatever is due first.
  const [first] = (await billOf(owing)).parts;
  expect((await billOf(owing)).balance).toBe(first.left);

  expect(await verify(heardlater, unheard)).toMatchObject({ isverified: true });
  expect(await lateOf(heardlater)).toEqual([2_000, -2_000]);
  expect(await billOf(heardlater)).toMatchObject({ balance: 0 });
  await chargeLate.run(portal.app);
  expect(await lateOf(heardlater)).toEqual([2_000, -2_000]);
  const letters = await portal.db
    .selectFrom("outgoing_mail")
    .select("recipient")
    .where("subject", "like", "%late charge%")
    .execute();
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual(
    [owing.emailaddress, heardlater.emailaddress].sort(),
  );
});

test("a charge that stands on bills keeps its amount and day, and none is for a day that is over", async () => {
  const { session } = await billedStudent(portal);
  const past = await bursar.post("/staff/ms_late_charge", {
    ...{ session, semester: 2, label: "Late payment", amount: 2_000, day: yesterday },
  });
  expect(past.body).toMatchObject({ code: "day-over-already", errors: { day: expect.any(String) } });
  const { list } = (await bursar.get(`/staff/ms_late_charge?session=${session}`)).body;
  const { _id, _title, version, createdAt, ...stands } = list[0];
  const form = { ...stands, session, amount: 3_000 };
  const changed = await bursar.put(`/staff/ms_late_charge/${_id}`, form);
  expect(changed.body).toMatchObject({ code: "late-charge-charged", errors: { amount: expect.any(String) } });
  const gone = await bursar.delete(`/staff/ms_late_charge/${_id}`, { delete: "Delete" });
  expect(gone.body).toMatchObject({ code: "record-in-use" });
});

test("whoever has a new bill is written to, once", async () => {
  const me = await billedStudent(portal);
  await Promise.all([tellOfBills.run(portal.app), tellOfBills.run(portal.app)]);
  await tellOfBills.run(portal.app);
  const letters = await portal.db
    .selectFrom("outgoing_mail")
    .select("subject")
    .where("recipient", "=", me.emailaddress)
    .where("subject", "like", "%your bill of%")
    .execute();
  expect(letters).toHaveLength(1);
});

/** Bills, a late charge of theirs, and how often each has it once the clock has been round. */
async function lateOn(...billed: Billed[]): Promise<number[]> {
  await chargeLate.run(portal.app);
  const { rows } = await sql<{ bill: string }>`select bill from portal.bill_line where latecharge is not null`.execute(
    portal.db,
  );
  return billed.map(({ bill }) => rows.filter((row) => row.bill === bill).length);
}

test("a late charge meets nobody who was away on its day, nor what was added since, and never reaches back", async () => {
  const [away, grown, owing] = [
    await billedStudent(portal),
    await billedStudent(portal),
    await billedStudent(portal),
  ] as const;
  await chargeOf(away, grown, owing);
  await sql`update portal.student set "statusAt" = now() where _id = ${away.student}`.execute(portal.db);
  await verify(grown, await pays(grown, `${yesterday} 11:00:00 AM`));
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  const change = { kind: "change", label: "Another combination", reason: "Changed", staff: null, programme } as const;
  await perform(portal.db, portalItself, (work) =>
    addBillLine(work, { bill: grown.bill, amount_kobo: 9_000_000, ...change }),
  );
  expect(await lateOn(away, grown, owing)).toEqual([0, 0, 1]);
  // Who comes back to study meets none of those before.
  await chargeOf(await billedStudent(portal));
  await sql`delete from portal.late_charge c where not exists (
    select from portal.bill_line l where l.latecharge = c._id)`.execute(portal.db);
  await sql`update portal.student set "statusAt" = now() - interval '90 days' where _id = ${away.student}`.execute(
    portal.db,
  );
  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`update portal.bill set "createdAt" = "createdAt" - interval '60 days',
    instalments = jsonb_set(instalments, '{0,due}', to_jsonb(${inDays(-50)}::text)) where _id = ${away.bill}`.execute(
    portal.db,
  );
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
  await sql`alter table portal.bill_line disable trigger bill_line_append_only`.execute(portal.db);
  await sql`update portal.bill_line set "createdAt" = "createdAt" - interval '60 days' where bill = ${away.bill}`.execute(
    portal.db,
  );
  await sql`alter table portal.bill_line enable trigger bill_line_append_only`.execute(portal.db);
  expect(await lateOn(away)).toEqual([0]);
});

test("a late charge that was struck from a bill does not come back when the charge is named anew", async () => {
  const me = await billedStudent(portal);
  await chargeOf(me);
  expect(await lateOn(me)).toEqual([1]);
  const { latecharge } = await portal.db
    .selectFrom("bill_line")
    .select("latecharge")
    .where("bill", "=", me.bill)
    .where("latecharge", "is not", null)
    .executeTakeFirstOrThrow();
  const back = { kind: "late-back", label: "Late payment", session: me.session, students: me.matric };
  await adjusted(await twoPeople(), { ...back, reason: "Was in hospital" });
  const read = (await bursar.get(`/staff/ms_late_charge/${latecharge}`)).body;
  const { _id, _title, version, createdAt, session, ...stands } = read;
  const named = { ...stands, session: session._id, label: "Paid too late" };
  expect((await bursar.put(`/staff/ms_late_charge/${latecharge}`, named)).body).toMatchObject({ type: "success" });
  const dearer = await bursar.put(`/staff/ms_late_charge/${latecharge}`, { ...named, amount: 5_000 });
  expect(dearer.body).toMatchObject({ code: "late-charge-charged" });
  expect(await lateOn(me)).toEqual([2]);
  expect((await billOf(me)).lines.filter(({ kind }: { kind: string }) => kind === "late")).toMatchObject([
    { amount: 2_000, label: "Late payment" },
    { amount: -2_000 },
  ]);
});

test("money that was taken out again was not paid in time; a refund that could not be paid out was", async () => {
  const [me, richer] = [await billedStudent(portal), await billedStudent(portal)];
  await chargeOf(me, richer);
  const when = `${yesterday} 11:00:00 AM`;
  const [rrr, whole] = [await pays(me, when), await pays(richer, when)];
  await verify(me, rrr);
  await verify(richer, whole);
  const [cashier, approver] = await twoPeople();
  const off = { kind: "change", label: "Hostel not taken", amount: -6_000, reason: "A letter" };
  await adjusted([cashier, approver], { ...off, students: richer.matric, session: richer.session });
  const path = "/staff/ms_withdrawal";
  const refund = async (trx: string) => {
    const { _id } = (await granted(cashier.post(path, { trx, amount: 6_000 }))).body;
    await granted(approver.post(`${path}/${_id}/approve`));
    return `${path}/${_id}`;
  };
  const refunded = await refund(rrr);
  await refund(whole);
  expect(await lateOn(me, richer), "credit was needed by nobody").toEqual([1, 0]);
  expect(await billOf(me)).toMatchObject({ balance: 8_000 });
  await granted(cashier.post(`${refunded}/not_payable`, { reason: "The account is closed" }));
  await granted(approver.post(`${refunded}/credit_again`, {}));
  expect(await billOf(me)).toMatchObject({ balance: 0 });
});

type Two = readonly [StaffMember, StaffMember];
const twoPeople = async (): Promise<Two> => {
  const withdrawals = ["withdrawals", "withdrawals.change", "withdrawals.approve"] as const;
  const adjusting = ["bill-adjustments", "bill-adjustments.change", "bill-adjustments.approve"] as const;
  const pages = [...withdrawals, ...adjusting];
  return [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
};
/** The bill of one student is changed by two people; answers what the second is told. */
async function adjusted([one, other]: Two, form: object) {
  const path = "/staff/ms_bill_adjustment";
  const { _id } = (await granted(one.post(path, { semester: 1, count: 1, ...form }))).body;
  return (await granted(other.post(`${path}/${_id}/approve`, {}))).body;
}

/** As if the college had bills paid in two halves. */
async function inHalves(...billed: Billed[]): Promise<void> {
  const half = { name: "First half", share: 50, due: yesterday, opens: ["registration"] };
  const halves = JSON.stringify([half, { ...half, name: "Second half", share: 100, due: inDays(60), opens: [] }]);
  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`update portal.bill set instalments = ${halves}::jsonb where _id = any(${billed.map(({ bill }) => bill)}::uuid[])`.execute(
    portal.db,
  );
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
}

test("who paid in time on a record that was merged is not charged late, and has open what that opens", async () => {
  const [kept, gone, owing] = [
    await billedStudent(portal),
    await billedStudent(portal),
    await billedStudent(portal),
  ] as const;
  await inHalves(kept, gone, owing);
  await chargeOf(kept, gone, owing);
  const { billed, parts } = await billOf(gone);
  const amount = parts[0].amount + 1_000;
  expect(billed - amount, "part of the bill is left").toBeGreaterThan(0);
  await verify(gone, await pays(gone, `${yesterday} 11:00:00 AM`, amount));
  const pages = ["student-merges", "student-merges.change", "student-merges.approve"] as const;
  const [registrar, provost] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
  const pair = { kept: kept.student, gone: gone.student };
  const path = "/staff/ms_student_merge";
  const { seen } = (await granted(registrar.post(`${path}/check`, pair))).body;
  const { _id } = (await granted(registrar.post(path, { ...pair, reason: "The same face" }))).body;
  await granted(provost.post(`${path}/${_id}/approve`, { seen }));
  const [first, ...later] = (await billOf(kept)).parts;
  expect(first).toMatchObject({ amount: parts[0].amount, left: 0, overdue: false });
  expect(later.reduce((sum: number, { left }: { left: number }) => sum + left, 0)).toBe(billed - amount);
  expect((await billOf(kept)).balance).toBe(billed - amount);
  expect(await lateOn(kept, gone, owing)).toEqual([0, 0, 1]);
});

test("bills that are taken back in one go take their late charges and open references along", async () => {
  const [one, other] = [await billedStudent(portal), await billedStudent(portal)];
  const { rrr } = (await one.post(`/student/bill/${one.bill}/reference`, {})).body;
  await chargeOf(one, other);
  await chargeLate.run(portal.app);
  expect((await billOf(one)).lines.at(-1)).toMatchObject({ kind: "late" });
  const wrong = { kind: "taking-back", label: "Bill taken back", session: one.session, count: 2 };
  const students = `${one.matric}, ${other.matric}`;
  const form = { ...wrong, students, reason: "Billed for another class" };
  expect((await adjusted(await twoPeople(), form)).message).toBe("2 bills changed");
  for (const me of [one, other]) {
    const { lines, balance, takenback } = await billOf(me);
    expect({ balance, takenback }).toEqual({ balance: 0, takenback: expect.any(String) });
    expect(lines.slice(-2)).toMatchObject([
      { kind: "late", label: "Taken back: Late payment", amount: -2_000 },
      { kind: "change", label: "Bill taken back" },
    ]);
  }
  const { state } = await portal.db
    .selectFrom("payment_reference")
    .select("state")
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  expect(state).toBe("CANCELLED");
});

test("a bill that shrinks sheds the late charge that would not have come to it, and the second person sees that before", async () => {
  const [free, helped] = [await billedStudent(portal), await billedStudent(portal)];
  await inHalves(free, helped);
  await chargeOf(free, helped);
  expect(await lateOn(free, helped)).toEqual([1, 1]);
  const { balance } = await billOf(free);
  const [one, other] = await twoPeople();
  const path = "/staff/ms_bill_adjustment";
  const waiver = { kind: "waiver", label: "Staff child", session: free.session, semester: 1 };
  const students = free.matric;
  const { body: seen } = await granted(one.post(`${path}/check`, { ...waiver, percent: 100, students }));
  expect(seen).toMatchObject({ bills: [{ before: balance, amount: 2_000 - balance, after: 0 }] });
  await adjusted([one, other], { ...waiver, percent: 100, students, reason: "A letter" });
  await adjusted([one, other], { ...waiver, percent: 50, students: helped.matric, reason: "A letter" });
  expect(await billOf(free)).toMatchObject({ balance: 0 });
  expect((await billOf(free)).lines.at(-1)).toMatchObject({
    ...{ kind: "late", amount: -2_000, reason: "What was to be paid by its day is less now" },
  });
  expect(await lateOn(helped), "half of it was due all the same").toEqual([1]);
  const letters = await portal.letters(free.emailaddress, 2);
  expect(letters.map(({ text }) => text).join()).toContain("Nothing is left of it to be paid");
});

test("two people take one late charge back with a reason, and charge it again where that was wrong", async () => {
  const me = await billedStudent(portal);
  await chargeOf(me);
  expect(await lateOn(me)).toEqual([1]);
  const { balance } = await billOf(me);
  const [one, other] = await twoPeople();
  const path = "/staff/ms_bill_adjustment";
  const form = { kind: "late-back", label: "Late payment", session: me.session, semester: 1, students: me.matric };
  expect((await one.get(`${path}/terms`)).body.lates).toContain("Late payment");
  const wrong = (await one.post(`${path}/check`, { ...form, label: "Library" })).body;
  expect(wrong.leftOut).toMatchObject([{ why: "No late charge on this bill is called Library" }]);
  expect((await one.post(`${path}/check`, { ...form, amount: 500 })).body).toMatchObject({ code: "amount-unfit" });
  const { body: seen } = await granted(one.post(`${path}/check`, form));
  expect(seen).toMatchObject({ total: -2_000, bills: [{ before: balance, after: balance - 2_000 }] });
  expect(seen.parts[0]).toMatchObject({ before: balance, after: balance - 2_000 });
  const reason = "Was in hospital on that day";
  const { _id } = (await granted(one.post(path, { ...form, reason, count: 1 }))).body;
  expect((await one.post(`${path}/${_id}/approve`, {})).body.code).toBe("another-must-decide");
  await granted(other.post(`${path}/${_id}/approve`, {}));
  expect(await billOf(me)).toMatchObject({ balance: balance - 2_000 });
  expect((await billOf(me)).lines.at(-1)).toMatchObject({ kind: "late", amount: -2_000, reason });
  expect((await one.post(`${path}/check`, form)).body.leftOut[0].why).toContain("No late charge on this bill");
  expect(await lateOn(me), "the clock does not bring it again").toEqual([2]);

  const undo = () => one.post(`${path}/${_id}/undo`, { reason: "The letter was forged" });
  const { _id: undone } = (await granted(undo())).body;
  await granted(other.post(`${path}/${undone}/approve`, {}));
  expect(await billOf(me)).toMatchObject({ balance });
  expect((await billOf(me)).lines.at(-1)).toMatchObject({ kind: "late", label: "Late payment", amount: 2_000 });
  expect((await undo()).body).toMatchObject({ code: "change-not-undone" });
  const letters = (await portal.letters(me.emailaddress, 3)).map(({ text }) => text).join();
  expect(letters).toContain(`Late charge taken back: Late payment\n${reason}`);
  expect(letters).toContain("Late charge: Late payment\nThe letter was forged");
  await granted(one.post(path, { ...form, reason: "It was not forged", count: 1 }));
});

test("a loan for the fees sheds the late charge, and one that has paid it too leaves it", async () => {
  const [fees, all] = [await billedStudent(portal), await billedStudent(portal)];
  await chargeOf(fees, all);
  expect(await lateOn(fees, all)).toEqual([1, 1]);
  const { balance } = await billOf(all);
  const pages = ["students", "student-loans", "student-loans.change", "student-loans.approve"] as const;
  const [one, other] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
  const { session } = fees;
  const rows = [`${fees.matric},2026,${balance - 2_000}`, `${all.matric},2026,${balance}`];
  const file = ["Matric number,Session,Amount", ...rows].join("\r\n");
  expect((await importCsv(portal, one, "student_loan", file)).body).toMatchObject({ added: 2 });
  const path = "/staff/ms_loan_booking";
  const { _id } = (await granted(one.post(path, { session, count: 2 }))).body;
  await granted(other.post(`${path}/${_id}/approve`));
  for (const me of [fees, all]) expect(await billOf(me)).toMatchObject({ billed: 0, balance: 0 });
  expect(await lateOn(fees, all)).toEqual([2, 1]);
});
