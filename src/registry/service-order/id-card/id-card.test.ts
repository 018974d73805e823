import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { type MoneyDesk, moneyDesk } from "../../../../testing/correction.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { gradient } from "../../../../testing/pictures.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../../testing/student.ts";
import { sendFile } from "../../../../testing/upload.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let desk: MoneyDesk;
let clerk: StaffMember;
let service: string;
let other: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  desk = await moneyDesk(portal);
  clerk = await staffMember(portal, {
    pages: [
      "service-orders",
      "service-orders.change",
      "other-services",
      "other-services.change",
      "holds",
      "holds.change",
    ],
  });
  const add = async (label: string, more: object) => {
    const form = { label, description: "One", serviceid: "4430731", amount: 1_500, status: true, ...more };
    return (await granted(clerk.post("/staff/ms_other_service", form))).body._id as string;
  };
  service = await add("ID card", { kind: "ID card" });
  other = await add("Identity card of the library", {});
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const own = async (me: Student) => (await granted(me.get("/student/service"))).body.orders;
const move = (to: string, id: string, said?: string) =>
  clerk.post("/staff/ms_service_order/move", { to, said, ids: [id], count: 1 });
const cardOf = async (order: string) => (await granted(clerk.get(`/staff/ms_service_order/${order}/card`))).body;
const deed = (order: string, name: string, body: object = {}, who = clerk) =>
  who.post(`/staff/ms_service_order/${order}/card/${name}`, body);
const check = async (genuine: string) => (await granted(clerk.get(`/genuine/${genuine.split("/").at(-1)}`))).body;

/** The student puts in a photograph, in the applicant's area. */
async function withPhoto(me: Student, width = 300): Promise<void> {
  const { body } = await sendFile(portal, me, "photo", await gradient(width).jpeg().toBuffer(), "me.jpg");
  await granted(caller(portal, me.token).put("/ms_applicant", { photo: { newname: body.photo.newname } }));
}

/** An order that its student has paid. */
async function paid(me: Student, of = service): Promise<{ order: string; rrr: string }> {
  const { _id } = (await granted(me.post("/student/service_order", { service: of }))).body;
  const { rrr } = (await granted(me.post(`/student/service_order/${_id}/pay`, {}))).body;
  await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  await granted(me.get(`/student/service_payment/${rrr}`));
  return { order: _id, rrr };
}

async function approved(order: string): Promise<void> {
  const { photo } = await cardOf(order);
  await granted(deed(order, "approve", { photo: photo.newname }));
}

/** A student's card that is issued, with the address at which it is checked. */
async function issued(me: Student): Promise<{ order: string; rrr: string; genuine: string }> {
  const made = await paid(me);
  await approved(made.order);
  await granted(deed(made.order, "issue"));
  return { ...made, genuine: (await cardOf(made.order)).genuine };
}

test("the photograph is approved, the card issued with a code that anybody can check, and only then is the order ready", async () => {
  const me = await signedInStudent(portal);
  const { order } = await paid(me);
  expect(await cardOf(order)).toMatchObject({
    ...{ photo: null, card: null, stop: "The photograph is not approved yet. Look at it first" },
    student: { name: "Aisha Bello", matric: me.matric, status: "Active" },
  });
  expect((await move("Ready", order)).body).toMatchObject({
    code: "id-card-not-issued",
    message: expect.stringContaining("approve the photograph, issue the card"),
  });
  await withPhoto(me);
  expect((await deed(order, "issue")).body).toMatchObject({ code: "id-card-not-ready" });
  expect(await own(me)).toMatchObject([{ card: { state: null, validuntil: null } }]);
  await approved(order);
  expect(await own(me)).toMatchObject([{ card: { state: "Approved" } }]);
  expect((await cardOf(order)).card).toMatchObject({ state: "Approved", decidedby: expect.stringContaining("Sani") });
  expect((await deed(order, "issue")).body.message).toMatch(/is issued, valid until 31 December \d{4}$/);
  const { card, genuine, stop } = await cardOf(order);
  expect({ card, stop }).toMatchObject({
    card: { state: "Issued", number: expect.stringMatching(/^\d{12}$/), validuntil: expect.stringMatching(/-12-31$/) },
    stop: "This card is issued already",
  });
  expect(await check(genuine)).toMatchObject({
    ...{ valid: true, kind: "ID card", name: "Aisha Bello", status: "Student", amount: null, why: null },
  });
  expect(await own(me)).toMatchObject([{ card: { state: "Issued", validuntil: card.validuntil } }]);
  expect((await deed(order, "issue")).body.message).toBe("This card is issued already");
  expect((await deed(order, "approve", { photo: "x" })).body.code).toBe("state-has-moved");
  await granted(move("Ready", order));
});

test("a photograph that is refused waits for another: the student reads why, by mail and on the page, and answers", async () => {
  const me = await signedInStudent(portal);
  await withPhoto(me);
  const { order } = await paid(me);
  const { photo } = await cardOf(order);
  expect((await deed(order, "refuse", { photo: photo.newname })).body).toMatchObject({
    errors: { reason: expect.stringContaining("required") },
  });
  await granted(deed(order, "refuse", { photo: photo.newname, reason: "It shows two people." }));
  const asked =
    "Your photograph was refused: It shows two people. Put in another passport photograph in the applicant's area, then answer here";
  expect(await own(me)).toMatchObject([{ state: "Returned", said: asked, card: { state: "Refused" } }]);
  const { rows } = await sql`select from portal.outgoing_mail
    where recipient = ${me.emailaddress} and subject like '%your ID card waits for you'`.execute(portal.db);
  expect(rows).toHaveLength(1);
  expect((await deed(order, "approve", { photo: photo.newname })).body.code).toBe("state-has-moved");
  await withPhoto(me, 320);
  await granted(me.post(`/student/service_order/${order}/answer`, { note: "It is there" }));
  expect((await cardOf(order)).card).toMatchObject({ state: "Refused", changed: true, reason: "It shows two people." });
  // Another tab still shows the one that was refused.
  expect((await deed(order, "approve", { photo: photo.newname })).body.code).toBe("photo-has-changed");
  await approved(order);
  await withPhoto(me, 340);
  expect((await deed(order, "issue")).body).toMatchObject({
    message: "The student has put in another photograph since. Look at it first",
  });
  await approved(order);
  await granted(deed(order, "issue"));
});

test("a card that is ordered again voids the one before once it is issued, and the check says so", async () => {
  const me = await signedInStudent(portal);
  await withPhoto(me);
  const first = await issued(me);
  await granted(move("Ready", first.order));
  await granted(move("Collected", first.order, "The student"));
  const again = await paid(me);
  await approved(again.order);
  expect(await check(first.genuine)).toMatchObject({ valid: true });
  expect((await deed(again.order, "issue")).body.message).toContain("The earlier card is void");
  expect(await check(first.genuine)).toMatchObject({
    valid: false,
    why: expect.stringMatching(/^A newer card was issued on .*, so this one is void$/),
  });
  expect(await check((await cardOf(again.order)).genuine)).toMatchObject({ valid: true });
  expect(await own(me)).toMatchObject([{ card: { state: "Issued" } }, { card: { state: "Replaced" } }]);
});

test("of two cards of one student that are issued at once one is valid", async () => {
  const me = await signedInStudent(portal);
  await withPhoto(me);
  const [one, two] = [await paid(me), await paid(me)];
  for (const { order } of [one, two]) await approved(order);
  const both = await whileTableHeld(portal, "audit", 2, async () => {
    const asking = [one, two].map(({ order }) => deed(order, "issue"));
    return () => Promise.all(asking);
  });
  expect((await both()).map(({ status }) => status)).toEqual([200, 200]);
  expect((await own(me)).map(({ card }: { card: { state: string } }) => card.state).sort()).toEqual([
    "Issued",
    "Replaced",
  ]);
});

test("the card of who studies here no more is not valid, nor one whose payment was taken back, and no other is made", async () => {
  const me = await signedInStudent(portal);
  await withPhoto(me);
  const { order, rrr, genuine } = await issued(me);
  const status = (word: string) =>
    portal.db.updateTable("student").set({ status: word }).where("_id", "=", me.student).execute();
  await status("Suspended");
  expect(await check(genuine)).toMatchObject({ valid: true, status: "Student, not studying now" });
  await status("Withdrawn");
  expect(await check(genuine)).toMatchObject({ valid: false, why: "Its holder is no student of the college any more" });
  expect((await me.post("/student/service_order", { service })).body.code).toBe("no-student-any-more");
  await status("Active");
  await desk.correct(rrr, "Reverse");
  expect(await check(genuine)).toMatchObject({ valid: false, why: "The payment for this card was taken back" });
  expect((await own(me))[0]).toMatchObject({ _id: order, state: "Ordered" });
});

test("a hold on papers keeps the card at the office, which may make it meanwhile", async () => {
  const me = await signedInStudent(portal);
  await withPhoto(me);
  const { order } = await paid(me);
  const hold = { kind: "Library", blocks: ["papers"], reason: "A book is missing", office: "Library" };
  await granted(clerk.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  await approved(order);
  await granted(deed(order, "issue"));
  await granted(move("Ready", order));
  expect((await move("Collected", order, "The student")).body.code).toBe("held-by-office");
});

test("an order of something else has no card, whatever it is called, and who only looks decides nothing", async () => {
  const me = await signedInStudent(portal);
  await withPhoto(me);
  const { order } = await paid(me, other);
  expect(await own(me)).toMatchObject([{ card: null }]);
  expect((await clerk.get(`/staff/ms_service_order/${order}/card`)).status).toBe(404);
  expect((await deed(order, "issue")).status).toBe(404);
  await granted(move("Ready", order));
  const card = await paid(me);
  const onlooker = await staffMember(portal, { pages: ["service-orders"] });
  const head = await staffMember(portal, { pages: ["service-orders", "service-orders.change"], scope: "department" });
  expect((await onlooker.get(`/staff/ms_service_order/${card.order}/card`)).status).toBe(200);
  expect((await deed(card.order, "issue", {}, onlooker)).status).toBe(403);
  expect((await head.get(`/staff/ms_service_order/${card.order}/card`)).status).toBe(404);
  expect((await deed(card.order, "issue", {}, head)).status).toBe(409);
});

test("cards go along with a merged record: of two valid ones the newer stays valid", async () => {
  const [kept, gone] = [await signedInStudent(portal), await signedInStudent(portal)];
  for (const me of [kept, gone]) await withPhoto(me);
  const older = await issued(kept);
  const newer = await issued(gone);
  const registrar = await staffMember(portal, { pages: ["students", "student-merges", "student-merges.change"] });
  const provost = await staffMember(portal, { pages: ["students", "student-merges", "student-merges.approve"] });
  const path = "/staff/ms_student_merge";
  const pair = { kept: kept.student, gone: gone.student, reason: "The same face" };
  const { _id } = (await granted(registrar.post(path, pair))).body;
  const effect = (await granted(provost.get(`${path}/${_id}/effect`))).body;
  expect(JSON.stringify(effect)).toContain("Both have a valid ID card: the newer stays valid, the older is void");
  await granted(provost.post(`${path}/${_id}/approve`, { seen: effect.compared?.seen ?? 0 }));
  expect(await check(older.genuine)).toMatchObject({ valid: false, why: expect.stringContaining("A newer card") });
  expect(await check(newer.genuine)).toMatchObject({ valid: true });
});
