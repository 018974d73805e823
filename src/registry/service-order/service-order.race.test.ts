import { afterAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

/**
 * An order with two references that are both paid: one of an account that its owner had, whose record was merged, and one of the
 * account that signs in since. Nobody has asked about either.
 */
async function paidTwice() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  const pages = [
    "students",
    "student-merges",
    "student-merges.change",
    "other-services",
    "other-services.change",
  ] as const;
  const clerk = await staffMember(portal, { pages: [...pages, "payments", "payments.change"] });
  const provost = await staffMember(portal, { pages: ["students", "student-merges", "student-merges.approve"] });
  const card = { label: "Identity card anew", description: "Printed anew", serviceid: "4430731", amount: 1_500 };
  const service = (await granted(clerk.post("/staff/ms_other_service", { ...card, days: 3, status: true }))).body._id;
  const [kept, gone] = [await signedInStudent(portal), await signedInStudent(portal)];
  const order = (await granted(gone.post("/student/service_order", { service }))).body._id as string;
  const reference = async (me: Student): Promise<string> =>
    (await granted(me.post(`/student/service_order/${order}/pay`, {}))).body.rrr;
  const first = await reference(gone);
  const merges = "/staff/ms_student_merge";
  const pair = { kept: kept.student, gone: gone.student, reason: "The same face and papers" };
  const merge = (await granted(clerk.post(merges, pair))).body._id;
  const { compared } = (await granted(provost.get(`${merges}/${merge}/effect`))).body;
  await granted(provost.post(`${merges}/${merge}/approve`, { seen: compared.seen }));
  const second = await reference(kept);
  expect(second).not.toBe(first);
  for (const rrr of [first, second]) await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  const payments = () =>
    portal.db
      .selectFrom("payment_reference")
      .select(["_id", "state", "surplus"])
      .where("serviceorder", "=", order)
      .orderBy("surplus")
      .execute();
  return {
    portal,
    async verifyBoth() {
      const found = await payments();
      await whileTableHeld(portal, "outgoing_mail", 2, () =>
        Promise.all(found.map(({ _id }) => clerk.post(`/staff/ms_payment/${_id}/requery`, {}))),
      );
      return (await payments()).map(({ state, surplus }) => [state, surplus]);
    },
  };
}

test("of two payments of one order at once one buys it, and the other is the student's credit", async () => {
  const { portal, verifyBoth } = await paidTwice();
  expect(await verifyBoth()).toEqual([
    ["PAID", "second"],
    ["PAID", null],
  ]);
  await expectInvariants(portal.db);
});

test("without the lock on the order both would be income", async () => {
  const { portal, verifyBoth } = await paidTwice();
  await withoutRowLock(portal, "service_order");
  expect(await verifyBoth()).toEqual([
    ["PAID", null],
    ["PAID", null],
  ]);
});
