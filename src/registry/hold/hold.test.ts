import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { admissionStates } from "../../../testing/admitted-applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry, type TestStudent } from "../../../testing/registry.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { asStudent, billedStudent, matriculate, signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { requireNoHold } from "./hold.server.ts";

let portal: TestPortal;
let librarian: StaffMember;
let office: Awaited<ReturnType<typeof registry>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await registry(portal);
  librarian = await staffMember(portal, { pages: ["students", "holds", "holds.change"] });
});
afterAll(() => portal.stop());

const path = "/staff/ms_hold";
const library = {
  kind: "Library",
  blocks: ["registration", "papers"],
  reason: "Two books of the reserve shelf are due since May",
  office: "College library, loans desk",
};
const place = (students: readonly Pick<TestStudent, "_id">[], more: object = {}) =>
  librarian.post(path, { ...library, ids: students.map(({ _id }) => _id), count: students.length, ...more });
const inForce = async ({ _id }: Pick<TestStudent, "_id">) =>
  (await granted(librarian.get(`${path}?student=${_id}&lifted=false`))).body.list;

test("a hold names what it blocks, why and where to go: the student reads it, and is told", async () => {
  const me = await signedInStudent(portal);
  await granted(place([{ _id: me.student }]));
  expect((await me.get("/student/hold")).body).toMatchObject([library]);
  expect((await me.get("/student/home")).body.next).toEqual({
    sentence:
      "A hold stands on your record: you cannot register courses or get letters and papers. Go to College library, loans desk.",
    deed: "See why",
    link: "/student/holds",
  });
  const [letter] = await portal.letters(me.emailaddress, 1);
  expect(letter).toMatchObject({
    subject: expect.stringContaining("a hold stands on your record"),
    text: expect.stringContaining("Where to go: College library, loans desk"),
  });
  await expect(requireNoHold(portal.db, me.student, "papers")).rejects.toMatchObject({
    code: "held-by-office",
    message: expect.stringContaining("Where to go: College library, loans desk"),
  });
  await requireNoHold(portal.db, me.student, "results");
  await expectInvariants(portal.db);
});

test("many get one at once, whoever has one of the kind keeps it, and other students than were seen get none", async () => {
  const students = [await office.student(), await office.student(), await office.student()];
  expect((await place(students.slice(0, 1))).body).toMatchObject({ placed: 1 });
  const { body } = await place(students);
  expect(body).toMatchObject({ placed: 2, message: "2 holds placed. 1 student had one of this kind already" });
  expect((await place(students)).body).toMatchObject({ type: "success", placed: 0 });
  const query = `q=${students[0]?.matric}`;
  const other = await librarian.post(path, { ...library, kind: "Debt", query, count: 2 });
  expect([other.status, other.body.code]).toEqual([409, "rows-changed"]);
  const found = await librarian.post(path, { ...library, kind: "Debt", query, count: 1 });
  expect(found.body).toMatchObject({ placed: 1 });
});

test("whoever owes is held from the list of debtors, once for all debts, by somebody who may read that list", async () => {
  const me = await billedStudent(portal);
  await overdue(me.bill);
  const debts = { ...library, kind: "Debt", ids: [me.bill], count: 1 };
  expect((await librarian.post(`${path}/debtors`, debts)).body).toMatchObject({ code: "page-not-permitted" });
  const bursar = await staffMember(portal, { pages: ["tuition-accounts", "holds", "holds.change"] });
  expect((await granted(bursar.post(`${path}/debtors`, debts))).body).toMatchObject({ message: "1 hold placed" });
  expect(await inForce({ _id: me.student })).toMatchObject([{ kind: "Debt" }]);
  expect((await granted(bursar.post(`${path}/debtors`, debts))).body.placed).toBe(0);
  const nobody = await bursar.post(`${path}/debtors`, { ...debts, ids: [newId()] });
  expect([nobody.status, nobody.body.code]).toEqual([409, "rows-changed"]);
  const head = await staffMember(portal, { pages: ["tuition-accounts", "holds", "holds.change"], scope: "department" });
  expect((await head.post(`${path}/debtors`, debts)).body.code).toBe("rows-changed");
  await expectInvariants(portal.db);
});

test("a service is not ordered while a hold blocks services", async () => {
  const me = await signedInStudent(portal);
  await granted(place([{ _id: me.student }], { kind: "Debt", blocks: ["services"] }));
  const [offered] = await portal.db.selectFrom("other_service").select("_id").where("status", "=", true).execute();
  const ordered = () => me.post("/student/service_order", { service: offered?._id, note: "Masters" });
  expect((await ordered()).body).toMatchObject({ code: "held-by-office" });
  const [{ _id }] = await inForce({ _id: me.student });
  await granted(librarian.post(`${path}/lift`, { ids: [_id], count: 1, reason: "Paid" }));
  expect((await ordered()).body.code).not.toBe("held-by-office");
});

test("a hold is lifted once, with a reason that stays", async () => {
  const one = await office.student();
  await granted(place([one]));
  const [{ _id }] = await inForce(one);
  const lift = { ids: [_id], count: 1, reason: "The books came back" };
  expect((await librarian.post(`${path}/lift`, { ids: [_id], count: 1 })).body).toMatchObject({ code: "form-invalid" });
  expect((await librarian.post(`${path}/lift`, lift)).body).toMatchObject({ lifted: 1 });
  expect((await librarian.post(`${path}/lift`, lift)).body).toMatchObject({
    lifted: 0,
    message: "Nothing was lifted. 1 hold had been lifted already",
  });
  expect((await librarian.get(`${path}/${_id}`)).body).toMatchObject({ lifted: true, lifting: "The books came back" });
  const history = (await office.officer.get(`/staff/ms_student/${one._id}/history`)).body;
  expect(history.slice(0, 2)).toMatchObject([{ deed: "Hold lifted", reason: lift.reason }, { deed: "Hold placed" }]);
  await granted(place([one]));
  expect(await inForce(one)).toHaveLength(1);
  const csv = await librarian.get(`${path}/export?lifted=false`);
  expect(csv.status).toBe(200);
});

test("nobody places or lifts a hold on the own record, nor beyond the own department", async () => {
  const one = await office.student();
  await granted(place([one]));
  const [{ _id }] = await inForce(one);
  const me = await staffMember(portal, { pages: ["students", "holds", "holds.change"] });
  await portal.db.updateTable("staff").set({ emailaddress: one.emailaddress }).where("_id", "=", me._id).execute();
  const own = await me.post(path, { ...library, kind: "Debt", ids: [one._id], count: 1 });
  expect([own.status, own.body.code]).toEqual([403, "own-file"]);
  expect((await me.get(path)).body.list.map((hold: { student: { _id: string } }) => hold.student._id)).not.toContain(
    one._id,
  );
  expect((await me.post(`${path}/lift`, { ids: [_id], count: 1, reason: "It is mine" })).status).toBe(403);
  const head = await staffMember(portal, { pages: ["students", "holds", "holds.change"], scope: "department" });
  expect((await head.get(path)).body.list).toEqual([]);
  const beyond = await head.post(path, { ...library, kind: "Debt", ids: [one._id], count: 1 });
  expect([beyond.status, beyond.body.code]).toEqual([409, "rows-changed"]);
  expect((await head.post(`${path}/lift`, { ids: [_id], count: 1, reason: "Not mine" })).status).toBe(409);
});

test("nobody places or lifts a hold on the own record that no account holds", async () => {
  const one = await office.student({ jamb: null });
  await granted(place([one]));
  const [{ _id }] = await inForce(one);
  const me = await staffMember(portal, { pages: ["students", "holds", "holds.change"] });
  const { emailaddress } = await portal.db
    .selectFrom("student")
    .select("emailaddress")
    .where("_id", "=", one._id)
    .executeTakeFirstOrThrow();
  await portal.db
    .updateTable("staff")
    .set({ emailaddress: emailaddress.toUpperCase() })
    .where("_id", "=", me._id)
    .execute();
  const answers = [
    await me.post(path, { ...library, kind: "Debt", ids: [one._id], count: 1 }),
    await me.post(`${path}/lift`, { ids: [_id], count: 1, reason: "It is mine" }),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "own-file"]);
  expect((await me.get(path)).body.list.map((hold: { _id: string }) => hold._id)).not.toContain(_id);
});

test("a hold on papers stops letters, orders and what is handed out; receipts and the own slip stay, and it may be made meanwhile", async () => {
  const one = await admissionStates.paid(portal);
  const me = { ...(await matriculate(portal, one._id, one.application)), ...asStudent(portal, one.token) };
  const service = newId();
  const offered = {
    label: "Letter to an employer",
    description: "For an employer",
    serviceid: "4430731",
    amount_kobo: 150_000,
  };
  await portal.db
    .insertInto("other_service")
    .values({ _id: service, ...offered })
    .execute();
  const order = (await granted(me.post("/student/service_order", { service }))).body._id;
  const { rrr } = (await granted(me.post(`/student/service_order/${order}/pay`, {}))).body;
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  await granted(me.get(`/student/service_payment/${rrr}`));
  const desk = await staffMember(portal, { pages: ["service-orders", "service-orders.change"] });
  const move = (to: string, said?: string) =>
    desk.post("/staff/ms_service_order/move", { to, said, ids: [order], count: 1 });
  await granted(place([{ _id: me.student } as TestStudent], { blocks: ["papers"] }));

  const papers = (await me.get("/student/papers")).body;
  expect(papers).toMatchObject({
    held: { reason: expect.any(String), office: expect.any(String) },
    letters: [{ title: "Application slip", link: `/print/${one.application}` }],
  });
  expect((await one.get(`/ms_applications/${one.application}`)).status).toBe(200);
  expect(papers.receipts.length).toBeGreaterThan(0);
  expect((await one.get(`/ms_applications/letter/${one.application}`)).body).toMatchObject({ code: "held-by-office" });
  expect((await me.post("/student/service_order", { service })).body).toMatchObject({ code: "held-by-office" });
  await granted(move("Ready"));
  expect((await move("Collected", "To herself, with her ID card")).body).toMatchObject({
    code: "held-by-office",
    message: expect.stringContaining("nothing is handed out"),
  });
  const [{ _id }] = await inForce({ _id: me.student } as TestStudent);
  await granted(librarian.post(`${path}/lift`, { ids: [_id], count: 1, reason: "Brought back" }));
  expect((await me.get("/student/papers")).body).toMatchObject({ held: null, letters: [{}, {}, {}] });
  expect((await one.get(`/ms_applications/letter/${one.application}`)).status).toBe(200);
});

test("of two who place the same at once one does; without the rule both would", async () => {
  const atOnce = (one: TestStudent) =>
    whileTableHeld(portal, "outgoing_mail", 2, async () => {
      const both = [place([one]), place([one])];
      return async () => (await Promise.all(both)).map(({ body }) => body.placed).sort();
    }).then((placed) => placed());
  expect(await atOnce(await office.student())).toEqual([0, 1]);
  await portal.app.portal.pool.query("drop index portal.hold_one_of_kind");
  const one = await office.student();
  expect((await place([one])).status, "the statement rests on the rule").toBe(500);
});

/** A bill whose first instalment was due long ago. */
async function overdue(bill: string): Promise<void> {
  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`update portal.bill set instalments = jsonb_set(instalments, '{0,due}', '"2026-01-31"') where _id = ${bill}`.execute(
    portal.db,
  );
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
}
