import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asNaira } from "#kit/value/money.contract.ts";
import { billed, billMaker, enrolled, paidTuition } from "../../../testing/billed.ts";
import { coded, importCsv } from "../../../testing/bursar.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sponsored } from "../../../testing/sponsored.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let cashier: StaffMember;
let bursar: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  session = await coded(portal, "session", "2026");
  const pages = ["students", "student-loans", "dashboard", "withdrawals", "withdrawals.change"] as const;
  cashier = await staffMember(portal, {
    lastname: "Cashier",
    pages: [
      ...pages,
      "student-loans.change",
      "student-loans.approve",
      "payment-exceptions",
      "outgoing-lists",
      "outgoing-lists.change",
    ],
  });
  bursar = await staffMember(portal, {
    lastname: "Bursar",
    pages: [...pages, "student-loans.approve", "withdrawals.approve"],
  });
});
afterAll(() => portal.stop());

const path = "/staff/ms_loan_booking";
const bring = (rows: readonly string[], query = "") =>
  importCsv(
    portal,
    cashier,
    "student_loan",
    ["Matric number,Session,Amount,NELFUND number", ...rows].join("\r\n"),
    query,
  );
const look = async () => (await granted(cashier.post(`${path}/check`, { session }))).body;
const propose = async (count: number) => (await granted(cashier.post(path, { session, count }))).body._id as string;
const billOf = (bill: string) =>
  portal.db
    .selectFrom("bill")
    .select(["billed_kobo", "paid_kobo", "balance_kobo"])
    .where("_id", "=", bill)
    .executeTakeFirstOrThrow();
const linesOf = (bill: string) =>
  portal.db.selectFrom("bill_line").select("amount_kobo").where("bill", "=", bill).where("kind", "=", "loan").execute();
const matricOf = async (student: string) =>
  (await portal.db.selectFrom("student").select("matric").where("_id", "=", student).executeTakeFirstOrThrow()).matric;

test("an approved list is booked by two people, once, and what was paid already waits to be refunded", async () => {
  await billMaker(portal);
  const me = await billedStudent(portal);
  const fee = (await billOf(me.bill)).billed_kobo / 100;
  await paidTuition(portal, me, me.bill, 5_000);
  const other = await enrolled(portal);
  const { bill } = await billed(portal, other._id);
  const unbilled = await enrolled(portal);
  const [mine, theirs, none] = [me.matric, await matricOf(other._id), await matricOf(unbilled._id)];
  const rows = [`${mine},2026,${fee},NF-1`, `${theirs},2026,${fee - 1_000},NF-2`];

  const wrong = [...rows, `${none},2026,1000,NF-3`, `${theirs}X,2026,1000,NF-4`, `${theirs},2026,1000,NF-5`];
  const checked = (await bring(wrong, "?check=1")).body;
  expect(checked).toMatchObject({ added: 2 });
  expect(
    checked.wrong.map(({ row, sentences }: { row: number; sentences: string[] }) => [row, sentences[0]?.slice(0, 31)]),
  ).toEqual([
    [4, "Matric number: No bill of this "],
    [5, expect.any(String)],
    [6, expect.any(String)],
  ]);
  expect((await bring(rows)).body).toMatchObject({ type: "success", added: 2 });
  expect((await bring(rows)).body).toMatchObject({ added: 0, changed: 0, same: 2 });
  expect((await bring([`${theirs},2026,${fee + 1},NF-2`], "?check=1")).body.wrong[0].sentences[0]).toContain(
    "is more than the",
  );

  expect(await look()).toMatchObject({
    ...{ count: 2, amount: 2 * fee - 1_000, credit: 5_000, credited: 1 },
    refunds: [{ matric: mine, credit: 5_000 }],
  });
  const stale = await cashier.post(path, { session, count: 1 });
  expect([stale.status, stale.body.code]).toEqual([409, "rows-changed"]);
  const booking = await propose(2);
  expect((await cashier.post(path, { session, count: 2 })).body.code).toBe("nothing-to-book");
  const own = await cashier.post(`${path}/${booking}/approve`);
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  expect((await bring([`${theirs},2026,2000,NF-2`])).body).toMatchObject({ code: "rows-wrong" });
  expect(await linesOf(bill)).toEqual([]);

  const [one, two] = await Promise.all([
    bursar.post(`${path}/${booking}/approve`),
    bursar.post(`${path}/${booking}/approve`),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([200, 409]);
  expect(await linesOf(me.bill)).toEqual([{ amount_kobo: -fee * 100 }]);
  expect(await billOf(me.bill)).toMatchObject({ billed_kobo: 0, balance_kobo: -500_000 });
  expect(await linesOf(bill)).toEqual([{ amount_kobo: -(fee - 1_000) * 100 }]);
  expect((await billOf(bill)).balance_kobo).toBe(100_000);
  const exceptions = (await granted(cashier.get("/staff/ms_payment_exception"))).body.list;
  expect(exceptions).toMatchObject([{ kind: "Bill overpaid" }]);
  expect((await me.get("/student/bill")).body.bills[0].lines.at(-1)).toMatchObject({ kind: "loan" });
  // The other one is about the payment.
  const letters = await portal.letters(me.emailaddress, 2);
  expect(letters.map(({ text }) => text).join()).toContain("5,000.00 of it you had paid yourself already");

  // The file comes a third time, and with another amount.
  expect((await bring(rows)).body).toMatchObject({ added: 0, changed: 0, same: 2 });
  expect((await bring([`${mine},2026,1000,NF-1`])).body.message).toContain("booked already");
  expect((await cashier.post(path, { session, count: 0 })).body.code).toBe("nothing-to-book");
  await expectInvariants(portal.db);
});

test("what the fund pays in one sum is held against what is booked", async () => {
  const [before] = (await granted(cashier.get("/staff/ms_student_loan/sums"))).body;
  expect(before).toMatchObject({ received: 0, left: before.booked.amount });
  const sum = { session, amount: before.booked.amount - 250, day: "2026-11-20", reference: "FT26325001" };
  await granted(cashier.post("/staff/ms_loan_receipt", sum));
  expect((await cashier.post("/staff/ms_loan_receipt", sum)).body).toMatchObject({ code: "value-taken" });
  expect((await granted(cashier.get("/staff/ms_student_loan/sums"))).body[0]).toMatchObject({ left: 250 });
});

test("who has a loan of the session is held back from the next list for the fund", async () => {
  const { body } = await granted(cashier.post("/staff/ms_outgoing_list/check", { kind: "NELFUND list", session }));
  expect(body.lacks).toContainEqual({ lack: "A loan of this session is there already", held: true, count: 2 });
});

test("declined, loans wait again, and nobody books the own loan", async () => {
  const one = await enrolled(portal);
  const { bill } = await billed(portal, one._id);
  expect((await bring([`${await matricOf(one._id)},2026,1000,NF-9`])).body).toMatchObject({ added: 1 });
  const booking = await propose(1);
  await granted(bursar.post(`${path}/${booking}/decline`, { reason: "Another file comes tomorrow" }));
  expect(await linesOf(bill)).toEqual([]);
  expect(await look()).toMatchObject({ count: 1, amount: 1_000 });
  const again = await propose(1);
  await granted(cashier.post(`${path}/${again}/withdraw`));
  await expectInvariants(portal.db);
});

/** A student who had paid ₦5,000 of a bill that a loan then paid whole. */
async function lent(number: string) {
  const me = await billedStudent(portal);
  const fee = (await billOf(me.bill)).billed_kobo / 100;
  const payment = await paidTuition(portal, me, me.bill, 5_000);
  expect((await bring([`${me.matric},2026,${fee},${number}`])).body).toMatchObject({ added: 1 });
  await granted(bursar.post(`${path}/${await propose((await look()).count)}/approve`));
  const { _id: loan } = await portal.db
    .selectFrom("student_loan")
    .select("_id")
    .where("student", "=", me.student)
    .executeTakeFirstOrThrow();
  return { me, fee, payment, loan };
}
const undo = async (loan: string) =>
  (await cashier.post(`/staff/ms_student_loan/${loan}/undo`, { reason: "Of another student" })).body;
const loanOf = async (loan: string) => (await cashier.get(`/staff/ms_student_loan/${loan}`)).body;
const sums = async () => (await granted(cashier.get("/staff/ms_student_loan/sums"))).body[0];

test("a loan that was booked wrongly is undone by two people, rests, and is booked anew once it is corrected", async () => {
  const before = await sums();
  const { me, fee, loan } = await lent("NF-20");
  expect(await loanOf(loan)).toMatchObject({ state: "Booked", credit: 5_000 });
  const proposed = await undo(loan);
  expect(proposed.message).toMatch(/^NELFUND, to be undone: .* may approve it$/);
  expect(await undo(loan)).toMatchObject({ code: "proposal-waits-already" });
  expect((await cashier.post(`${path}/${proposed._id}/approve`)).body.code).toBe("another-must-decide");
  await granted(bursar.post(`${path}/${proposed._id}/decline`, { reason: "Look once more" }));
  expect(await loanOf(loan)).toMatchObject({ state: "Booked" });
  const again = await undo(loan);
  await granted(bursar.post(`${path}/${again._id}/approve`));
  expect(await loanOf(loan)).toMatchObject({ state: "Undone", credit: 0 });
  expect(await billOf(me.bill)).toMatchObject({ billed_kobo: fee * 100, balance_kobo: (fee - 5_000) * 100 });
  expect((await linesOf(me.bill)).map(({ amount_kobo }) => amount_kobo).sort()).toEqual([-fee * 100, fee * 100]);
  const letters = await portal.letters(me.emailaddress, 3);
  expect(letters.some(({ subject }) => subject.includes("is off your bill again"))).toBe(true);
  expect(await undo(loan)).toMatchObject({ code: "loan-not-booked" });
  const kept = await sums();
  expect(kept.booked.count).toBe(before.booked.count + before.waiting.count);
  expect(kept.waiting.count).toBe(0);
  await expectInvariants(portal.db);

  // The same file brings nothing back; a corrected one does.
  expect((await bring([`${me.matric},2026,${fee},NF-20`])).body).toMatchObject({ same: 1, changed: 0 });
  const drop = async () => (await cashier.delete(`/staff/ms_student_loan/${loan}`)).body.code;
  expect(await drop()).toBe("loan-booked-already");
  expect((await bring([`${me.matric},2026,1000,NF-20`])).body).toMatchObject({ changed: 1 });
  expect(await loanOf(loan)).toMatchObject({ state: "Waiting" });
  expect(await drop(), "it has stood on a bill").toBe("record-in-use");
  await granted(bursar.post(`${path}/${await propose(1)}/approve`));
  expect(await billOf(me.bill)).toMatchObject({ billed_kobo: (fee - 1_000) * 100 });
  await expectInvariants(portal.db);
});

test("what was paid before and given back since holds up the undoing, until it is credit again", async () => {
  const { me, fee, payment, loan } = await lent("NF-21");
  const trx = { trx: payment, amount: 5_000 };
  const { _id } = (await granted(cashier.post("/staff/ms_withdrawal", trx))).body;
  await granted(bursar.post(`/staff/ms_withdrawal/${_id}/approve`));
  expect(await undo(loan)).toMatchObject({
    code: "credit-given-back",
    message: expect.stringMatching(/^₦5,000\.00 that had been paid .* under Withdrawals; else bring it in as a debt/),
  });
  await granted(cashier.post(`/staff/ms_withdrawal/${_id}/not_payable`, { reason: "No account" }));
  await granted(bursar.post(`/staff/ms_withdrawal/${_id}/credit_again`, {}));
  const { _id: undoing } = await undo(loan);
  await granted(bursar.post(`${path}/${undoing}/approve`));
  expect(await billOf(me.bill)).toMatchObject({ paid_kobo: 500_000, balance_kobo: (fee - 5_000) * 100 });
  await expectInvariants(portal.db);
});

test("what a sponsor had paid is told as the sponsor's, and the student's own money as the student's", async () => {
  const me = await billedStudent(portal);
  const fee = (await billOf(me.bill)).billed_kobo / 100;
  const pages = ["sponsors", "sponsors.change", "sponsorships", "sponsorships.change", "sponsorships.approve"] as const;
  const two = [await staffMember(portal, { pages }), await staffMember(portal, { pages })] as const;
  await paidTuition(portal, me, me.bill, 5_000);
  await sponsored(portal, two, [[me, fee - 5_000]]);
  expect((await bring([`${me.matric},2026,${fee - 2_000},NF-22`])).body).toMatchObject({ added: 1 });
  // The latest payment gives first, as in the books.
  expect(await look()).toMatchObject({
    ...{ count: 1, amount: fee - 2_000, owed: 0, credit: 3_000, credited: 1, sponsored: fee - 5_000 },
    refunds: [{ matric: me.matric, credit: 3_000 }],
  });
  await granted(bursar.post(`${path}/${await propose(1)}/approve`));
  const { rows } = await sql<{ issponsors: boolean; naira: number }>`
    select sponsorshare is not null as issponsors, ((counted_kobo - tuition_kobo) / 100)::int as naira
    from portal.bill_counted where bill = ${me.bill} order by 1`.execute(portal.db);
  expect(rows).toEqual([
    { issponsors: false, naira: 3_000 },
    { issponsors: true, naira: fee - 5_000 },
  ]);
  const letters = (await portal.letters(me.emailaddress, 3)).map(({ text }) => text).join();
  expect(letters).toContain("₦3,000.00 of it you had paid yourself already");
  expect(letters).toContain(`${asNaira(fee - 5_000)} of it a sponsor had paid for you already`);
  await expectInvariants(portal.db);
});

test("a file that names a student by a former number finds the student, and says so", async () => {
  const me = await billedStudent(portal);
  const former = `OLD/${me.matric}`;
  await sql`insert into portal.former_matric (student, matric) values (${me.student}, ${former})`.execute(portal.db);
  const { body } = await bring([`${former},2026,1000,NF-30`]);
  expect(body).toMatchObject({ added: 1, message: expect.stringContaining(`${former.toUpperCase()} is ${me.matric}`) });
  expect((await cashier.get(`/staff/ms_student_loan?q=${me.matric}`)).body.list).toMatchObject([{ amount: 1_000 }]);
});
