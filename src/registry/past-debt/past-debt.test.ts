import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { paidTuition } from "../../../testing/billed.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { combinationDesk, dearer } from "../../../testing/combination.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent, signedInStudent } from "../../../testing/student.ts";
import { newId } from "../../platform/database/id.server.ts";

let portal: TestPortal;
let bursar: StaffMember;
const earlier = "2023";
const now = "2026";
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await staffMember(portal, {
    pages: ["past-debts", "past-debts.change", "students", "sessions", "tuition-accounts"],
  });
  await portal.db
    .insertInto("session")
    .values({ _id: newId(), code: earlier, name: "2023/2024", semester: 1 })
    .execute();
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const bring = async (rows: readonly (readonly string[])[], query = "") =>
  (
    await importCsv(
      portal,
      bursar,
      "past_debt",
      [["Matric number", "Session", "Semester", "What for", "Amount"], ...rows].map((row) => row.join(",")).join("\n"),
      query,
    )
  ).body;
const account = async ({ student }: Billed) => (await bursar.get(`/staff/ms_tuition_account/${student}/account`)).body;

test("a file brings debts in: a bill of a debt alone, or a line of the bill that is there, and each is paid like any other", async () => {
  const [one, other] = [await billedStudent(portal), await billedStudent(portal)];
  const { balance: billed } = await account(other);
  const rows = [
    [one.matric, earlier, "", "School fees", "12500"],
    [one.matric, earlier, "1", "Library book", "2500.50"],
    [other.matric, now, "1", "Acceptance balance", "3000"],
    ["NCE/00/0000", earlier, "1", "School fees", "100"],
    [one.matric, now, "2", "School fees", "100"],
    [one.matric, earlier, "2", "", "100"],
  ];
  const before = await sumOfRows(portal.db);
  const checked = await bring(rows, "?check=1");
  expect(await sumOfRows(portal.db)).toEqual(before);
  expect(checked).toMatchObject({
    added: 3,
    wrong: [
      { row: 5, sentences: [expect.stringContaining("NCE/00/0000 was not found")] },
      { row: 6, sentences: [expect.stringContaining("Make the bills first")] },
      { row: 7, sentences: [expect.stringContaining("What for")] },
    ],
  });
  expect(await bring(rows, "?partly=1")).toMatchObject({ type: "success", added: 3 });
  expect(await bring(rows, "?check=1")).toMatchObject({ added: 0, changed: 0, same: 3 });
  const { bills, balance } = await account(one);
  const debt = bills.find(({ billed: sum }: { billed: number }) => sum === 15_000.5);
  expect(debt).toMatchObject({
    paid: 0,
    lines: [
      { kind: "debt", label: "Library book", amount: 2_500.5 },
      { kind: "debt", label: "School fees", amount: 12_500 },
    ],
  });
  expect((await account(other)).balance).toBe(billed + 3_000);
  await paidTuition(portal, one, debt._id);
  expect((await account(one)).balance).toBe(balance - 15_000.5);
});

test("a debt stays as it came, and is not there twice", async () => {
  const me = await billedStudent(portal);
  await bring([[me.matric, earlier, "1", "School fees", "9000"]]);
  const { wrong } = await bring([[me.matric, earlier, "1", "school fees", "8000"]], "?check=1");
  expect(wrong).toMatchObject([{ row: 2, sentences: [expect.stringContaining("stays as it came")] }]);
  const [debt] = (await bursar.get(`/staff/ms_past_debt?q=${me.matric}`)).body.list;
  const { body } = await bursar.delete(`/staff/ms_past_debt/${debt._id}`, { delete: "Delete" });
  expect(body).toMatchObject({ type: "error", code: "debt-stays" });
});

/** While a test runs no session runs, and which one admits is said. */
async function between(admitting: string | null, test: () => Promise<void>): Promise<void> {
  const { db } = portal;
  const before = await db.selectFrom("session").select(["_id", "status", "admission"]).execute();
  await db.updateTable("session").set({ status: false, admission: false }).execute();
  if (admitting !== null)
    await db.updateTable("session").set({ admission: true }).where("code", "=", admitting).execute();
  try {
    await test();
  } finally {
    await db.updateTable("session").set({ status: false, admission: false }).execute();
    for (const { _id, ...was } of before) await db.updateTable("session").set(was).where("_id", "=", _id).execute();
  }
}

test("while no session runs, a debt makes no bill of the session that admits, or of any where none does", async () => {
  const me = await signedInStudent(portal);
  const rows = [
    [me.matric, now, "1", "School fees", "12500"],
    [me.matric, earlier, "1", "School fees", "12500"],
  ];
  const wrong = async () => (await bring(rows, "?check=1")).wrong;
  await between(now, async () => {
    expect(await wrong()).toMatchObject([{ row: 2, sentences: [expect.stringContaining("Make the bills first")] }]);
  });
  await between(null, async () => {
    const opened = expect.stringContaining("no session runs or admits");
    expect(await wrong()).toMatchObject([
      { row: 2, sentences: [opened] },
      { row: 3, sentences: [opened] },
    ]);
  });
});

test("a bill of a debt alone is no part of a change of combination, though it is the newest and no session runs", async () => {
  const desk = await combinationDesk(portal);
  await dearer(portal, desk.to._id, 7_000);
  const [me, owing] = [await billedStudent(portal), await signedInStudent(portal)];
  await portal.db.updateTable("student").set({ programme: desk.from._id }).where("_id", "=", owing.student).execute();
  for (const { matric } of [me, owing]) await bring([[matric, earlier, "1", "School fees", "9000"]]);
  const bills = async ({ get }: Pick<Billed, "get">) => {
    const { choices } = (await get("/student/combination_change")).body;
    const wanted = choices.find((one: { programme: { _id: string } }) => one.programme._id === desk.to._id);
    return { why: wanted.why, bills: wanted.bills };
  };
  await between(now, async () => {
    expect(await bills(me)).toMatchObject({ why: null, bills: [{ bill: me.bill, difference: 7_000 }] });
    expect(await bills(owing)).toEqual({ why: null, bills: [] });
  });
});
