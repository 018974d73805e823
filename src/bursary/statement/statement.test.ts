import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { checkPayment } from "#payments/payment-reference/verification/verification.job.server.ts";
import { paidReference, whileBooking, withoutBookLock } from "../../../testing/books.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payer, unheardPayer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { judgeAllLines } from "./line/line.server.ts";

let portal: TestPortal;
let bursar: StaffMember;
let auditor: StaffMember;
let paid: Awaited<ReturnType<typeof paidReference>>[];
let short: Awaited<ReturnType<typeof paidReference>>;
let open: { rrr: string; amount: number };

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await staffMember(portal, { groups: ["Bursar"] });
  auditor = await staffMember(portal, { groups: ["Auditors"] });
  paid = [];
  for (const programme of [0, 1, 2, 3]) paid.push(await paidReference(portal, programme));
  short = await paidReference(portal, 4, { paidAmount: "1500" });
  open = await (await payer(portal)).reference(5);
}, 60_000);
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const today = () => lagosDay(new Date().toISOString());
const slashed = (day: string) => day.split("-").reverse().join("/");
const dashed = (rrr: string) => rrr.replace(/^(\d{4})(\d{4})(\d{4})$/, "$1-$2-$3");
const naira = (amount: number) => `"${amount.toLocaleString("en", { minimumFractionDigits: 2 })}"`;

async function send(path: string, file: string, query: Record<string, string> = {}, who = bursar) {
  const form = new FormData();
  form.set("file", new Blob([file]), "statement.csv");
  const response = await fetch(`${portal.url}/api/staff/ms_statement/${path}?${new URLSearchParams(query)}`, {
    method: "POST",
    body: form,
    headers: { cookie: who.cookie, origin: ownOrigin(portal) },
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const HEAD = "Value Date,Narration,Debit,Credit,Balance,Ref";
const map = JSON.stringify({
  ...{ day: "Value Date", narration: "Narration", debit: "Debit", credit: "Credit", bankreference: "Ref" },
});
const bring = (file: string, more: Record<string, string> = {}) =>
  send("import", file, { map, source: "Bank", name: "november.csv", ...more });
const lineOf = async (q: string) => (await granted(auditor.get(`/staff/ms_statement_line?q=${q}`))).body.list;
const waysNow = async () =>
  (await granted(auditor.get(`/staff/ms_statement_match?from=${today()}&to=${today()}`))).body;

const first = () =>
  [
    HEAD,
    ',Opening balance,,,"1,000.00",',
    `${slashed(today())},REMITA/${paid[0]?.rrr}/APPLICATION,,${naira(paid[0]?.amount ?? 0)},,S1`,
    `${today()},"RRR: ${dashed(paid[1]?.rrr ?? "")} and phone 2348031234567",0.00,₦${paid[1]?.amount},,S2`,
    `${today()},${paid[2]?.rrr},,999.00,,S3`,
    `${today()},${open.rrr} FEES,,${open.amount},,S4`,
    `${today()},DEPOSIT BY SOMEBODY,,"7,000.00",,S5`,
    `${today()},REMITA/${paid[0]?.rrr}/APPLICATION,,${paid[0]?.amount},,S6`,
    `${today()},${short.rrr},,1500,,S7`,
    `${today()},COT AND CHARGES,"52.50",,,S8`,
    'Total,,52.50,"99,999.00",,',
  ].join("\n");

test("a file with the bank's name, the account and the period above the headings is read from the headings on", async () => {
  const above = [
    "GURARA COMMUNITY BANK PLC,,,,,",
    "Account Number,2012345678,,,,",
    "Period,01/11/2026 to 30/11/2026,,,,",
    "",
  ];
  const { body } = await bring([...above, first()].join("\n"), { check: "1" });
  expect(body).toMatchObject({ added: 8, passed: 2, wrong: [] });
  const over = body.rows.filter(({ does }: { does: string }) => does === "passed over");
  expect(over.map(({ row }: { row: number }) => row)).toEqual([6, 15]);
});

test("a file's columns are guessed by their headings, and remembered once somebody has said what they are", async () => {
  const guessed = (await send("columns", first())).body;
  expect(guessed).toMatchObject({ remembered: false, rows: 10, map: JSON.parse(map) });
  expect((await send("columns", first(), {}, auditor)).status).toBe(403);
});

test("a check reports every row and changes nothing", async () => {
  const before = await sumOfRows(portal.db);
  const { body } = await bring(first(), { check: "1" });
  expect(await sumOfRows(portal.db)).toEqual(before);
  expect(body).toMatchObject({
    type: "success",
    added: 8,
    known: 0,
    passed: 2,
    went: -52.5,
    from: today(),
    until: today(),
  });
  expect(
    Object.fromEntries(body.standings.map(({ standing, count }: Record<string, unknown>) => [standing, count])),
  ).toEqual({
    ...{ Matched: 3, "Amount differs": 1, "Not paid here": 1, "Unknown reference": 1, Twice: 1, "Paid out": 1 },
  });
  expect(
    body.rows
      .filter(({ does }: { does: string }) => does === "passed over")
      .map(({ row, says }: Record<string, unknown>) => [row, says]),
  ).toEqual([
    [2, "No date stands there"],
    [11, "No date stands there"],
  ]);
});

test("wrong rows are named, and with one of them nothing is imported", async () => {
  const before = await sumOfRows(portal.db);
  const file = `${HEAD}\n31/02/2026,a,,5,,\n2099-01-01,b,,5,,\n${today()},c,5,5,,\n${today()},d,,5.5.5,,`;
  const { wrong } = (await bring(file, { check: "1" })).body;
  expect(wrong.map(({ row, sentences }: Record<string, unknown>) => [row, sentences])).toEqual([
    [2, ["Date 31/02/2026 must be a date such as 21/11/2026 or 2026-11-21"]],
    [3, ["Date 2099-01-01 has not come yet"]],
    [4, ["Money in and money out stand in one row"]],
    [5, ["Amount 5.5.5 must be an amount such as 12,500.00"]],
  ]);
  expect((await bring(file)).body).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: expect.stringContaining("Row 2 is wrong"),
  });
  const odd = [
    await bring(first(), { map: "{}" }),
    await bring(first(), { map: JSON.stringify({ day: "Nowhere" }) }),
    await bring(first(), { source: "Mattress" }),
    await bring(first(), { check: "yes" }),
    await send("import", first(), {}, auditor),
  ];
  expect(odd.map(({ status }) => status)).toEqual([500, 500, 500, 500, 403]);
  expect(await sumOfRows(portal.db)).toEqual(before);
});

test("an import matches each line three ways, and leaves in a queue what does not match", async () => {
  const { body } = await bring(first());
  expect(body).toMatchObject({
    type: "success",
    added: 8,
    message: "november.csv: 8 lines added, 0 were there already",
  });
  const standing = async (q: string) =>
    (await lineOf(q)).map((line: Record<string, unknown>) => [line.standing, line.booked, line.answered]);
  expect(await standing("S1")).toEqual([["Matched", paid[0]?.amount, paid[0]?.amount]]);
  expect(await standing(paid[1]?.rrr ?? "")).toEqual([["Matched", paid[1]?.amount, paid[1]?.amount]]);
  expect(await standing("S3")).toEqual([["Amount differs", paid[2]?.amount, paid[2]?.amount]]);
  expect(await standing("S4")).toEqual([["Not paid here", null, null]]);
  expect(await standing("S5")).toEqual([["Unknown reference", null, null]]);
  expect(await standing("S6")).toEqual([["Twice", paid[0]?.amount, paid[0]?.amount]]);
  expect(await standing("S7")).toEqual([["Matched", 1500, 1500]]);
  expect((await granted(auditor.get("/staff/ms_statement_line?standing=Twice"))).body.total).toBe(1);
  expect(
    (await send("columns", first().replace(HEAD, "Ref,Balance,credit,DEBIT,narration,Value date"))).body,
  ).toMatchObject({
    remembered: true,
    map: { day: "Value date", credit: "credit", debit: "DEBIT", bankreference: "Ref" },
  });
});

test("the same file is refused, and lines of an overlapping one are not doubled", async () => {
  const again = await bring(first());
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    "file-imported-already",
    expect.stringMatching(/^This file was imported already, by Mrs .* as november\.csv$/),
  ]);
  const overlapping = `${first()}\n${today()},DEPOSIT BY SOMEBODY,,"7,000.00",,S5\n${today()},LATE ONE,,"10.00",,S9`;
  expect((await bring(overlapping, { name: "late\u202evsc.\u0000csv" })).body).toMatchObject({ added: 2, known: 8 });
  expect((await lineOf("DEPOSIT")).length).toBe(2);
  expect((await granted(auditor.get("/staff/ms_statement?sort=-createdAt"))).body.list).toMatchObject([
    // What turns the letters round is no part of a name.
    { added: 2, known: 8, name: "late vsc. csv" },
    { added: 8, known: 0, name: "november.csv", source: "Bank" },
  ]);
});

test("the three sums agree by the steps between them", async () => {
  const all = paid.reduce((sum, { amount }) => sum + amount, 0) + 1500;
  const ways = await waysNow();
  expect(ways).toMatchObject({
    ...{ difference: 0, covered: true, booked: { count: 5, amount: all }, answered: { count: 5, amount: all } },
    confirmed: { count: 0, amount: 0 },
    steps: [
      { name: "On no statement", count: 1, amount: -(paid[3]?.amount ?? 0) },
      { name: "Amounts that differ", count: 1, amount: 999 - (paid[2]?.amount ?? 0) },
      { name: "Not paid here", count: 1, amount: open.amount },
      { name: "Unknown reference", count: 3, amount: 14_010 },
      { name: "Twice", count: 1, amount: paid[0]?.amount },
    ],
  });
  const listed = (await granted(auditor.get(`/staff/ms_statement_missing?from=${today()}&to=${today()}`))).body.list;
  expect(listed).toMatchObject([{ rrr: paid[3]?.rrr, booked: paid[3]?.amount, late: false }]);
});

test("a payment that is booked later matches the line that waited for it", async () => {
  const [line] = await lineOf("S4");
  await sandboxControl(portal.sandbox).pay(open.rrr);
  const { _id } = await portal.db
    .selectFrom("payment_reference")
    .select("_id")
    .where("rrr", "=", open.rrr)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("payment_reference").set({ askedAt: null }).where("_id", "=", _id).execute();
  await checkPayment(portal.app, _id);
  await expect.poll(async () => (await lineOf("S4"))[0].standing).toBe("Matched");
  const ways = (await granted(auditor.get(`/staff/ms_statement_line/${line._id}/ways`))).body;
  expect(ways.payment).toMatchObject({ rrr: open.rrr, state: "PAID", bookings: [{ kind: "paid", came: open.amount }] });
  expect(ways.payment.answers[0]).toMatchObject({ kind: "paid", amount: open.amount });
});

test("before a line is matched, the payment that a reference names is shown with what came for it", async () => {
  const named = (rrr: string, who = bursar) => who.get(`/staff/ms_statement_payment?rrr=${rrr}`);
  expect((await granted(named(dashed(paid[3]?.rrr ?? "")))).body.payment).toMatchObject({
    payer: expect.stringMatching(/./),
    ...{ came: paid[3]?.amount, went: null },
  });
  expect((await granted(named("999999999999"))).body).toEqual({ payment: null });
  expect((await named("1234")).body).toMatchObject({ code: "form-invalid", errors: { rrr: "rrr must be 12 digits" } });
  expect((await named(paid[3]?.rrr ?? "", auditor)).status).toBe(403);
});

test("a line is matched by hand to a payment that is booked and that no other line brought, and this is taken back", async () => {
  const [line] = await lineOf("LATE");
  const match = (rrr: string, who = bursar) =>
    who.post(`/staff/ms_statement_line/${line._id}/match`, { rrr, reason: "The teller mistyped the reference" });
  expect((await match("1234")).body).toMatchObject({
    code: "payment-not-found",
    errors: { rrr: expect.stringContaining("No payment of ours") },
  });
  expect((await match(paid[0]?.rrr ?? "")).body).toMatchObject({
    code: "payment-matched-already",
    errors: { rrr: expect.stringContaining("Another line has brought the payment") },
  });
  const unpaid = await (await payer(portal)).reference(6);
  expect((await match(unpaid.rrr)).body).toMatchObject({
    code: "payment-not-booked",
    errors: { rrr: expect.stringContaining("is not paid here") },
  });
  expect((await match(paid[3]?.rrr ?? "", auditor)).status).toBe(403);
  await granted(match(dashed(paid[3]?.rrr ?? "")));
  expect((await lineOf("LATE"))[0]).toMatchObject({ standing: "Amount differs", booked: paid[3]?.amount, amount: 10 });
  expect((await waysNow()).steps.map(({ name }: { name: string }) => name)).not.toContain("On no statement");
  expect((await waysNow()).difference).toBe(0);
  await granted(bursar.post(`/staff/ms_statement_line/${line._id}/undo`, { reason: "It was another one" }));
  expect((await lineOf("LATE"))[0]).toMatchObject({ standing: "Unknown reference", booked: null, reason: null });
});

test("lines that are not for the portal are set aside, all or none", async () => {
  const aside = (ids: string[], who = bursar) =>
    who.post("/staff/ms_statement_line/aside", { ids, count: ids.length, reason: "Rent of the hall" });
  const [deposits, matched] = [await lineOf("DEPOSIT"), await lineOf("S1")];
  const ids = deposits.map(({ _id }: { _id: string }) => _id);
  expect((await aside([...ids, matched[0]._id])).body).toMatchObject({
    code: "line-matched-already",
    message: expect.stringContaining("is matched already. Nothing was set aside"),
  });
  expect((await aside(ids, auditor)).status).toBe(403);
  expect((await granted(aside(ids))).body).toMatchObject({ count: 2 });
  expect((await lineOf("DEPOSIT")).map(({ standing }: { standing: string }) => standing)).toEqual([
    "Set aside",
    "Set aside",
  ]);
  expect((await waysNow()).difference).toBe(0);
});

test("what is booked and stands on no statement is overdue once one reaches so many days beyond", async () => {
  const missing = async () =>
    (await granted(auditor.get("/staff/ms_statement_missing?late=true"))).body.list.map(
      ({ rrr }: { rrr: string }) => rrr,
    );
  expect(await missing()).toEqual([]);
  await portal.db
    .insertInto("setting")
    .values({ name: "statementDays", value: JSON.stringify(0) })
    .execute();
  expect(await missing()).toEqual([paid[3]?.rrr]);
  await portal.db.deleteFrom("setting").where("name", "=", "statementDays").execute();
});

test("only the last statement is taken back, and not once somebody has decided about a line of it", async () => {
  const [last, before] = (await granted(bursar.get("/staff/ms_statement?sort=-createdAt"))).body.list;
  const remove = (_id: string) => bursar.delete(`/staff/ms_statement/${_id}`, { delete: "Delete" });
  expect(await remove(before._id)).toMatchObject({ status: 409, body: { code: "not-the-last-statement" } });
  expect((await remove(last._id)).body).toMatchObject({
    code: "already-decided",
    message: expect.stringMatching(/^Somebody has decided about row 12 of it/),
  });
  const [line] = (await lineOf("DEPOSIT")).filter(({ row }: { row: number }) => row === 12);
  await granted(bursar.post(`/staff/ms_statement_line/${line._id}/undo`, { reason: "To take it back" }));
  await granted(remove(last._id));
  expect((await lineOf("DEPOSIT")).length).toBe(1);
  expect((await bring(`${first()}\n${today()},LATE ONE,,"10.00",,S9`)).body).toMatchObject({ added: 1, known: 8 });
});

/** A file that comes while a payment of its line is booked and not yet kept; answers where the line stands then. */
async function broughtWhileBooking(programme: number, reference: string): Promise<string> {
  const { person, rrr, amount } = await unheardPayer(portal, programme);
  await whileBooking(
    portal,
    () => granted(person.get(`/ms_application_fee/${rrr}`)),
    async () =>
      expect((await bring(`${HEAD}\n${today()},${rrr},,${amount},,${reference}`)).body).toMatchObject({ added: 1 }),
  );
  return (await lineOf(reference))[0].standing;
}

test("a line and a booking that come in the same moment find each other, by the lock of the books or by the key", async () => {
  expect(await broughtWhileBooking(7, "MOMENT1")).toBe("Matched");
  await withoutConstraint(portal, "statement_line", "statement_line_payment");
  expect(await broughtWhileBooking(8, "MOMENT2")).toBe("Matched");
});

test("without both they would not, until the night", async () => {
  await withoutBookLock(portal);
  expect(await broughtWhileBooking(9, "MOMENT3")).toBe("Not paid here");
  await judgeAllLines(portal.db);
  expect((await lineOf("MOMENT3"))[0].standing).toBe("Matched");
});
