import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { notice } from "../../../testing/notice.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { billedStudent, matriculate, signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("the first page says who the student is and what to do next, nothing of another", async () => {
  const [me, other] = [await signedInStudent(portal), await signedInStudent(portal)];
  const { body } = await me.get("/student/home");
  expect(body).toMatchObject({ firstname: "Aisha", matric: me.matric, level: 100, status: "Active", next: null });
  await notice(portal, { to: [other._id] });
  expect((await me.get("/student/home")).body.next).toBeNull();
  expect((await other.get("/student/home")).body.next).toEqual({
    sentence: "You have 1 notice that you have not read.",
    deed: "Read it",
    link: "/student/notices",
  });
});

test("what is owed and held on another's record is nobody else's next step", async () => {
  const [me, other] = [await signedInStudent(portal), await billedStudent(portal)];
  expect((await me.get("/student/home")).body.next).toBeNull();
  const officer = await staffMember(portal, { pages: ["holds", "holds.change"] });
  const hold = { kind: "Library", blocks: ["services"], reason: "A book is missing", office: "Library" };
  await granted(officer.post("/staff/ms_hold", { ...hold, ids: [other.student], count: 1 }));
  expect((await me.get("/student/home")).body.next).toBeNull();
  expect((await other.get("/student/home")).body.next).toMatchObject({ link: "/student/holds" });
});

test("who enters anew is the living record, and still owes and is still held by the earlier one", async () => {
  const me = await billedStudent(portal);
  const officer = await staffMember(portal, { pages: ["students", "holds", "holds.change", "tuition-accounts"] });
  const { bill } = (await granted(me.get(`/student/bill/${me.bill}`))).body;
  await portal.db
    .updateTable("student")
    .set({ status: "Graduated", createdAt: "2099-01-01T00:00:00Z" })
    .where("_id", "=", me.student)
    .execute();
  const anew = await matriculate(portal, me._id);
  expect((await me.get("/student/home")).body).toMatchObject({ matric: anew.matric, next: { link: "/student/bill" } });
  const account = (await granted(officer.get(`/staff/ms_tuition_account/${anew.student}/account`))).body;
  expect(account).toMatchObject({ balance: bill.balance, bills: [{ _id: me.bill }] });
  expect((await me.get(`/student/bill/${me.bill}`)).body.bill).toMatchObject({ balance: bill.balance });
  const hold = { kind: "Library", blocks: ["services"], reason: "A book is missing", office: "Library" };
  await granted(officer.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect((await me.get("/student/hold")).body).toMatchObject([{ kind: "Library" }]);
  expect((await me.get("/student/home")).body.next).toMatchObject({ link: "/student/holds" });
  const ordered = await me.post("/student/service_order", { service: me.bill });
  expect(ordered.body).toMatchObject({ type: "error", code: "held-by-office" });
});
