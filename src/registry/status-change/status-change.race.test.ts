import { afterAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry } from "../../../testing/registry.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

/** A portal with a proposal that two others may approve. */
async function desk() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const { student, officer } = await registry(portal);
  const one = await student();
  const proposer = await staffMember(portal, { pages: ["student-status", "student-status.change"] });
  const path = "/staff/ms_student_status";
  const form = { student: one._id, status: "Withdrawn", kind: "Own wish", reason: "Asked for in a letter" };
  const { _id } = (await granted(proposer.post(path, form))).body;
  const approver = () => staffMember(portal, { pages: ["student-status", "student-status.approve"] });
  const [first, second] = [await approver(), await approver()];
  const approve = (by: typeof first, seen = 1) => by.post(`${path}/${_id}/approve`, { seen });
  const bothAtOnce = () =>
    whileTableHeld(portal, "outgoing_mail", 2, async () => {
      const both = [approve(first), approve(second)];
      return async () => (await Promise.all(both)).map(({ status }) => status).sort();
    }).then((answers) => answers());
  const letters = () =>
    portal.db.selectFrom("outgoing_mail").select("_id").where("recipient", "=", one.emailaddress).execute();
  return { portal, officer, one, first, approve, bothAtOnce, letters };
}

test("of two approvals at once one is done, and the student gets one letter", async () => {
  const { bothAtOnce, letters } = await desk();
  expect(await bothAtOnce()).toEqual([200, 409]);
  expect(await letters()).toHaveLength(1);
});

test("without the locks both would be done", async () => {
  const { portal, bothAtOnce, letters } = await desk();
  await withoutRowLock(portal, "student");
  await withoutRowLock(portal, "status_change");
  expect(await bothAtOnce()).toEqual([200, 200]);
  expect(await letters()).toHaveLength(2);
});

test("a student whose record was changed since it was looked at is not decided on unseen", async () => {
  const { portal, officer, one, first, approve } = await desk();
  const { _id, lgaoforigin: _, ...now } = (await officer.get(`/staff/ms_student/${one._id}`)).body;
  expect(now.version).toBe(1);
  await portal.db.updateTable("student").set({ version: 2, lgaoforigin: "Lokoja" }).where("_id", "=", _id).execute();
  const late = await approve(first, now.version);
  expect([late.status, late.body.code]).toEqual([409, "version-stale"]);
  expect((await approve(first, 2)).status).toBe(200);
});
