import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let clerk: StaffMember;
let desk: MoneyDesk;
let services: { card: string; transcript: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  desk = await moneyDesk(portal);
  clerk = await staffMember(portal, {
    pages: ["service-orders", "service-orders.change", "other-services", "other-services.change"],
  });
  const add = async (label: string, more: object) => {
    const form = { label, description: `One ${label}`, serviceid: "4430731", amount: 1_500, status: true, ...more };
    const { body } = await clerk.post("/staff/ms_other_service", form);
    expect(body).toMatchObject({ type: "success" });
    return body._id as string;
  };
  services = {
    card: await add("Identity card anew", { days: 3 }),
    transcript: await add("Transcript to a school", { days: 10, asks: "Name and address of the school" }),
  };
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const order = async (me: Student, form: object) => (await me.post("/student/service_order", form)).body;
const own = async (me: Student) => {
  const { body } = await me.get("/student/service");
  return (body.orders ?? [body])[0];
};
const pay = async (me: Student, id: string) => {
  const { body } = await me.post(`/student/service_order/${id}/pay`, {});
  expect(body, JSON.stringify(body)).toMatchObject({ type: "success", rrr: expect.any(String) });
  return body.rrr as string;
};
const paid = async (me: Student, id: string) => {
  const rrr = await pay(me, id);
  await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  expect((await me.get(`/student/service_payment/${rrr}`)).body).toMatchObject({ isverified: true, state: "PAID" });
  return rrr;
};
const move = (to: string, ids: readonly string[], said?: string, who = clerk) =>
  who.post("/staff/ms_service_order/move", { to, said, ids, count: ids.length });

test("a service is ordered, paid, made, ready and collected, and the student reads each step", async () => {
  const me = await signedInStudent(portal);
  const { _id, message } = await order(me, { service: services.card });
  expect(message).toContain("Pay ₦1,500");
  expect(await own(me)).toMatchObject({ _id, state: "Ordered", dueon: null, payment: null });
  await paid(me, _id);
  expect(await own(me)).toMatchObject({ state: "Paid", dueon: expect.any(String), payment: { state: "PAID" } });
  for (const [to, said] of [
    ["Being made"],
    ["Ready", "Room 4, Monday to Friday"],
    ["Collected", "The student, by old card"],
  ] as const) {
    expect((await move(to, [_id], said)).body).toMatchObject({ type: "success", count: 1 });
    expect(await own(me)).toMatchObject({ state: to });
  }
  const { rows } = await sql<{ subject: string }>`select subject from portal.outgoing_mail
    where recipient = ${me.emailaddress} and subject like '%is ready'`.execute(portal.db);
  expect(rows).toHaveLength(1);
  expect((await clerk.get(`/staff/ms_service_order?q=${encodeURIComponent(me.matric)}`)).body.list).toMatchObject([
    { _id, state: "Collected", said: "The student, by old card" },
  ]);
});

test("ordered twice it is one order; an order that was taken back and is paid all the same stands again", async () => {
  const me = await signedInStudent(portal);
  const first = await order(me, { service: services.card });
  expect((await order(me, { service: services.card }))._id).toBe(first._id);
  const rrr = await pay(me, first._id);
  expect((await me.post(`/student/service_order/${first._id}/cancel`, {})).body.type).toBe("success");
  expect((await me.post(`/student/service_order/${first._id}/pay`, {})).body.code).toBe("order-taken-back");
  await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  await me.get(`/student/service_payment/${rrr}`);
  expect(await own(me)).toMatchObject({ _id: first._id, state: "Paid" });
  expect((await me.post(`/student/service_order/${first._id}/cancel`, {})).body.code).toBe("state-has-moved");
});

test("a service is ordered again and again on one connection", async () => {
  const me = await signedInStudent(portal);
  const ids: string[] = [];
  // From the sixth time the database keeps a plan for any value.
  for (let nth = 0; nth < 8; nth += 1) ids.push((await order(me, { service: services.card }))._id);
  expect(new Set(ids).size).toBe(1);
});

test("an order that is taken back leaves no reference open", async () => {
  const me = await signedInStudent(portal);
  const { _id } = await order(me, { service: services.card });
  await pay(me, _id);
  await me.post(`/student/service_order/${_id}/cancel`, {});
  expect(await own(me)).toMatchObject({ state: "Cancelled", payment: { state: "CANCELLED" } });
});

test("a service that was handed out before the bank took its payment back is owed, and paid anew", async () => {
  const me = await signedInStudent(portal);
  const { _id } = await order(me, { service: services.card });
  const rrr = await paid(me, _id);
  for (const to of ["Being made", "Ready", "Collected"]) await move(to, [_id], "The student");
  await desk.correct(rrr, "Reverse");
  expect(await own(me)).toMatchObject({ state: "Collected", owed: true, payment: { state: "REVERSED" } });
  expect((await me.get("/student/home")).body.next).toMatchObject({
    sentence: expect.stringContaining("pay it again"),
  });
  const debts = async () =>
    (await desk.cashier.get(`/staff/ms_payment_exception?q=${rrr}`)).body.list.map(
      ({ kind }: { kind: string }) => kind,
    );
  expect(await debts()).toEqual(["Taken back after use"]);
  expect((await move("Ready", [_id])).body).toMatchObject({ code: "order-owed" });
  await paid(me, _id);
  expect(await own(me)).toMatchObject({ state: "Collected", owed: false, payment: { state: "PAID" } });
  expect(await debts()).toEqual([]);
});

test("what the service asks for must be written; the office asks again, and the answer sets it going", async () => {
  const me = await signedInStudent(portal);
  expect(await order(me, { service: services.transcript })).toMatchObject({
    code: "field-required",
    errors: { note: "Please write: Name and address of the school" },
  });
  const { _id } = await order(me, { service: services.transcript, note: "COE Minna" });
  await paid(me, _id);
  expect((await move("Returned", [_id])).body).toMatchObject({
    code: "field-required",
    errors: { said: expect.any(String) },
  });
  expect((await move("Returned", [_id], "Which town?")).body.type).toBe("success");
  expect(await own(me)).toMatchObject({ state: "Returned", said: "Which town?" });
  await me.post(`/student/service_order/${_id}/answer`, { note: "COE Minna, Niger State" });
  expect(await own(me)).toMatchObject({ state: "Paid", note: "COE Minna, Niger State" });
});

test("of two clerks who move one order the second hears where it stands", async () => {
  const me = await signedInStudent(portal);
  const { _id } = await order(me, { service: services.card });
  await paid(me, _id);
  const both = await Promise.all([move("Ready", [_id]), move("Returned", [_id], "Which name?")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("an office that does not make it, and another student, do not find it", async () => {
  const me = await signedInStudent(portal);
  const { _id } = await order(me, { service: services.card });
  const head = await staffMember(portal, { pages: ["service-orders", "service-orders.change"], scope: "department" });
  expect((await head.get("/staff/ms_service_order")).body.list).toEqual([]);
  expect((await move("Ready", [_id], undefined, head)).status).toBe(409);
  const other = await signedInStudent(portal);
  expect((await other.post(`/student/service_order/${_id}/pay`, {})).status).toBe(404);
  expect((await move("Ready", [_id])).body.code).toBe("state-has-moved");
});
