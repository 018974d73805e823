import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { paidTuition } from "../../../testing/billed.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent, matriculate, type Student, signedInStudent } from "../../../testing/student.ts";
import { verifiedAccount } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";
import { newId } from "../../platform/database/id.server.ts";
import { perform, portalItself } from "../../platform/write/perform.server.ts";
import { addBillLine } from "../bill/bill.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let registrar: StaffMember;
let provost: StaffMember;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await moneyDesk(portal);
  bank = sandboxControl(portal.sandbox);
  registrar = await staffMember(portal, {
    lastname: "Registrar",
    pages: [
      ...(["students", "students.change", "student-merges", "student-merges.change", "tuition-accounts"] as const),
      ...([
        "holds",
        "holds.change",
        "past-marks",
        "past-marks.change",
        "student-status",
        "student-status.change",
        "bill-adjustments",
        "bill-adjustments.change",
      ] as const),
    ],
  });
  provost = await staffMember(portal, {
    lastname: "Provost",
    pages: [
      ...(["students", "student-merges", "student-merges.change", "student-merges.approve"] as const),
      ...(["bill-adjustments", "bill-adjustments.approve", "student-status", "student-status.approve"] as const),
    ],
  });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_student_merge";
const check = (pair: object) => registrar.post(`${path}/check`, pair);
const propose = (pair: object) => registrar.post(path, { reason: "The same face and papers", ...pair });
const approve = async (id: string) => {
  const { compared } = (await granted(provost.get(`${path}/${id}/effect`))).body;
  return provost.post(`${path}/${id}/approve`, { seen: compared?.seen ?? 0 });
};
const merged = async (pair: object): Promise<string> => {
  const { _id } = (await granted(propose(pair))).body;
  await granted(approve(_id));
  return _id;
};
const pairOf = (kept: Student, gone: Student) => ({ kept: kept.student, gone: gone.student });
const account = async (student: string) =>
  (await granted(registrar.get(`/staff/ms_tuition_account/${student}/account`))).body;
const bill = async (me: Billed) => (await granted(me.get(`/student/bill/${me.bill}`))).body.bill;
const income = async () => {
  const { rows } = await sql<{ account: string; kobo: number }>`
    select account, sum(amount_kobo)::bigint as kobo from portal.ledger_entry group by account order by account`.execute(
    portal.db,
  );
  return Object.fromEntries(rows.map(({ account: of, kobo }) => [of, kobo]));
};

test("two people make one of two records: what hangs on the one that goes stands on the one that stays", async () => {
  const [kept, gone] = [await signedInStudent(portal), await signedInStudent(portal)];
  const { session } = await portal.db
    .selectFrom("student")
    .select("session")
    .where("_id", "=", gone.student)
    .executeTakeFirstOrThrow();
  await granted(
    registrar.post("/staff/ms_hold", {
      ...{
        kind: "Library",
        blocks: ["papers"],
        reason: "A book is missing",
        office: "Library",
        ids: [gone.student],
        count: 1,
      },
    }),
  );
  const mark = { session, semester: 1, course: "GSE 101", title: "General English", units: 2, total: 55 };
  await granted(registrar.post("/staff/ms_past_mark", { ...mark, student: gone.student }));
  const { body: seen } = await granted(check(pairOf(kept, gone)));
  expect(seen).toMatchObject({
    kept: { matric: kept.matric },
    gone: { matric: gone.matric },
    accounts: true,
    moves: expect.arrayContaining([
      expect.stringContaining("The hold Library"),
      "1 past mark goes along",
      expect.stringContaining("is signed in at 1 place now: ended at once"),
    ]),
    stops: [],
  });
  const { _id, message } = (await granted(propose(pairOf(kept, gone)))).body;
  expect(message).toMatch(/^To merge TST.* into TST.* is proposed\. .*Provost.* may approve it/);
  expect((await propose(pairOf(kept, gone))).body.code).toBe("proposal-waits-already");
  expect((await registrar.post(`${path}/${_id}/approve`, { seen: 2 })).status).toBe(403);
  await granted(approve(_id));
  expect((await registrar.get(`/staff/ms_student/${gone.student}`)).body).toMatchObject({ status: "Merged" });
  expect((await registrar.get(`${path}/student/${kept.student}`)).body).toMatchObject({
    taken: [{ _id: gone.student, matric: gone.matric }],
  });
  expect((await registrar.get(`/staff/ms_hold?student=${kept.student}`)).body.list).toMatchObject([
    { kind: "Library", lifted: false, reason: "A book is missing" },
  ]);
  expect((await registrar.get(`/staff/ms_past_mark?q=${kept.matric}`)).body.list).toMatchObject([
    { course: "GSE 101" },
  ]);
  expect((await registrar.get(`${path}/${_id}/effect`)).body).toMatchObject({ moves: seen.moves, compared: null });
  const letters = await portal.letters(gone.emailaddress, 1);
  expect(letters.at(-1)?.text).toContain(`The number ${gone.matric} leads to the same record`);
});

test("the old number finds the person, for the office and at the door; the other address reads where to go", async () => {
  const [kept, gone] = [await signedInStudent(portal), await signedInStudent(portal)];
  await merged(pairOf(kept, gone));
  const found = (await registrar.get(`/staff/ms_student?q=${gone.matric}`)).body.list.map(
    (row: { _id: string }) => row._id,
  );
  expect(found.toSorted()).toEqual([gone.student, kept.student].toSorted());
  expect((await registrar.get(`/staff/ms_student/choices?q=${gone.matric}`)).body).toMatchObject([
    { _id: kept.student },
  ]);
  expect((await registrar.get(`/staff/ms_palette?q=${gone.matric}`)).body).toContainEqual(
    expect.objectContaining({ link: `/staff/students/${kept.student}` }),
  );
  expect((await gone.get("/student/home")).status).toBe(401);
  expect((await kept.get("/student/home")).body).toMatchObject({ matric: kept.matric });
  const one = await verifiedAccount(portal);
  const { _id: owner } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("emailaddress", "=", one.emailaddress)
    .executeTakeFirstOrThrow();
  const { student, matric } = await matriculate(portal, owner);
  const login = (body: object) => caller(portal).post("/student/login", body, { origin: ownOrigin(portal) });
  await merged({ kept: kept.student, gone: student });
  const { body } = await login({ emailaddress: one.emailaddress, password: one.password });
  expect(body).toMatchObject({ type: "error", code: "student-merged", message: expect.stringContaining(kept.matric) });
  const other = await signedInStudent(portal);
  const again = await matriculate(portal, owner);
  await merged({ kept: again.student, gone: other.student });
  expect((await login({ matric: other.matric, password: one.password })).body).toMatchObject({ type: "success" });
  expect(matric).not.toBe(again.matric);
});

test("bills go along; of two for one semester the one that goes is taken back, and its payments count on the other", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { billed } = await bill(kept);
  await paidTuition(portal, kept, kept.bill, 5_000);
  const receipt = await paidTuition(portal, gone, gone.bill, 7_000);
  const before = await income();
  const { body: seen } = await granted(check(pairOf(kept, gone)));
  expect(seen.moves).toContainEqual(
    expect.stringMatching(/^Both have a bill of the first semester .*₦7,000.* is paid\. What was paid/),
  );
  await merged(pairOf(kept, gone));
  const after = await account(kept.student);
  expect(after.balance).toBe(billed - 12_000);
  const own = after.bills.find(({ _id }: { _id: string }) => _id === kept.bill);
  expect(own).toMatchObject({ billed: billed - 7_000, paid: 5_000, balance: billed - 12_000 });
  const other = after.bills.find(({ _id }: { _id: string }) => _id === gone.bill);
  expect(other).toMatchObject({ billed: 7_000, paid: 7_000, balance: 0 });
  expect(await income()).toEqual(before);
  expect((await kept.get(`/student/receipt/${receipt}`)).status).toBe(200);
});

test("what both have paid beyond one bill is credit of the one that goes, and nothing is lost or there twice", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { billed } = await bill(kept);
  await paidTuition(portal, kept, kept.bill);
  await paidTuition(portal, gone, gone.bill);
  await merged(pairOf(kept, gone));
  const { balance, bills } = await account(kept.student);
  expect(balance).toBe(-billed);
  expect(bills.map((one: { balance: number }) => one.balance).toSorted()).toEqual([0, -billed].toSorted());
});

test("a reference that is paid after the merge pays the bill that stays; what a bank takes back is owed there again", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { billed } = await bill(kept);
  const { rrr } = (await granted(gone.post(`/student/bill/${gone.bill}/reference`, { amount: 6_000 }))).body;
  const { body } = await granted(check(pairOf(kept, gone)));
  expect(body.moves).toContainEqual(expect.stringMatching(/^The reference .* over ₦6,000.* is cancelled/));
  await merged(pairOf(kept, gone));
  await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  expect((await granted(kept.get(`/student/bill_payment/${rrr}`))).body).toMatchObject({ isverified: true });
  expect((await account(kept.student)).balance).toBe(billed - 6_000);
  expect(await bill(kept)).toMatchObject({ balance: billed - 6_000 });
  expect(await desk.correct(rrr, "Reverse")).toBeTruthy();
  expect(await bill(kept)).toMatchObject({ balance: billed });
});

test("when the bill that stays shrinks, what it no longer needs is credit of who paid it; when it grows, that counts again", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { billed } = await bill(kept);
  const before = (await income())["tuition-fee"] ?? 0;
  await paidTuition(portal, gone, gone.bill, billed - 1_000);
  await merged(pairOf(kept, gone));
  const { programme } = await portal.db
    .selectFrom("bill")
    .select("programme")
    .where("_id", "=", kept.bill)
    .executeTakeFirstOrThrow();
  const change = { kind: "change", label: "Another combination", reason: "Changed", staff: null, programme } as const;
  const changed = (naira: number) =>
    perform(portal.db, portalItself, (work) =>
      addBillLine(work, { bill: kept.bill, amount_kobo: naira * 100, ...change }),
    );
  const stands = async () => {
    const { balance, bills } = await account(kept.student);
    const of = (id: string) => bills.find(({ _id }: { _id: string }) => _id === id).balance;
    return { balance, kept: of(kept.bill), gone: of(gone.bill), tuition: (await income())["tuition-fee"] ?? 0 };
  };
  const paid = (naira: number) => before - naira * 100;
  await changed(-6_000);
  expect(await stands()).toEqual({ balance: -5_000, kept: 0, gone: -5_000, tuition: paid(billed - 6_000) });
  await changed(8_000);
  expect(await stands()).toEqual({ balance: 3_000, kept: 3_000, gone: 0, tuition: paid(billed - 1_000) });
  const [third] = [await billedStudent(portal)];
  await merged(pairOf(third, kept));
  expect((await account(third.student)).balance).toBe(1_000);
  expect((await income())["tuition-fee"], "a second merge moves on what the first had moved").toBe(
    paid(billed - 1_000),
  );
});

test("what was let off goes along as what it is, and holds the merge up where it would be more than is charged", async () => {
  const [kept, gone, third] = [await billedStudent(portal), await billedStudent(portal), await billedStudent(portal)];
  const adjustments = "/staff/ms_bill_adjustment";
  const waiver = (one: Billed, percent: number) => ({
    ...{ kind: "waiver", label: "Staff child", session: one.session, semester: 1, percent },
    ...{ students: one.matric, reason: "Letter of the Provost", count: 1 },
  });
  const waived = async (one: Billed, percent: number) => {
    const { _id } = (await granted(registrar.post(adjustments, waiver(one, percent)))).body;
    await granted(provost.post(`${adjustments}/${_id}/approve`, {}));
  };
  const { billed } = await bill(kept);
  await waived(gone, 100);
  await merged(pairOf(kept, gone));
  expect(await bill(kept)).toMatchObject({ balance: 0 });
  expect((await bill(kept)).lines).toContainEqual(expect.objectContaining({ kind: "waiver", amount: -billed }));
  expect((await registrar.post(adjustments, waiver(kept, 10))).body.type, "all of it is waived already").toBe("error");
  await waived(third, 10);
  const { stops } = (await granted(check(pairOf(kept, third)))).body;
  expect(stops).toEqual([expect.stringMatching(/^Of the first semester .* something is let off on both bills/)]);
  expect((await propose(pairOf(kept, third))).body.code).toBe("merge-held-up");
});

test("a bill that only the one that goes has goes along with its payments and references", async () => {
  const [kept, gone] = [await signedInStudent(portal), await billedStudent(portal)];
  const { billed } = await bill(gone);
  await paidTuition(portal, gone, gone.bill, 5_000);
  await merged(pairOf(kept, gone));
  expect(await account(kept.student)).toMatchObject({
    balance: billed - 5_000,
    bills: [{ _id: gone.bill, paid: 5_000 }],
  });
  await paidTuition(portal, kept, gone.bill);
  expect((await account(kept.student)).balance).toBe(0);
});

test("the person signs in with the account that was chosen, and an order goes along with it", async () => {
  const [kept, gone] = [await signedInStudent(portal), await signedInStudent(portal)];
  const service = newId();
  const offered = { label: "Another card", description: "A card", serviceid: "4430731", amount_kobo: 150_000 };
  await portal.db
    .insertInto("other_service")
    .values({ _id: service, ...offered })
    .execute();
  await granted(kept.post("/student/service_order", { service }));
  const { _id: twice } = (await granted(gone.post("/student/service_order", { service }))).body;
  await granted(gone.post(`/student/service_order/${twice}/pay`, {}));
  await merged({ ...pairOf(kept, gone), account: "gone" });
  const references = portal.db.selectFrom("payment_reference").select("state").where("serviceorder", "=", twice);
  expect(await references.execute(), "nobody is to pay what is taken back").toEqual([{ state: "CANCELLED" }]);
  expect((await gone.get("/student/home")).body).toMatchObject({ matric: kept.matric });
  expect((await kept.get("/student/home")).status).toBe(401);
  const { orders } = (await granted(gone.get("/student/service"))).body;
  expect(orders.map(({ state }: { state: string }) => state).toSorted()).toEqual(["Cancelled", "Ordered"]);
});

test("what must be settled first is said, and refuses the merge", async () => {
  const [kept, gone] = [await signedInStudent(portal), await signedInStudent(portal)];
  const { session } = await portal.db
    .selectFrom("student")
    .select("session")
    .where("_id", "=", gone.student)
    .executeTakeFirstOrThrow();
  const mark = { session, semester: 1, course: "GSE 102", title: "Communication", units: 2 };
  await granted(registrar.post("/staff/ms_past_mark", { ...mark, student: kept.student, total: 40 }));
  await granted(registrar.post("/staff/ms_past_mark", { ...mark, student: gone.student, total: 60 }));
  const deferred = { student: gone.student, status: "Deferred", reason: "Ill" };
  await granted(registrar.post("/staff/ms_student_status", deferred));
  const { body } = await granted(check(pairOf(kept, gone)));
  expect(body.stops.toSorted()).toEqual([
    expect.stringContaining("Deferred is proposed for the record that goes"),
    expect.stringContaining("GSE 102 of the first semester"),
  ]);
  expect((await propose(pairOf(kept, gone))).body).toMatchObject({ type: "error", code: "merge-held-up" });
  expect((await check({ kept: kept.student, gone: kept.student })).body.code).toBe("two-records-needed");
});

test("a third record of either account that studies stops the merge, before it is tried", async () => {
  const kept = await signedInStudent(portal);
  const other = await verifiedAccount(portal);
  const { _id: owner } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("emailaddress", "=", other.emailaddress)
    .executeTakeFirstOrThrow();
  const { student } = await matriculate(portal, owner);
  const left = { student, status: "Withdrawn", reason: "Left the College" };
  const { _id } = (await granted(registrar.post("/staff/ms_student_status", left))).body;
  await granted(provost.post(`/staff/ms_student_status/${_id}/approve`, { seen: 1 }));
  await matriculate(portal, owner);
  const { stops } = (await granted(check({ kept: kept.student, gone: student }))).body;
  expect(stops).toEqual([expect.stringContaining("a third record that studies now")]);
  expect((await propose({ kept: kept.student, gone: student })).body.code).toBe("merge-held-up");
});

test("a look at a merge holds up nobody, not even one who changes both; and nobody looks at their own", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { _id } = (await granted(propose(pairOf(kept, gone)))).body;
  await portal.db.transaction().execute(async (trx) => {
    await sql`select from portal.student where _id in (${kept.student}, ${gone.student}) for update`.execute(trx);
    await granted(check(pairOf(kept, gone)));
    await granted(registrar.get(`${path}/${_id}/effect`));
  });
  const own = await staffMember(portal, { pages: ["students", "student-merges", "student-merges.change"] });
  const { emailaddress } = gone;
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", own._id).execute();
  expect((await own.get(`${path}/${_id}/effect`)).body.code).toBe("own-file");
  expect((await own.post(`${path}/check`, pairOf(kept, gone))).body.code).toBe("own-file");
});

test("nobody approves what they proposed; it is refused and withdrawn, and what was merged is merged once", async () => {
  const [kept, gone, third] = [
    await signedInStudent(portal),
    await signedInStudent(portal),
    await signedInStudent(portal),
  ];
  const own = (await granted(provost.post(path, { ...pairOf(kept, gone), reason: "The same" }))).body._id;
  expect((await approve(own)).body.code).toBe("another-must-decide");
  await granted(provost.post(`${path}/${own}/withdraw`, {}));
  const declined = (await granted(propose(pairOf(kept, gone)))).body._id;
  await granted(provost.post(`${path}/${declined}/decline`, { reason: "Twins" }));
  await merged(pairOf(kept, gone));
  expect((await check(pairOf(third, gone))).body.code).toBe("merged-already");
  await merged(pairOf(third, kept));
  const { mergedinto } = await portal.db
    .selectFrom("student")
    .select("mergedinto")
    .where("_id", "=", gone.student)
    .executeTakeFirstOrThrow();
  expect(mergedinto, "whatever was merged into it leads on").toBe(third.student);
});

test("every table that names a student is named by the merge, and takes nothing new of a merged one", async () => {
  const { rows } = await sql<{ name: string; column: string; kept: boolean }>`
    select r.relname as name, a.attname as "column",
      exists (select from pg_trigger t where t.tgrelid = r.oid and t.tgname = 'student_unmerged') as kept
    from pg_class r join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'portal'
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    where r.relkind = 'r' and (a.attname = 'student' or exists (select from pg_constraint c where c.conrelid = r.oid
      and c.contype = 'f' and c.confrelid = 'portal.student'::regclass and a.attnum = any(c.conkey)))`.execute(
    portal.db,
  );
  const named = portal.app.nouns.flatMap(({ merges = [] }) => merges.flatMap(({ tables }) => tables));
  expect(rows.filter(({ name }) => !named.includes(name))).toEqual([]);
  // The office opens a merged record still, and that is written down.
  const taking = rows.filter(({ name, column, kept }) => column === "student" && !kept && name !== "file_opening");
  expect(taking).toEqual([]);
});
