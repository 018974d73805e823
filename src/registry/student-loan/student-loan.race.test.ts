import { afterAll, expect, inject, test } from "vitest";
import { billMaker, paidTuition } from "../../../testing/billed.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { billedStudent } from "../../../testing/student.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

/** A loan that made credit of what was paid: to give that back, and to undo the loan, both wait for the second person. */
async function bothProposed() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  await billMaker(portal);
  const pages = [
    ...(["students", "student-loans", "student-loans.change", "withdrawals", "withdrawals.change"] as const),
    ...(["student-loans.approve", "withdrawals.approve"] as const),
  ];
  const [cashier, bursar] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
  const me = await billedStudent(portal);
  const payment = await paidTuition(portal, me, me.bill, 5_000);
  const { billed_kobo } = await portal.db
    .selectFrom("bill")
    .select("billed_kobo")
    .where("_id", "=", me.bill)
    .executeTakeFirstOrThrow();
  const rows = ["Matric number,Session,Amount,NELFUND number", `${me.matric},2026,${billed_kobo / 100},NF-1`];
  await importCsv(portal, cashier, "student_loan", rows.join("\r\n"));
  const bookings = "/staff/ms_loan_booking";
  const booking = (await granted(cashier.post(bookings, { session: me.session, count: 1 }))).body._id;
  await granted(bursar.post(`${bookings}/${booking}/approve`));
  const { _id: loan } = await portal.db.selectFrom("student_loan").select("_id").executeTakeFirstOrThrow();
  const wish = { reason: "Of another student" };
  const undoing = (await granted(cashier.post(`/staff/ms_student_loan/${loan}/undo`, wish))).body._id;
  const refund = (await granted(cashier.post("/staff/ms_withdrawal", { trx: payment, amount: 5_000 }))).body._id;
  return {
    portal,
    async approveBoth() {
      const [back, undone] = await whileTableHeld(portal, "outgoing_mail", 2, async () => {
        const giving = bursar.post(`/staff/ms_withdrawal/${refund}/approve`);
        await untilWaiting(portal, 1);
        const ending = bursar.post(`${bookings}/${undoing}/approve`);
        return () => Promise.all([giving, ending]);
      }).then((answers) => answers());
      return { back: back.status, undone: undone.body.code ?? undone.status };
    },
  };
}

test("a loan is not undone while its credit is being given back", async () => {
  const { portal, approveBoth } = await bothProposed();
  expect(await approveBoth()).toEqual({ back: 200, undone: "credit-given-back" });
  await expectInvariants(portal.db);
});

test("without the lock on the bill nobody would see that it is", async () => {
  const { portal, approveBoth } = await bothProposed();
  await withoutRowLock(portal, "bill");
  expect(await approveBoth()).toEqual({ back: 200, undone: 200 });
});
