import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { yearsBetween } from "./registration-window.rules.ts";

let portal: TestPortal;
let registrar: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["registration-windows", "registration-windows.change"] });
  session = (await portal.db.selectFrom("session").select("_id").where("code", "=", "2026").executeTakeFirstOrThrow())
    ._id;
});
afterAll(() => portal.stop());

const path = "/staff/ms_registration_window";
const days = { start: "2026-11-02", late: "2026-11-16", end: "2026-11-30" };
const window = (more: object = {}) => ({ session, semester: 1, hodapproval: true, ...days, ...more });

test("a window is added, and its days come back as they were typed", async () => {
  const { _id } = (await registrar.post(path, window())).body;
  expect((await registrar.get(`${path}/${_id}`)).body).toMatchObject({ ...days, semester: 1, hodapproval: true });
});

test.each([
  ["late before the start", { late: "2026-11-01" }, "late", "End date must be after the start date"],
  [
    "an end before late",
    { end: "2026-11-15" },
    "end",
    "Last day must not be before the day from which registration is late",
  ],
  ["a day that does not exist", { end: "2027-02-29" }, "end", "Last day must be a real date"],
  ["a third semester", { semester: 3 }, "semester", "Semester must be a whole number from 1 to 2"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const { status, body } = await registrar.post(path, window(wrong));
  expect([status, body.errors[field]]).toEqual([500, sentence]);
});

test("windows of one semester do not overlap by a day; the other semester and the day after are free", async () => {
  const sameDay = await registrar.post(path, window({ start: "2026-11-30", late: "2026-12-01", end: "2026-12-05" }));
  expect(sameDay.status).toBe(200);
  expect(sameDay.body).toMatchObject({
    code: "dates-overlap",
    errors: { start: expect.stringContaining("must not overlap") },
  });
  const replies = [
    await registrar.post(path, window({ semester: 2 })),
    await registrar.post(path, window({ start: "2026-12-01", late: "2026-12-01", end: "2026-12-05" })),
  ];
  expect(replies.map(({ body }) => body.type)).toEqual(["success", "success"]);
});

test("of twenty who add the same window at once, one does", async () => {
  const far = window({ start: "2030-01-01", late: "2030-01-02", end: "2030-01-03" });
  const replies = await Promise.all(Array.from({ length: 20 }, () => registrar.post(path, far)));
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});

test("without the rule of the database, windows would overlap", async () => {
  await withoutConstraint(portal, "registration_window", "registration_window_apart");
  const again = window({ start: "2030-01-01", late: "2030-01-02", end: "2030-01-03" });
  expect((await registrar.post(path, again)).body.type).toBe("success");
});

test.each([
  ["2025/2026", "2026/2027", 1],
  ["2025/2026", "2028/2029", 3],
  ["2026/2027", "2025/2026", -1],
  ["Session of 2025", "Session of 2025, repeated", 0],
  ["First", "Second", 1],
])("from %s to %s days move by %i", (from, to, years) => {
  expect(yearsBetween({ name: from, opens: null }, { name: to, opens: null })).toBe(years);
});

test("sessions without a year in their names are as far apart as their openings", () => {
  const named = (name: string, opens: string) => ({ name, opens });
  expect(yearsBetween(named("First", "2025-12-01T00:00:00Z"), named("Second", "2027-01-01T00:00:00Z"))).toBe(2);
});
