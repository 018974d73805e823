import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { billed } from "../../../testing/billed.ts";
import { coded } from "../../../testing/bursar.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { awarding, conferredList, leaver, undoAward } from "../../../testing/graduands.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { rectificationsKept } from "../../../testing/rectified.ts";
import { staffMember } from "../../../testing/staff.ts";
import { asStudent, matriculate, type Student, signedInStudent } from "../../../testing/student.ts";
import { pastMarks, type TranscriptDesk, transcriptDesk, twoSemesters } from "../../../testing/transcripts.ts";
import { signedIn } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: TranscriptDesk;
let money: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await transcriptDesk(portal);
  money = await moneyDesk(portal);
});
afterEach(async () => {
  await rectificationsKept(portal);
  await expectInvariants(portal.db);
});
afterAll(() => portal.stop());

async function graded(): Promise<Student> {
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, twoSemesters);
  return me;
}

const lineOf = async (me: Student) =>
  (await granted(desk.maker.get(`/staff/ms_transcript?q=${encodeURIComponent(me.matric)}`))).body.list[0];
const paperOf = async (order: string) => (await granted(desk.maker.get(`/staff/ms_transcript/${order}/paper`))).body;
const own = async (me: Student) => (await granted(me.get("/student/transcripts"))).body.transcripts[0];
const orderOf = async (me: Student) => (await granted(me.get("/student/service"))).body.orders[0];
const check = async (genuine: string) => (await granted(desk.maker.get(`/genuine/${genuine.split("/").at(-1)}`))).body;

test("an order is paid, made of the record by one, signed off by another, and its code proves it", async () => {
  const me = await graded();
  const { order } = await desk.paid(me);
  expect(await lineOf(me)).toMatchObject({ _id: order, state: "To make", daysleft: 7, serial: null });
  const { body } = await desk.make(order);
  expect(body).toMatchObject({ type: "success", serial: expect.stringMatching(/^TR\/\d\d\/\d{6}$/) });
  expect(body.message).toContain("Musa Gana may approve it");
  // What it says stands by the rules that graded it, so they stay.
  const { rows } = await sql`select from portal.result_profile where "usedAt" is null`.execute(portal.db);
  expect(rows).toHaveLength(0);
  expect(await orderOf(me)).toMatchObject({ state: "Being made" });
  const { paper } = await paperOf(order);
  expect(paper.content).toMatchObject({
    student: { name: "Aisha Bello", matric: me.matric },
    destination: "University of Ilorin, registry@unilorin.example",
    semesters: [
      { semester: 1, units: 7, gpa: "3.14", cgpa: "3.14" },
      { semester: 2, units: 7, gpa: "3.57", cgpa: "3.36" },
    ],
    ...{ cgpa: "3.36", units: { counted: 14, passed: 12 }, passClass: null },
  });
  expect(paper.content.semesters[0].courses[0]).toEqual({
    ...{ code: "BIO 111", title: "About BIO 111", units: 3, total: 65, grade: "B", point: "4.00", passed: true },
    note: "From the former records",
  });
  expect(paper.content.legend.bands[0]).toEqual({ from: 70, to: 100, grade: "A", point: "5.00" });
  expect(await check(paper.genuine)).toMatchObject({ valid: false });
  expect((await me.get(`/student/transcripts/${order}`)).status).toBe(404);
  expect((await desk.sign(order)).body).toMatchObject({ type: "success" });
  expect(await lineOf(me)).toMatchObject({
    state: "Signed off",
    decidedby: { label: expect.stringContaining("Musa") },
  });
  expect(await orderOf(me)).toMatchObject({ state: "Ready", said: expect.stringContaining("Share it with a school") });
  expect(await check(paper.genuine)).toMatchObject({
    ...{ valid: true, kind: "Transcript", name: "Aisha Bello", why: null },
    status: `${body.serial}, CGPA 3.36`,
  });
  expect((await granted(me.get(`/student/transcripts/${order}`))).body).toMatchObject({
    serial: body.serial,
    state: "Signed off",
  });
  await granted(desk.maker.post(`/staff/ms_transcript/${order}/hand`, { how: "Sent", said: "By courier, waybill 12" }));
  expect(await lineOf(me)).toMatchObject({ state: "Sent" });
  expect(await orderOf(me)).toMatchObject({ state: "Collected", said: "By courier, waybill 12" });
  expect((await desk.maker.post(`/staff/ms_transcript/${order}/hand`, { how: "Sent", said: "Again" })).body.code).toBe(
    "state-has-moved",
  );
});

test("of two that are signed off the one signed last stands first", async () => {
  const me = await graded();
  const first = await desk.signed(me);
  const second = await desk.signed(me);
  // As a change of the row would: nothing else tells the order.
  await sql`update portal.service_order set label = label where _id = ${first}`.execute(portal.db);
  const { transcripts } = (await granted(me.get("/student/transcripts"))).body;
  expect(transcripts.map(({ _id }: { _id: string }) => _id)).toEqual([second, first]);
});

test("whoever signs compares it with the record, as far as the right reaches", async () => {
  const me = await graded();
  const record = `/staff/ms_academic_record/${me.student}`;
  expect((await granted(desk.signer.get(record))).body.cgpa).toEqual({ points: 4700, units: 14 });
  const elsewhere = await staffMember(portal, { pages: ["transcripts"], scope: "department" });
  expect((await elsewhere.get(record)).status).toBe(404);
  const without = await staffMember(portal, { pages: ["service-orders"] });
  expect((await without.get(record)).status).toBe(403);
});

test("whoever made it does not sign it off, and a declined one is made anew", async () => {
  const me = await graded();
  const { order } = await desk.paid(me);
  const both = await staffMember(portal, { pages: ["transcripts", "transcripts.change", "transcripts.approve"] });
  await granted(desk.make(order, both));
  expect(await desk.sign(order, both)).toMatchObject({ status: 403, body: { code: "another-must-decide" } });
  expect(
    (await desk.maker.post("/staff/ms_service_order/move", { to: "Ready", ids: [order], count: 1 })).body,
  ).toMatchObject({
    code: "transcript-not-signed-off",
  });
  await granted(
    desk.signer.post(`/staff/ms_transcript/${order}/decline`, { reason: "The name of the school is wrong" }),
  );
  expect(await lineOf(me)).toMatchObject({ state: "To make", why: "The name of the school is wrong" });
  await granted(desk.make(order, both));
  await granted(desk.sign(order));
  expect(await lineOf(me)).toMatchObject({ state: "Signed off", why: null });
});

test("what was made says the same after later marks; once a mark on it is corrected it stands no more, and another is made at no cost", async () => {
  const me = await graded();
  const order = await desk.signed(me);
  const before = await paperOf(order);
  await pastMarks(portal, me.student, [{ course: "PHY 999", units: 3, total: 90, semester: 2 }]);
  expect(await paperOf(order)).toEqual(before);
  expect((await desk.make(order)).body.code).toBe("transcript-made-already");
  await sql`update portal.past_mark set total = 70 where student = ${me.student} and course = 'BIO 111'`.execute(
    portal.db,
  );
  expect(await check(before.paper.genuine)).toMatchObject({
    valid: false,
    why: expect.stringMatching(/^The record that it shows was corrected on .*, so it stands no more/),
  });
  const { revokedCredential } = (await granted(desk.maker.get("/issuer/revocations"))).body;
  expect(revokedCredential).toContainEqual(expect.objectContaining({ revoked: true }));
  expect(await lineOf(me)).toMatchObject({ state: "To make", why: expect.stringContaining("was corrected") });
  expect(await own(me)).toMatchObject({ serial: null, superseded: true });
  await granted(desk.make(order));
  await granted(desk.sign(order));
  const { paper } = await paperOf(order);
  expect(paper.content.cgpa).not.toBe(before.paper.content.cgpa);
  expect(await check(before.paper.genuine)).toMatchObject({ why: expect.stringContaining(`Ask for ${paper.serial}`) });
  const letters = await portal.letters(me.emailaddress, 1, /takes the place of/);
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringContaining(`your transcript ${paper.serial} takes the place of ${before.paper.serial}`),
  ]);
  expect(letters[0]?.text).toContain("is signed off in its place, at no cost");
  expect(await check(paper.genuine)).toMatchObject({ valid: true });
});

test("a published result that another row corrects supersedes what rests on it", async () => {
  const me = await signedInStudent(portal);
  const result = await published(me.student, 50);
  const order = await desk.signed(me);
  await published(me.student, 62, result);
  expect(await lineOf(me)).toMatchObject({ state: "To make" });
  await granted(desk.make(order));
  const { paper } = await paperOf(order);
  expect(paper.content.semesters[0].courses[0]).toMatchObject({
    total: 62,
    note: expect.stringMatching(/^Corrected on /),
  });
});

/** A published result, or the row that corrects one. */
async function published(student: string, total: number, supersedes: string | null = null): Promise<string> {
  const _id = newId();
  if (supersedes)
    await sql`update portal.course_result set "supersededAt" = now() where _id = ${supersedes}`.execute(portal.db);
  await sql`with class as (select c._id from portal.course_class c limit 1),
    made as (insert into portal.course_class (_id, session, code, department) select ${newId()}, s.session, 'ZZZ 111', p.department
      from portal.student s join portal.programme p on p._id = s.programme
      where s._id = ${student} and not exists (select from class) returning _id)
    insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype,
      ca, examination, total, passline, publication, "visibleAt", supersedes)
    select ${_id}, s._id, s.session, 1, s.programme, 100, coalesce((select _id from class), (select _id from made)), 'ZZZ 111', 'Zeal', 3, 'Core',
      20, ${total - 20}, ${total}, 40, ${newId()}, now(), ${supersedes} from portal.student s where s._id = ${student}`.execute(
    portal.db,
  );
  return _id;
}

test("once the award is taken back no transcript stands that was made since it was conferred", async () => {
  const at = await startPortal(inject("place"));
  try {
    const [office, makes] = [await awarding(at), await transcriptDesk(at)];
    const me = await leaver(at);
    const before = await makes.signed(me);
    await conferredList(office);
    const after = await makes.signed(me);
    const codeOf = async (order: string): Promise<string> =>
      (await granted(makes.maker.get(`/staff/ms_transcript/${order}/paper`))).body.paper.genuine.split("/").at(-1);
    const [asked, given] = [await codeOf(before), await codeOf(after)];
    await undoAward(at, office, me.student);
    expect((await granted(makes.maker.get(`/genuine/${asked}`))).body).toMatchObject({ valid: true });
    expect((await granted(makes.maker.get(`/genuine/${given}`))).body).toMatchObject({
      valid: false,
      why: expect.stringMatching(/^The record that it shows was corrected on/),
    });
  } finally {
    await at.stop();
  }
});

test("a hold that came after the signature keeps the paper at both desks until it is lifted", async () => {
  const me = await graded();
  const order = await desk.signed(me);
  const hold = { kind: "Library", blocks: ["results"], reason: "A book is missing", office: "Library" };
  await granted(desk.maker.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  const hand = () => desk.maker.post(`/staff/ms_transcript/${order}/hand`, { how: "Collected", said: "By herself" });
  const move = () =>
    desk.maker.post("/staff/ms_service_order/move", { to: "Collected", ids: [order], count: 1, said: "By herself" });
  for (const { body } of [await hand(), await move()])
    expect(body).toMatchObject({
      code: "transcript-kept-back",
      message: expect.stringContaining("A book is missing. Where it is lifted: Library"),
    });
  expect(await lineOf(me)).toMatchObject({ state: "Signed off" });
  await sql`update portal.hold set "liftedAt" = now(), liftedby = ${desk.maker._id}, lifting = 'Found' where student = ${me.student}`.execute(
    portal.db,
  );
  await granted(hand());
});

test("the copy of one's data says that it was made, and nothing that it says", async () => {
  const me = await signedIn(portal);
  const { student } = await matriculate(portal, me._id);
  await pastMarks(portal, student, twoSemesters);
  await desk.signed(asStudent(portal, me.token));
  const { data } = (await granted(me.post("/ms_applicant/own_data/copy", { password: me.password }))).body;
  const [kept] = data.transcripts;
  expect(kept).toMatchObject({ serial: expect.any(String), state: "Signed off" });
  for (const part of ["content", "signed", "attempts"]) expect(kept).not.toHaveProperty(part);
});

test("a hold on papers and money that is owed keep it back, each with its sentence; the college may decide otherwise about money", async () => {
  const me = await graded();
  const { order } = await desk.paid(me);
  const hold = { kind: "Library", blocks: ["papers"], reason: "A book is missing", office: "Library" };
  await granted(desk.maker.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect((await desk.make(order)).body).toMatchObject({
    code: "transcript-kept-back",
    message: expect.stringContaining("A book is missing. Where it is lifted: Library"),
  });
  await sql`update portal.hold set "liftedAt" = now(), liftedby = ${desk.maker._id}, lifting = 'Found' where student = ${me.student}`.execute(
    portal.db,
  );
  await billed(portal, me.student);
  expect((await desk.make(order)).body.message).toMatch(/waits\. ₦[\d,.]+ of the bills are not paid yet/);
  expect((await granted(me.get("/student/transcripts"))).body.stop).toMatch(
    /^You owe ₦[\d,.]+\. Your transcript waits until it is paid$/,
  );
  await sql`insert into portal.setting (name, value) values ('transcriptDebtors', '"made"')`.execute(portal.db);
  await granted(desk.make(order));
  await sql`delete from portal.setting where name = 'transcriptDebtors'`.execute(portal.db);
  expect((await desk.sign(order)).body.code).toBe("transcript-kept-back");
});

test("what is kept back is not shown to its student either, and its code says that it is genuine and no figure", async () => {
  const me = await graded();
  const order = await desk.signed(me);
  const { paper } = await paperOf(order);
  const shown = () =>
    Promise.all(
      [
        me.get(`/student/transcripts/${order}`),
        me.get(`/student/transcripts/${order}/file`),
        desk.maker.get(`/staff/ms_transcript/${order}/file`),
      ].map(async (answer) => (await answer).body?.code),
    );
  expect(await shown()).toEqual([undefined, undefined, undefined]);
  const hold = { kind: "Library", blocks: ["papers"], reason: "A book is missing", office: "Library" };
  await granted(desk.maker.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect(await shown()).toEqual(Array(3).fill("transcript-kept-back"));
  expect((await me.get(`/student/transcripts/${order}`)).body.message).toContain("Where it is lifted: Library");
  expect(await check(paper.genuine)).toMatchObject({
    ...{ valid: true, why: null },
    status: `${paper.serial}. Its figures are not shown while the college keeps it back`,
  });
  await sql`update portal.hold set "liftedAt" = now(), liftedby = ${desk.maker._id}, lifting = 'Found' where student = ${me.student}`.execute(
    portal.db,
  );
  expect(await check(paper.genuine)).toMatchObject({ status: `${paper.serial}, CGPA 3.36` });
});

test("a semester that is closed to its student is on no transcript, also where the college waits for no money", async () => {
  const session = await coded(portal, "session", "2026");
  const entered = async () => {
    const one = await signedInStudent(portal);
    await portal.db.updateTable("student").set({ session }).where("_id", "=", one.student).execute();
    await pastMarks(portal, one.student, twoSemesters);
    return one;
  };
  const [me, before] = [await entered(), await entered()];
  const signed = await desk.signed(before);
  const { order } = await desk.paid(me);
  await sql`insert into portal.setting (name, value) values ('transcriptDebtors', '"made"')`.execute(portal.db);
  for (const { student } of [me, before]) {
    await published(student, 50);
    await billed(portal, student);
  }
  expect((await granted(me.get("/student/results"))).body.semesters).toContainEqual(
    expect.objectContaining({ closed: expect.objectContaining({ of: "fees" }) }),
  );
  expect((await desk.make(order)).body).toMatchObject({
    code: "transcript-kept-back",
    message: expect.stringMatching(/The results of the first semester of .* are kept back.* when ₦[\d,.]+ are paid/),
  });
  // Of what was made before, the semester is on it as well.
  expect((await before.get(`/student/transcripts/${signed}`)).body.code).toBe("transcript-kept-back");
  await sql`delete from portal.setting where name = 'transcriptDebtors'`.execute(portal.db);
});

test("many are made at once, and those that can not be are named with their reason", async () => {
  const [one, nothing] = [await graded(), await signedInStudent(portal)];
  const [first, second] = [await desk.paid(one), await desk.paid(nothing)];
  const { body } = await desk.maker.post("/staff/ms_transcript/many", { ids: [first.order, second.order], count: 2 });
  expect(body).toMatchObject({
    made: 1,
    stopped: [
      {
        order: second.order,
        name: expect.stringContaining("Bello"),
        why: expect.stringContaining("Nothing is published"),
      },
    ],
  });
  expect(await lineOf(one)).toMatchObject({ state: "Made" });
  expect(await lineOf(nothing)).toMatchObject({ state: "To make" });
});

test("once the bank took the payment back the code proves nothing, and nothing is signed off", async () => {
  const me = await graded();
  const order = await desk.signed(me);
  const { paper } = await paperOf(order);
  const { rrr } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("serviceorder", "=", order)
    .executeTakeFirstOrThrow();
  await money.correct(rrr ?? "", "Reverse");
  for (const path of [`/student/transcripts/${order}`, `/student/transcripts/${order}/file`])
    expect((await me.get(path)).body.code).toBe("transcript-kept-back");
  expect((await desk.maker.get(`/staff/ms_transcript/${order}/file`)).body.code).toBe("transcript-kept-back");
  expect(await check(paper.genuine)).toMatchObject({
    valid: false,
    why: "The payment for this transcript was taken back",
  });
  expect(await lineOf(me)).toMatchObject({ state: "Not paid" });
  const other = await graded();
  const unsigned = await desk.paid(other);
  await granted(desk.make(unsigned.order));
  await money.correct(unsigned.rrr, "Reverse");
  expect((await desk.sign(unsigned.order)).body.code).toBe("order-not-paid");
});

test("another's is not found, who only looks makes nothing, and a right to one department reaches its own students", async () => {
  const me = await graded();
  const order = await desk.signed(me);
  const other = await signedInStudent(portal);
  for (const path of ["", "/file"]) expect((await other.get(`/student/transcripts/${order}${path}`)).status).toBe(404);
  const onlooker = await staffMember(portal, { pages: ["transcripts"] });
  expect((await onlooker.get(`/staff/ms_transcript/${order}/paper`)).status).toBe(200);
  expect((await desk.make(order, onlooker)).status).toBe(403);
  const { rows } = await sql<{ _id: string }>`select d._id from portal.department d where d._id not in
    (select p.department from portal.programme p join portal.student s on s.programme = p._id where s._id = ${me.student}) limit 1`.execute(
    portal.db,
  );
  const elsewhere = await staffMember(portal, {
    ...{ pages: ["transcripts", "transcripts.change"], scope: "department" },
    ...(rows[0] && { department: rows[0]._id }),
  });
  expect((await elsewhere.get(`/staff/ms_transcript/${order}/paper`)).status).toBe(404);
  expect((await desk.make(order, elsewhere)).status).toBe(403);
});
