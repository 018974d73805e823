import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { bookedOn, paidReference, whileBooking } from "../../../testing/books.ts";
import { moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bursar: StaffMember;
let other: StaffMember;

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await staffMember(portal, { groups: ["Bursar"] });
  other = await staffMember(portal, { groups: ["Bursar"] });
}, 60_000);
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const today = lagosDay(new Date().toISOString());
const HEAD = "Value Date,Narration,Debit,Credit,Ref";
const map = { day: "Value Date", narration: "Narration", debit: "Debit", credit: "Credit", bankreference: "Ref" };
let files = 0;

async function bring(rows: string[], source = "Bank", more: Record<string, string> = {}) {
  const form = new FormData();
  form.set("file", new Blob([[more.head ?? HEAD, ...rows].join("\n")]), "statement.csv");
  files += 1;
  const query = { map: JSON.stringify(map), source, name: `file-${files}.csv`, ...more };
  const address = `${portal.url}/api/staff/ms_statement/import?${new URLSearchParams(query)}`;
  const headers = { cookie: bursar.cookie, origin: ownOrigin(portal) };
  const reply = await fetch(address, { method: "POST", body: form, headers });
  return JSON.parse(await reply.text());
}
const row = (rrr: string, amount: number, ref: string) => `${today},${rrr} FEES,,${amount},${ref}`;
const linesOf = async (q: string) => (await granted(bursar.get(`/staff/ms_statement_line?q=${q}`))).body.list;
const lineOf = async (q: string) => (await linesOf(q))[0];
const waysOf = async (source = "Bank", days = `from=${today}&to=${today}`) =>
  (await granted(bursar.get(`/staff/ms_statement_match?source=${encodeURIComponent(source)}&${days}`))).body;
const match = (_id: string, rrr: string, who = bursar) =>
  who.post(`/staff/ms_statement_line/${_id}/match`, { rrr, reason: "The slip that the payer brought" });
const undo = (_id: string, who = bursar) =>
  who.post(`/staff/ms_statement_line/${_id}/undo`, { reason: "It was another one" });
const aside = (ids: string[], who = bursar) =>
  who.post("/staff/ms_statement_line/aside", { ids, count: ids.length, reason: "Rent of the hall" });

test("two movements without reference are one only when the bank wrote the same of them, and a known one says of which", async () => {
  await bring([`${today},DEPOSIT ADA,,5000,`]);
  expect(await bring([`${today},DEPOSIT BOLA,,5000,`])).toMatchObject({ added: 1, known: 0 });
  const again = [`${today},DEPOSIT ADA,,5000,`, `${today},DEPOSIT CHIDI,,5000,`];
  const { rows } = await bring(again, "Bank", { check: "1" });
  const [ada] = await linesOf("ADA");
  expect(rows).toMatchObject([
    { row: 3, does: "added", knownas: null },
    { row: 2, does: "known", knownas: { _id: ada._id, name: "file-1.csv", row: 2 } },
  ]);
});

test("a line that somebody has decided about is left to them: the second hears who and when", async () => {
  const [one, two] = [await paidReference(portal, 0), await paidReference(portal, 1)];
  await bring([`${today},HAND ONE,,${one.amount},H1`]);
  const { _id } = await lineOf("H1");
  await granted(match(_id, one.rrr));
  const second = await match(_id, two.rrr, other);
  expect([second.status, second.body.code, second.body.message]).toEqual([
    409,
    "already-decided",
    expect.stringMatching(/^Mrs? .+ matched this line by hand on .+\. Have that taken back first$/),
  ]);
  const asided = await aside([_id], other);
  expect([asided.status, asided.body.code, asided.body.message]).toEqual([
    409,
    "already-decided",
    expect.stringMatching(/matched this line by hand on .+ in row 2\. Nothing was set aside$/),
  ]);
  await granted(undo(_id, other));
  const written = await portal.db
    .selectFrom("audit")
    .select("before")
    .where("deed", "=", "statement_line.undo")
    .executeTakeFirst();
  expect(written?.before).toEqual({
    standing: "Matched by hand",
    payment: one._id,
    reason: "The slip that the payer brought",
  });
  await granted(match(_id, one.rrr));
  await bring([row(two.rrr, two.amount, "H2")]);
  const settled = await match((await lineOf("H2"))._id, two.rrr);
  expect([settled.status, settled.body.code, settled.body.message]).toEqual([
    409,
    "line-matched-already",
    "The books match this line already. Look at it again",
  ]);
});

test("a line of another amount stays so, with the decision beside it, until that is taken back", async () => {
  const { rrr, amount } = await paidReference(portal, 2);
  await bring([`${today},TEN ONLY,,10,T1`]);
  const { _id } = await lineOf("T1");
  await granted(match(_id, rrr));
  expect(await lineOf("T1")).toMatchObject({
    standing: "Amount differs",
    booked: amount,
    decidedby: { _id: bursar._id },
  });
  const ways = await waysOf();
  expect(ways.difference).toBe(0);
  expect(ways.steps).toContainEqual({ name: "Amounts that differ", count: 1, amount: 10 - amount });
  expect((await match(_id, rrr, other)).status).toBe(409);
  await granted(undo(_id));
  expect(await lineOf("T1")).toMatchObject({ standing: "Unknown reference", decidedby: null });
});

test("each source brings a payment once, and the three ways are asked of one source", async () => {
  const { rrr, amount } = await paidReference(portal, 3);
  const before = (await waysOf()).statement.amount;
  await bring([row(rrr, amount, "SRC1")]);
  expect(await bring([`${today},${rrr} SETTLED,,${amount},SRC1`], "Remita settlement")).toMatchObject({
    added: 1,
    known: 0,
  });
  expect((await linesOf("SRC1")).map(({ standing }: { standing: string }) => standing)).toEqual(["Matched", "Matched"]);
  expect((await granted(bursar.get("/staff/ms_statement_line?source=Remita%20settlement"))).body.total).toBe(1);
  expect((await waysOf()).statement.amount).toBe(before + amount);
  const settled = await waysOf("Remita settlement");
  expect(settled).toMatchObject({ source: "Remita settlement", statement: { count: 1, amount }, difference: 0 });
  expect(settled.sources).toEqual(["Bank", "Remita settlement"]);
  expect((await waysOf("Treasury")).covered).toBe(false);
  expect((await bursar.get("/staff/ms_statement_match?source=Mattress")).body).toMatchObject({
    code: "form-invalid",
    message: expect.stringContaining("source must be one of"),
  });
});

test("what the bank took back in its column for money in went out", async () => {
  await bring([`${today},TAKEN BACK,,-700,N1`, `${today},CHARGE,-50,,N2`]);
  expect((await lineOf("N1")).amount).toBe(-700);
  expect((await lineOf("N2")).amount).toBe(-50);
  const signed = { day: "Value Date", narration: "Narration", amount: "Debit", sign: "Credit", bankreference: "Ref" };
  await bring([`${today},x,-800,CR,N3`, `${today},x,-60,DR,N4`], "Bank", { map: JSON.stringify(signed) });
  expect([(await lineOf("N3")).amount, (await lineOf("N4")).amount]).toEqual([-800, -60]);
});

test("money without a day is wrong, but for a balance or a total", async () => {
  const { wrong, passed } = await bring(
    [`,PAID BY ADA,,5000,D1`, `,Closing balance,,900,`, `TOTAL,,,5900,`, `,a note,,,`],
    "Bank",
    { check: "1" },
  );
  expect([passed, wrong]).toEqual([
    3,
    [{ row: 2, sentences: ["No date stands beside 5000. Add it, or delete the row if it is a total or a balance"] }],
  ]);
});

test("of a payment that two confirmed with less than the provider named, what came is what they confirmed", async () => {
  const desk = await moneyDesk(portal);
  const held = await paidReference(portal, 4, { paidAmount: "500000" });
  const { amount_kobo } = await portal.db
    .selectFrom("payment_reference")
    .select("amount_kobo")
    .where("_id", "=", held._id)
    .executeTakeFirstOrThrow();
  const fee = amount_kobo / 100;
  const yesterday = lagosDay(new Date(Date.now() - 86_400_000).toISOString());
  const days = `from=${yesterday}&to=${yesterday}`;
  await bookedOn(portal, held.rrr, yesterday);
  await desk.correct(held.rrr, "Confirm paid", { came: fee, paidon: today });
  const book = async (day: string) => (await granted(bursar.get(`/staff/ms_day_book/${day}`))).body;
  expect(await book(yesterday)).toMatchObject({ came: 500_000, suspense: 500_000, corrected: 0 });
  expect(await book(today)).toMatchObject({ suspense: -500_000, corrected: fee - 500_000 });
  await bring([`${yesterday},${held.rrr} FEES,,${fee},LESS`]);
  expect(await lineOf("LESS")).toMatchObject({ standing: "Matched", booked: fee, answered: 500_000 });
  expect(await waysOf("Bank", days)).toMatchObject({
    ...{ difference: 0, booked: { count: 1, amount: fee }, statement: { count: 1, amount: fee }, steps: [] },
  });
  await bring([`${today},${held.rrr} BACK,${500_000 - fee},,LESSBACK`]);
  expect((await lineOf("LESSBACK")).standing).toBe("Taken back");
});

test("a decision that is taken back while its payment is booked finds the booking", async () => {
  const person = await payer(portal);
  const { rrr, amount } = await person.reference(5);
  const bank = sandboxControl(portal.sandbox);
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr);
  await bring([row(rrr, amount, "MOMENT")]);
  const { _id } = await lineOf("MOMENT");
  await granted(aside([_id]));
  await tenSecondsLater(portal);
  await whileBooking(
    portal,
    () => granted(person.get(`/ms_application_fee/${rrr}`)),
    () => granted(undo(_id)),
  );
  expect((await lineOf("MOMENT")).standing).toBe("Matched");
});

test("nobody moves a line of their own payment to another one", async () => {
  const [mine, another] = [await paidReference(portal, 6), await paidReference(portal, 7)];
  await bring([row(mine.rrr, 10, "OWN")]);
  const payer = await staffMember(portal, { groups: ["Bursar"] });
  const { emailaddress } = mine.person;
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", payer._id).execute();
  expect((await match((await lineOf("OWN"))._id, another.rrr, payer)).status).toBe(403);
  expect(await lineOf("OWN")).toMatchObject({ standing: "Amount differs", decidedby: null });
});

test("a statement that is taken back is kept aside, whole", async () => {
  const { _id } = await bring([`${today},WRONG MAP,,1,W1`, `${today},WRONG MAP,,2,W2`]);
  await granted(bursar.delete(`/staff/ms_statement/${_id}`, { delete: "Delete" }));
  expect(await linesOf("WRONG")).toEqual([]);
  const auditor = await staffMember(portal, { pages: ["statements"] });
  const { list } = (await granted(auditor.get("/staff/ms_statement_line_taken_back?q=wrong%20map&sort=day"))).body;
  const told = { source: "Bank", narration: "WRONG MAP", day: today, takenby: { _id: bursar._id } };
  expect(list).toHaveLength(2);
  expect(list).toMatchObject(
    list.map(({ bankreference }: { bankreference: string }) => ({ ...told, amount: Number(bankreference.slice(1)) })),
  );
  await expect(portal.db.deleteFrom("statement_taken_back").execute()).rejects.toThrow();
});
