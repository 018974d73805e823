import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { bookedOn, paidReference, superuser } from "../../../testing/books.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bursar: StaffMember;
let other: StaffMember;
let auditor: StaffMember;
const path = "/staff/ms_day_book";

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await staffMember(portal, {
    pages: ["day-book", "day-book.change", "day-book.approve"],
    firstname: "Bala",
    lastname: "Musa",
  });
  other = await staffMember(portal, { pages: ["day-book", "day-book.change", "day-book.approve"] });
  auditor = await staffMember(portal, { groups: ["Auditors"] });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const today = () => lagosDay(new Date().toISOString());
const daysFrom = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const read = async (day: string, who = bursar) => (await granted(who.get(`${path}/${day}`))).body;
const close = (day: string, who = bursar) => who.post(`${path}/${day}/close`);
const proof = async () => (await granted(auditor.get(`${path}/proof`))).body;

test("a day shows what it brought by revenue head and programme, and every booking with its payer", async () => {
  const one = await paidReference(portal, 0);
  const two = await paidReference(portal, 1);
  const day = await read(today(), auditor);
  const came = one.amount + two.amount;
  expect(day).toMatchObject({
    ...{
      state: "Open",
      lines: 2,
      receipts: 2,
      came,
      income: came,
      credit: 0,
      suspense: 0,
      reversed: 0,
      hindrance: null,
    },
    accounts: [{ account: "application-fee", name: "Application fees", income: true, amount: came }],
  });
  expect(day.programmes.map(({ came }: { came: number }) => came).sort()).toEqual([one.amount, two.amount].sort());
  const lines = (await granted(auditor.get(`${path}/${today()}/lines`))).body;
  expect(
    lines.map(({ rrr, came, accounts, kind }: Record<string, unknown>) => ({ rrr, came, accounts, kind })),
  ).toEqual(
    [one, two].map(({ rrr, amount }) => ({ rrr, came: amount, accounts: { "application-fee": amount }, kind: "paid" })),
  );
  const month = (await granted(bursar.get(path))).body;
  expect(month).toMatchObject({ next: today(), closed: null, total: { came, receipts: 2 } });
  expect(month.days).toHaveLength(1);
});

test("a day of the book is Lagos's, whatever the clock of the database", async () => {
  const dayOf = async (moment: string) => {
    const trx = await portal.db.startTransaction().execute();
    const { rows } = await sql<{ day: string }>`insert into portal.ledger_journal (_id, payment, kind, "createdAt")
      select gen_random_uuid(), _id, 'held', ${moment}::timestamptz from portal.payment_reference limit 1
      returning day`.execute(trx);
    await trx.rollback().execute();
    return rows[0]?.day;
  };
  expect([await dayOf("2037-05-01T22:59:59Z"), await dayOf("2037-05-01T23:00:00Z")]).toEqual([
    "2037-05-01",
    "2037-05-02",
  ]);
});

test("a right that reaches a department reads no day and no file, and closes none", async () => {
  const head = await headOf(portal, "BIO", ["day-book", "day-book.change"]);
  const looks = ["", "/proof", `/${today()}`, `/${today()}/lines`, `/${today()}/file`];
  const replies = await Promise.all(looks.map((look) => head.get(`${path}${look}`)));
  const reason = { reason: "A booking is missing in it" };
  replies.push(await close(today(), head), await head.post(`${path}/${today()}/reopening`, reason));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
});

test("no day before the first booking is closed", async () => {
  const { body } = await close("0001-01-01");
  expect(body).toMatchObject({
    type: "error",
    code: "day-not-closable",
    message: expect.stringContaining("Nothing was booked up to this day"),
  });
});

test("days are closed in their order, once they have begun, and each once", async () => {
  const early = daysFrom(today(), -5);
  await bookedOn(portal, (await paidReference(portal, 2)).rrr, early);
  expect((await close(today())).body).toMatchObject({
    code: "day-not-closable",
    message: expect.stringMatching(/^Days are closed in their order: close .* first\. Nothing/),
  });
  expect((await close(daysFrom(today(), 1))).body).toMatchObject({
    code: "day-not-closable",
    message: expect.stringMatching(/^This day has not begun yet/),
  });
  expect((await close(early)).body).toMatchObject({ type: "success" });
  const again = await close(early, other);
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    "day-closed-already",
    expect.stringMatching(/^Mrs Bala Musa closed .* on .*/),
  ]);
  expect((await close(daysFrom(early, -1))).body).toMatchObject({
    code: "day-not-closable",
    message: expect.stringMatching(/closed up to/),
  });
  expect((await close("2026-02-30")).status).toBe(404);
  expect((await auditor.post(`${path}/${today()}/close`)).status).toBe(403);
});

test("what is booked on a closed day goes to the next one", async () => {
  const before = await read(today());
  const { body } = await granted(close(today()));
  const { rrr, amount } = await paidReference(portal, 3);
  const [closed, next] = [await read(today()), await read(daysFrom(today(), 1))];
  expect(closed).toMatchObject({
    state: "Closed",
    came: before.came,
    closings: [{ hash: body.hash, lines: before.lines }],
  });
  expect(next).toMatchObject({ state: "Open", came: amount, hindrance: "This day has not begun yet" });
  const [line] = (await granted(bursar.get(`${path}/${daysFrom(today(), 1)}/lines`))).body;
  expect(line.rrr).toBe(rrr);
});

test("whoever holds a closed day's file finds its hash, which is taken after that of the day before", async () => {
  const { body: text } = await granted(auditor.get(`${path}/${today()}/file`));
  const day = await read(today(), auditor);
  expect(createHash("sha256").update(text).digest("hex")).toBe(day.closings[0].hash);
  expect(text.split("\n").slice(0, 2)).toEqual([`day book ${today()}`, day.before.hash]);
  expect((await bursar.get(`${path}/${daysFrom(today(), 1)}/file`)).body).toMatchObject({
    code: "day-is-open",
    message: expect.stringContaining("is open"),
  });
  expect(await proof()).toMatchObject({ days: 2, wrong: [] });
});

test("one byte that is changed in a closed day is found, and the first such day is named", async () => {
  const early = daysFrom(today(), -5);
  const spoil = (by: number) =>
    superuser(
      portal,
      `update portal.ledger_entry set amount_kobo = amount_kobo + sign(amount_kobo) * ${by}
      where journal in (select _id from portal.ledger_journal where day = '${early}')`,
    );
  await spoil(1);
  expect((await proof()).wrong).toEqual([
    {
      day: early,
      says: expect.stringMatching(/^Its lines are not those that were closed\. Their hash is now [0-9a-f]{64}$/),
    },
  ]);
  // Whoever takes the hash anew, too, is found out by the day after it.
  await superuser(portal, `update portal.day_book set hash = portal.book_hash(day, before) where day = '${early}'`);
  expect((await proof()).wrong).toEqual([{ day: today(), says: "Its hash was not taken after the day before" }]);
  await spoil(-1);
  await superuser(portal, `update portal.day_book set hash = portal.book_hash(day, before) where day = '${early}'`);
  expect((await proof()).wrong).toEqual([]);
});

test("a booking that is smuggled into a day that was passed over as empty is found", async () => {
  const { rrr } = await paidReference(portal, 4);
  const empty = daysFrom(today(), -3);
  await bookedOn(portal, rrr, empty);
  expect((await proof()).wrong).toEqual([{ day: empty, says: "It was passed over as empty, and has lines now" }]);
  await bookedOn(portal, rrr, daysFrom(today(), 1));
});

test("a closed day is opened again by two, with all that were closed after it; former hashes stay", async () => {
  const early = daysFrom(today(), -5);
  const former = await read(early);
  const propose = (day: string, who = bursar) =>
    who.post(`${path}/${day}/reopening`, { reason: "The teller was misread" });
  expect((await propose(daysFrom(today(), 1))).body).toMatchObject({
    code: "day-is-open",
    message: expect.stringMatching(/is open/),
  });
  const { _id } = (await granted(propose(early))).body;
  expect((await propose(early, other)).status).toBe(409);
  expect((await read(early)).reopening).toMatchObject({ _id, day: early, days: 2, reason: "The teller was misread" });
  const deed = (who: StaffMember, name: string, body?: object) => who.post(`${path}_reopening/${_id}/${name}`, body);
  const own = await deed(bursar, "approve", { days: 2 });
  expect([own.status, own.body.code, own.body.message]).toEqual([
    403,
    "another-must-decide",
    expect.stringContaining("somebody else must approve"),
  ]);
  expect((await deed(bursar, "decline", { reason: "I changed my mind" })).status).toBe(403);
  expect((await deed(other, "withdraw")).status).toBe(403);
  const seen = await deed(other, "approve", { days: 1 });
  expect([seen.status, seen.body.code, seen.body.message]).toEqual([
    409,
    "count-changed",
    "2 closed days would be open again now, not 1. Look at it again",
  ]);
  await granted(deed(other, "approve", { days: 2 }));
  expect((await deed(other, "approve", { days: 2 })).status).toBe(409);
  const now = await read(early);
  expect(now).toMatchObject({ state: "Open", reopening: null, hindrance: null });
  expect(now.closings).toMatchObject([
    { hash: former.closings[0].hash, reopened: { reason: "The teller was misread", by: "Mrs Hauwa Sani" } },
  ]);
  expect((await read(today())).state).toBe("Open");
  await granted(close(early));
  await granted(close(today()));
  expect(await proof()).toMatchObject({ days: 2, wrong: [] });
});

test("a closing that was opened again is proved by the text that was kept of it, whatever is booked since", async () => {
  const former = (await read(today())).closings.at(-1);
  expect(former).toMatchObject({ kept: true, reopened: { reason: "The teller was misread" } });
  const file = (hash: string) => auditor.get(`${path}/${today()}/file?closing=${hash}`);
  const { body: text } = await granted(file(former.hash));
  expect(createHash("sha256").update(text).digest("hex")).toBe(former.hash);
  expect((await file("0".repeat(64))).status).toBe(404);
  const spoil = (how: string) =>
    superuser(portal, `update portal.day_book set text = ${how} where hash = '${former.hash}'`);
  await spoil("text || 'x'");
  expect((await proof()).wrong).toEqual([
    { day: today(), says: expect.stringMatching(/^What is kept of a former closing is not what was closed/) },
  ]);
  await spoil("left(text, -1)");
  expect((await proof()).wrong).toEqual([]);
});

test("a proposal is declined with a reason by another, or withdrawn by its own", async () => {
  const propose = async () =>
    (await granted(bursar.post(`${path}/${today()}/reopening`, { reason: "Again" }))).body._id;
  const declined = await propose();
  expect((await other.post(`${path}_reopening/${declined}/decline`, { reason: "x" })).status).toBe(500);
  await granted(other.post(`${path}_reopening/${declined}/decline`, { reason: "Nothing is wrong" }));
  await granted(bursar.post(`${path}_reopening/${await propose()}/withdraw`));
  expect((await read(today())).state).toBe("Closed");
});

test("who closes a day is told how many exceptions still wait", async () => {
  await paidReference(portal, 6, { paidAmount: "1500" });
  const { _id } = (await granted(bursar.post(`${path}/${today()}/reopening`, { reason: "Closed too early" }))).body;
  await granted(other.post(`${path}_reopening/${_id}/approve`, { days: 1 }));
  expect((await read(today())).waiting).toBe(1);
  expect((await close(today())).body.message).toMatch(/is closed\. One exception waits at the money desk$/);
});
