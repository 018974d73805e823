import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { billMaker, enrolled } from "../../../../testing/billed.ts";
import { coded } from "../../../../testing/bursar.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import type { StaffMember } from "../../../../testing/staff.ts";
import { perform, portalItself } from "../../../platform/write/perform.server.ts";
import { shareOf } from "../bill.rules.ts";
import { addBillLine, makeBills, makeFirstBill, opens } from "../bill.server.ts";

let portal: TestPortal;
let bursar: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await billMaker(portal);
  session = await coded(portal, "session", "2026");
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const run = async (more: object = {}) =>
  (await bursar.post("/staff/ms_bill_run", { session, semester: 1, ...more })).body;
const accountOf = async (id: string) => (await bursar.get(`/staff/ms_tuition_account/${id}/account`)).body;

test("bills are seen before they are made, made once, and frozen with their lines and instalments", async () => {
  const student = await enrolled(portal);
  await enrolled(portal, { indigene: true });
  const away = await enrolled(portal, { status: "Deferred" });
  await enrolled(portal, { level: 900 });
  // Who enters a year later is not billed for what was before.
  const later = newId();
  await portal.db.insertInto("session").values({ _id: later, code: "2027", name: "2027/2028", semester: 1 }).execute();
  await enrolled(portal, { session: later });
  const instalment = (share: number, name: string, due: string, opens: string[]) =>
    bursar.post("/staff/ms_instalment", { session, semester: 1, name, share, due, opens });
  await instalment(60, "First instalment", "2027-01-31", ["registration"]);
  await instalment(100, "Second instalment", "2027-05-31", ["examination", "results"]);
  const plan = await run({ check: true });
  expect(plan).toMatchObject({ type: "success", made: 2, already: 0, held: 1 });
  expect(plan.classes.filter(({ hole }: { hole: string | null }) => hole)).toMatchObject([
    { level: 900, count: 1, hole: "No service" },
  ]);
  expect(await accountOf(student._id)).toMatchObject({ bills: [] });

  const done = await run();
  await portal.db.updateTable("student").set({ status: "Active", level: 900 }).where("_id", "=", away._id).execute();
  expect(done).toMatchObject({ type: "success", made: 2, amount: plan.amount, message: "2 bills made" });
  expect(await run()).toMatchObject({ made: 0, already: 2, message: "There was no bill to make" });
  const { bills } = await accountOf(student._id);
  expect(bills).toHaveLength(1);
  const [bill] = bills;
  const sum = bill.lines.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
  expect(bill).toMatchObject({ semester: 1, level: 100, isnewstudent: true, billed: sum, paid: 0, balance: sum });
  expect(bill.parts).toMatchObject([
    { name: "First instalment", share: 60, opens: ["registration"], amount: Math.ceil(sum * 0.6) },
    { name: "Second instalment", share: 100, amount: sum - Math.ceil(sum * 0.6) },
  ]);
  expect(bill.opened.map(({ open }: { open: boolean }) => open)).toEqual([false, false, false]);

  // What the bursary changes afterwards, the bill does not hear of.
  await portal.db.updateTable("programme_tuition_fee_item").set({ amount_kobo: sql`amount_kobo + 100000` }).execute();
  await portal.db.updateTable("instalment").set({ share: sql`share - 10` }).execute();
  expect((await accountOf(student._id)).bills).toEqual(bills);
});

test("two runs at once make no bill twice; without the rule of one they would", async () => {
  for (let count = 0; count < 20; count += 1) await enrolled(portal, { level: 200 });
  // In the office the second is told that the first is at it; a hand-over may come between all the same.
  const replies = await Promise.all([run(), run(), run()]);
  expect(replies.filter(({ type }) => type === "success").reduce((sum, { made }) => sum + made, 0)).toBe(20);
  expect(new Set(replies.flatMap(({ code }) => code ?? []))).toEqual(new Set(["bills-being-made"]));
  expect(await run()).toMatchObject({ made: 0 });
  await bare(async (open) => {
    const here = await coded(open, "session", "2026");
    const students = await Promise.all(Array.from({ length: 20 }, async () => (await enrolled(open))._id));
    await sql`drop index portal.bill_once`.execute(open.db);
    // Both have looked before either writes.
    await sql`create function portal.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$`.execute(
      open.db,
    );
    await sql`create trigger bill_dawdle before insert on portal.bill for each statement execute function portal.dawdle()`.execute(
      open.db,
    );
    const term = { session: here, semester: 1 };
    const twice = await Promise.all(
      [1, 2].map(() => perform(open.db, portalItself, (work) => makeBills(work, term, students))),
    );
    expect(twice.flat()).toHaveLength(40);
  });
});

async function bare(harm: (open: TestPortal) => Promise<void>): Promise<void> {
  const open = await startPortal(inject("place"));
  try {
    await harm(open);
  } finally {
    await open.stop();
  }
}

test("a new student's first bill is made with the record, once; without a fee the sentence says what is missing", async () => {
  const student = await enrolled(portal, { level: 300, indigene: true });
  const make = (id: string) => perform(portal.db, portalItself, (work) => makeFirstBill(work, id));
  const first = make(student._id);
  expect(await first).toBeGreaterThan(0);
  const again = perform(portal.db, portalItself, async (work) => {
    work.note({ deed: "bill.look", subject: `student:${student._id}` });
    return makeFirstBill(work, student._id);
  });
  expect(await again).toBeNull();
  const nowhere = await enrolled(portal, { level: 900 });
  await expect(make(nowhere._id)).rejects.toThrow(
    "900 level, non-indigene, new student, first semester of 2026/2027, has no tuition fee item. The bursary fills it in under Tuition fees",
  );
});

test("a change after the bill is a line of its own, and moves what is opened", async () => {
  const student = await enrolled(portal, { level: 200, indigene: true });
  await run();
  const { bills } = await accountOf(student._id);
  const term = { session, semester: 1 };
  expect((await opens(portal.db, student._id, term)).opened.size).toBe(0);
  expect(await opens(portal.db, student._id, { session, semester: 2 })).toEqual({ bill: null, opened: new Set() });
  await perform(portal.db, portalItself, (work) =>
    addBillLine(work, {
      ...{
        bill: bills[0]._id,
        kind: "moved",
        label: "NELFUND",
        reason: "List of approved loans",
        staff: bursar._id,
      },
      amount_kobo: -bills[0].balance * 100,
    }),
  );
  const after = (await accountOf(student._id)).bills[0];
  expect(after).toMatchObject({
    balance: 0,
    lines: expect.arrayContaining([expect.objectContaining({ kind: "moved" })]),
  });
  expect((await opens(portal.db, student._id, term)).opened).toEqual(
    new Set(["registration", "examination", "results"]),
  );
});

test("the database and the screen cut a bill into the same instalments", async () => {
  const bases = [-5, 0, 1, 99, 100, 101, 2_450_000, 3_249_999, 99_999_999_999];
  const cuts = bases.flatMap((base) => [1, 33, 50, 60, 99, 100].map((share) => ({ base, share })));
  const { rows } = await sql<{ kobo: number }>`
    select portal.instalment_kobo(base, share) as kobo
    from unnest(${cuts.map(({ base }) => base)}::bigint[], ${cuts.map(({ share }) => share)}::int[])
      with ordinality as c(base, share, nth) order by nth`.execute(portal.db);
  expect(rows.map(({ kobo }) => kobo)).toEqual(cuts.map(({ base, share }) => shareOf(base, share)));
});

test("a bill never changes, and its sums change by its lines and payments alone", async () => {
  const { _id } = await portal.db.selectFrom("bill").select("_id").limit(1).executeTakeFirstOrThrow();
  for (const change of ["billed_kobo = 0", "paid_kobo = 1", "level = 300", "instalments = '[{\"share\": 100}]'"])
    await expect(sql.raw(`update bill set ${change} where _id = '${_id}'`).execute(portal.db), change).rejects.toThrow(
      "a bill is frozen",
    );
  // A line that is switched off between the bill and its lines would leave a bill that says too much.
  const other = sql`insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID",
      instalments, billed_kobo)
    select gen_random_uuid(), student, session, 2, programme, level, indigene, isnewstudent, "serviceID", instalments, billed_kobo
    from portal.bill where _id = ${_id}`;
  await expect(other.execute(portal.db)).rejects.toThrow("a bill is the sum of its fees");
  await expect(sql`delete from portal.bill`.execute(portal.db)).rejects.toThrow("append-only");
  await expect(sql`update portal.bill_line set amount_kobo = 1`.execute(portal.db)).rejects.toThrow("append-only");
});

test("the list finds a student's bill by name and number, and tells who owes since when", async () => {
  const student = await enrolled(portal, { level: 300 });
  await run();
  const { bills } = await accountOf(student._id);
  const { matric } = await portal.db
    .selectFrom("student")
    .select("matric")
    .where("_id", "=", student._id)
    .executeTakeFirstOrThrow();
  const found = (await bursar.get(`/staff/ms_tuition_account?q=${encodeURIComponent(matric ?? "")}`)).body.list;
  expect(found).toMatchObject([{ matric, standing: "Owing", balance: bills[0].balance }]);
  expect((await bursar.get("/staff/ms_tuition_debt")).body.list).toEqual([]);
  // A bill whose first day is over.
  await sql`alter table portal.bill disable trigger bill_guard`.execute(portal.db);
  await sql`update portal.bill set instalments = jsonb_set(instalments, '{0,due}', '"2026-01-31"') where student = ${student._id}`.execute(
    portal.db,
  );
  await sql`alter table portal.bill enable trigger bill_guard`.execute(portal.db);
  expect((await bursar.get(`/staff/ms_tuition_debt?level=300`)).body.list).toMatchObject([
    { matric, owedsince: "2026-01-31", due: bills[0].parts[0].amount, balance: bills[0].balance },
  ]);
  const csv = (await bursar.get("/staff/ms_tuition_debt/export?level=300")).body;
  expect(csv).toContain(matric);
});
