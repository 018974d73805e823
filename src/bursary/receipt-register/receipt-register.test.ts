import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { paidReference } from "../../../testing/books.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let auditor: StaffMember;
let paid: Awaited<ReturnType<typeof paidReference>>[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  auditor = await staffMember(portal, { groups: ["Auditors"] });
  paid = [await paidReference(portal, 0), await paidReference(portal, 1), await paidReference(portal, 0)];
  // Not verified, so in no register.
  await paidReference(portal, 2, { paidAmount: "1500" });
  await (await payer(portal)).reference(3);
});
afterAll(() => portal.stop());

const path = "/staff/ms_receipt";
const list = async (query = "") => (await granted(auditor.get(`${path}?${query}`))).body;
const totals = async (query = "") => (await granted(auditor.get(`${path}/totals?${query}`))).body;
const today = () => lagosDay(new Date().toISOString());

test("the register holds every verified payment, in its order, with its book day and what it proves", async () => {
  const { list: rows, total } = await list("sort=createdAt");
  expect(total).toBe(3);
  expect(rows.map(({ rrr }: { rrr: string }) => rrr)).toEqual(paid.map(({ rrr }) => rrr));
  expect(rows[0]).toMatchObject({ purpose: "application", amount: paid[0]?.amount, day: today(), standing: "Valid" });
  expect(rows[0].jamb).toMatch(/^\d{8,12}[A-Z]{2}$/);
});

test("it is searched, filtered and added up", async () => {
  const [one] = paid;
  const rrr = one?.rrr ?? "";
  for (const q of [
    rrr,
    `${rrr.slice(0, 4)}-${rrr.slice(4, 8)}-${rrr.slice(8)}`,
    (await list("sort=createdAt")).list[0].jamb,
  ])
    expect((await list(`q=${q}`)).list).toMatchObject([{ rrr }]);
  const { programme } = (await list("sort=createdAt")).list[0];
  const sum = paid.reduce((all, { amount }) => all + amount, 0);
  expect(await totals()).toEqual({ count: 3, amount: sum, standings: [{ standing: "Valid", count: 3, amount: sum }] });
  expect(await totals(`programme=${programme._id}`)).toMatchObject({ count: 2 });
  expect(await totals(`day=${today()}&from=${today()}&to=${today()}&standing=Valid`)).toMatchObject({ count: 3 });
  expect(await totals("day=2020-01-01")).toEqual({ count: 0, amount: 0, standings: [] });
  expect((await auditor.get(`${path}/totals?colour=blue`)).status).toBe(500);
  const { body: file } = await auditor.get(`${path}/export?q=${rrr}`);
  expect(file).toContain(`"=""${rrr}"""`);
});

test("the office prints the receipt that its payer prints, and none of what was never verified", async () => {
  const { body } = await granted(auditor.get(`${path}/${paid[0]?._id}/paper`));
  expect(body).toMatchObject({ title: "Application fee receipt", RRR: paid[0]?.rrr, state: "PAID", surplus: null });
  expect(body.genuine).toContain("/genuine/");
  const open = await portal.db.selectFrom("payment_reference").select("_id").where("verifiedAt", "is", null).execute();
  for (const { _id } of open) expect((await auditor.get(`${path}/${_id}/paper`)).status).toBe(404);
});

test("a right that reaches a department alone sees nothing of it", async () => {
  const head = await staffMember(portal, {
    pages: ["receipts", "day-book", "statements", "reconciliations"],
    scope: "department",
  });
  expect((await granted(head.get(path))).body).toMatchObject({ list: [], total: 0 });
  for (const call of [
    `${path}/totals`,
    `${path}/${paid[0]?._id}/paper`,
    "/staff/ms_day_book",
    `/staff/ms_day_book/${today()}`,
    "/staff/ms_day_book/proof",
    "/staff/ms_statement_match",
    "/staff/ms_reconciliation_now",
  ])
    expect([call, (await head.get(call)).status]).toEqual([call, 403]);
});
