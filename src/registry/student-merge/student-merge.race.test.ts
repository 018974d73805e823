import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { billMaker, enrolled } from "../../../testing/billed.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { billedStudent } from "../../../testing/student.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

const path = "/staff/ms_student_merge";

/** A portal with a merge of two students who have a bill each, which two others may approve. */
async function desk() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const proposer = await staffMember(portal, {
    pages: ["student-merges", "student-merges.change", "tuition-accounts"],
  });
  const approver = () => staffMember(portal, { pages: ["student-merges", "student-merges.approve"] });
  const [first, second] = [await approver(), await approver()];
  const propose = async () =>
    (await granted(proposer.post(path, { kept: kept.student, gone: gone.student, reason: "One face" }))).body._id;
  const approve = (id: string, by = first) => by.post(`${path}/${id}/approve`, { seen: 2 });
  const balance = async () =>
    (await granted(proposer.get(`/staff/ms_tuition_account/${kept.student}/account`))).body.balance as number;
  return { portal, kept, gone, first, second, propose, approve, balance };
}

test("of two approvals at once one merges, and the other reads that it is done", async () => {
  const { portal, first, second, propose, approve, balance } = await desk();
  const owed = await balance();
  const id = await propose();
  const both = await whileTableHeld(portal, "outgoing_mail", 2, async () => {
    const asking = [approve(id, first), approve(id, second)];
    return () => Promise.all(asking);
  });
  expect((await both()).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await balance()).toBe(owed);
  await expectInvariants(portal.db);
});

/** A payment of the record that goes is being verified while its merge is approved. */
async function paidMeanwhile({ portal, gone, propose, approve }: Awaited<ReturnType<typeof desk>>) {
  const { rrr } = (await granted(gone.post(`/student/bill/${gone.bill}/reference`, { amount: 6_000 }))).body;
  const id = await propose();
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  const answers = await whileTableHeld(portal, "audit", 2, async () => {
    const verifying = gone.get(`/student/bill_payment/${rrr}`);
    await untilWaiting(portal, 1);
    const approving = approve(id);
    return () => Promise.all([verifying, approving]);
  });
  return answers();
}

test("a payment that is verified during the merge counts on the bill that stays", async () => {
  const at = await desk();
  const owed = await at.balance();
  const [, approved] = await paidMeanwhile(at);
  expect(approved.body).toMatchObject({ type: "success" });
  expect(await at.balance()).toBe(owed - 6_000);
  await expectInvariants(at.portal.db);
});

/** Of two students without a bill, merged while the bills of the semester are made: those who have one then. */
async function billedMeanwhile(unguarded: boolean): Promise<string[]> {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const [kept, gone] = [await enrolled(portal), await enrolled(portal)];
  const bursar = await billMaker(portal);
  const proposer = await staffMember(portal, { pages: ["student-merges", "student-merges.change"] });
  const approver = await staffMember(portal, { pages: ["student-merges", "student-merges.approve"] });
  const { _id } = (await granted(proposer.post(path, { kept: kept._id, gone: gone._id, reason: "One face" }))).body;
  if (unguarded) await sql`drop trigger student_unmerged on portal.bill`.execute(portal.db);
  const answers = await whileTableHeld(portal, "audit", 2, async () => {
    const approving = approver.post(`${path}/${_id}/approve`, { seen: 2 });
    await untilWaiting(portal, 1);
    const making = bursar.post("/staff/ms_bill_run", { session: kept.session, semester: 1 });
    return () => Promise.all([approving, making]);
  });
  expect((await answers()).map(({ body }) => body.type)).toEqual(["success", "success"]);
  const { rows } = await sql<{ status: string }>`
    select s.status from portal.bill b join portal.student s on s._id = b.student`.execute(portal.db);
  return rows.map(({ status }) => status).toSorted();
}

test("no bill is made of a record that is being merged; without the guard on its table one would be", async () => {
  expect(await billedMeanwhile(false)).toEqual(["Active"]);
  expect(await billedMeanwhile(true)).toEqual(["Active", "Merged"]);
});
