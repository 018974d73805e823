import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bursar, coded, importCsv } from "../../../testing/bursar.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import type { TuitionCell } from "./tuition-fee-item.contract.ts";

let portal: TestPortal;
let one: StaffMember;
let session: string;
let programme: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  one = await bursar(portal, "tuition-fees", "tuition-lines");
  session = await coded(portal, "session", "2026");
  programme = await coded(portal, "programme", "NCE-CRS-ENG");
  await portal.db.deleteFrom("tuition_fee_item").execute();
  await portal.db.deleteFrom("programme_tuition_fee_item").execute();
});
afterAll(() => portal.stop());

const path = "/staff/ms_tuition_fee_item";
const lines = "/staff/ms_programme_tuition_fee_item";
const item = (change: object = {}) => ({
  session,
  programme,
  level: 100,
  semester: 1,
  serviceID: "4430731",
  indigene: true,
  isnewstudent: true,
  status: true,
  ...change,
});
const line = (change: object = {}) => ({
  session,
  programme,
  label: "Tuition",
  indigene: true,
  amount: 20_000,
  status: true,
  ...change,
});
const matrix = async () => (await one.get(`${path}/matrix?session=${session}&programme=${programme}`)).body;
const first = (cells: readonly TuitionCell[]) =>
  cells.find(
    ({ level, semester, indigene, isnewstudent }) => level === 100 && semester === 1 && indigene && isnewstudent,
  );

test.each([
  ["an NCE", "=", 3],
  ["a degree", "!=", 4],
] as const)("%s without years of its own has the classes of its usual years", async (_what, is, years) => {
  const { _id, durationyears } = await portal.db
    .selectFrom("programme")
    .select(["_id", "durationyears"])
    .where("award", is, "NCE")
    .where(sql<boolean>`'JAMB UTME' = any(modes)`)
    .orderBy("code")
    .limit(1)
    .executeTakeFirstOrThrow();
  const change = (to: number | null) =>
    portal.db.updateTable("programme").set({ durationyears: to }).where("_id", "=", _id).execute();
  await change(null);
  const { levels } = (await one.get(`${path}/matrix?session=${session}&programme=${_id}`)).body;
  await change(durationyears);
  expect(levels).toHaveLength(years);
});

test("the matrix has a place for every class of the programme's years, each with what is lacking", async () => {
  const empty = await matrix();
  expect(empty).toMatchObject({
    programme: { label: expect.stringContaining("NCE ") },
    session: { label: "2026/2027" },
  });
  expect(empty.levels).toEqual([100, 200, 300]);
  expect([empty.cells.length, empty.holes]).toEqual([24, 24]);
  expect(first(empty.cells)).toMatchObject({ item: null, amount: 0, hole: "No service" });

  const { body } = await one.post(path, item());
  expect(first((await matrix()).cells)).toMatchObject({
    item: { _id: body._id, serviceID: "4430731" },
    hole: "No fee lines",
  });

  await one.post(lines, line());
  await one.post(lines, line({ label: "Library", amount: 1500.5 }));
  await one.post(lines, line({ label: "Old line", amount: 9_999, status: false }));
  await one.post(lines, line({ indigene: false, amount: 30_000 }));
  const filled = await matrix();
  expect(first(filled.cells)).toMatchObject({ amount: 21_500.5, hole: null });
  expect(filled.cells.find(({ indigene }: TuitionCell) => !indigene)).toMatchObject({
    amount: 30_000,
    hole: "No service",
  });
  expect(filled.holes).toBe(23);

  await one.put(`${path}/${body._id}`, item({ status: false }));
  expect(first((await matrix()).cells)).toMatchObject({ hole: "Inactive" });
  await one.put(`${path}/${body._id}`, item({ level: 400 }));
  expect((await matrix()).levels).toEqual([100, 200, 300, 400]);
});

test.each([
  ["level", { level: 150 }, "Level must be one of 100, 200, 300"],
  ["level", { level: 1000 }, "Level must be one of 100, 200, 300"],
  ["level", { level: "100" }, "Level must be a number"],
  ["semester", { semester: 3 }, "Semester must be a whole number from 1 to 2"],
  ["semester", { semester: 0 }, "Semester must be a whole number from 1 to 2"],
  ["serviceID", { serviceID: "4430731 ".repeat(3) }, "Service ID must be at most 15 characters"],
  ["indigene", { indigene: undefined }, "Indigene is required"],
  ["isnewstudent", { isnewstudent: "no" }, "New student is required"],
])("a class refuses %s in %j", async (field, change, sentence) => {
  const { status, body } = await one.post(path, item({ level: 200, ...change }));
  expect(status).toBe(500);
  expect(body.errors[field]).toContain(sentence);
});

test("one class has one item, and one line stands once for each kind of student", async () => {
  expect((await one.post(path, item({ level: 300 }))).body.type).toBe("success");
  expect((await one.post(path, item({ level: 300, serviceID: "5" }))).body).toMatchObject({
    code: "value-taken",
    errors: { level: expect.stringContaining("in this session already") },
  });
  expect((await one.post(lines, line({ label: "Sport" }))).body.type).toBe("success");
  expect((await one.post(lines, line({ label: "Sport", amount: 1 }))).body).toMatchObject({
    code: "value-taken",
    errors: { label: expect.stringContaining("already") },
  });
  expect((await one.post(lines, line({ label: "Sport", indigene: false }))).body.type).toBe("success");
  expect((await one.post(lines, line({ label: "Free", amount: 0 }))).body).toMatchObject({
    code: "form-invalid",
    errors: { amount: "Amount must be at least 1" },
  });
});

test("many classes are switched together, and any of them is deleted while nothing uses it", async () => {
  const { body } = await one.get(`${path}?level=300`);
  const ids = body.list.map(({ _id }: { _id: string }) => _id);
  const bulk = await one.post(`${path}/bulk`, { status: false, ids, count: ids.length });
  expect(bulk.body).toMatchObject({ type: "success", count: ids.length });
  expect((await one.delete(`${path}/${ids[0]}`)).body.type).toBe("success");
});

test("classes come from a file by what tells them apart; one bad row keeps all out", async () => {
  const headings = "Session,Programme,Level,Semester,Service ID,Indigene,New student,Status";
  const row = (level: string, who: string) => `2026/2027,NCE-CRS-ENG,${level},2,4430731,${who},New,Active`;
  const csv = (level: string) => [headings, row("100", "Indigene"), row(level, "Non-indigene")].join("\n");
  const bad = await importCsv(portal, one, "tuition_fee_item", csv("first year"));
  expect(bad.body).toMatchObject({
    code: "rows-wrong",
    message: expect.stringContaining("so nothing was imported. Row 3: Level must be a number"),
  });
  expect((await importCsv(portal, one, "tuition_fee_item", csv("100"))).body).toMatchObject({ added: 2, changed: 0 });
  expect((await importCsv(portal, one, "tuition_fee_item", csv("100"))).body).toMatchObject({ added: 0, same: 2 });
});

test("a matrix without a session or programme, of one that is not there, or beyond one's reach", async () => {
  const missing = await one.get(`${path}/matrix`);
  expect(missing.body).toMatchObject({ type: "error", code: "form-invalid", message: "Choose a programme" });
  expect((await one.get(`${path}/matrix?programme=${programme}`)).body.session.label).toBe("2026/2027");
  expect((await one.get(`${path}/matrix?programme=${programme}&session=nonsense`)).status).toBe(404);
  const unknown = "01900000-0000-7000-8000-000000000000";
  expect((await one.get(`${path}/matrix?session=${session}&programme=${unknown}`)).status).toBe(404);
  const head = await staffMember(portal, { pages: ["tuition-fees"], scope: "department" });
  expect((await head.get(`${path}/matrix?session=${session}&programme=${programme}`)).status).toBe(404);
});
