import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../../../demo/applicants.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let desk: MoneyDesk;
let reader: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  desk = await moneyDesk(portal);
  reader = await staffMember(portal, { pages: ["day-book", "help-desk", "receipts", "statements", "payments"] });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const filed = "Abdul Salam Aisha Ngozi";
const printed = "Aisha Ngozi Abdul Salam";

/** Somebody with a surname of two words, and two references. */
async function someone() {
  const person = await signedInApplicant(portal);
  const names = { lastname: "Abdul Salam", firstname: "Aisha", middlename: "Ngozi" };
  await granted(person.post("/ms_applicant/bio", { ...generateApplicant(1).bio, ...names }));
  const programmes: { _id: string }[] = (await granted(person.get("/ms_programme"))).body;
  const rrrs: string[] = [];
  for (const { _id } of programmes.slice(0, 2))
    rrrs.push((await granted(person.post("/ms_application_fee", { programme: _id }))).body.rrr);
  return { person, names, rrrs };
}

const list = async (path: string) => (await granted(desk.bursar.get(path))).body.list as Record<string, unknown>[];

test("the office reads a name surname first wherever money stands, and papers keep it as it was printed", async () => {
  const { person, names, rrrs } = await someone();
  const [right = "", wrong = ""] = rrrs;
  await bank.pay(right);
  await bank.pay(wrong, { paidAmount: "1" });
  await tenSecondsLater(portal);
  for (const rrr of rrrs) await granted(person.get(`/ms_application_fee/${rrr}`));
  const { body: proposed } = await granted(desk.propose(wrong, "Put aside"));

  expect(await list(`/staff/ms_payment?q=${right}`)).toMatchObject([{ payer: filed }]);
  expect(await list(`/staff/ms_payment_exception?q=${wrong}`)).toMatchObject([{ name: filed, kind: "Wrong amount" }]);
  expect(await list(`/staff/ms_payment_correction?q=${wrong}`)).toMatchObject([{ payername: filed }]);
  const about = await granted(desk.bursar.get(`/staff/ms_payment_correction/payment/${await desk.paymentOf(wrong)}`));
  expect(about.body).toMatchObject({ waiting: proposed._id, payment: { payername: filed } });
  expect(await list(`/staff/ms_receipt?q=${right}`)).toMatchObject([{ payer: filed }]);
  const missing = (await granted(reader.get(`/staff/ms_statement_missing?q=${right}`))).body.list;
  expect(missing).toMatchObject([{ payer: filed }]);
  const day = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const lines = (await granted(reader.get(`/staff/ms_day_book/${day}/lines`))).body;
  expect(new Set(lines.map(({ payer }: { payer: string }) => payer))).toEqual(new Set([filed]));

  const paper = (await granted(reader.get(`/staff/ms_receipt/${await desk.paymentOf(right)}/paper`))).body;
  expect(paper.details.payerName).toBe(printed);
  const own = (await granted(person.get(`/ms_application_fee/receipt/${right}`))).body;
  expect(own.details.payerName).toBe(printed);

  const name = { ...names };
  await portal.db.updateTable("applicant").set(name).where("_id", "=", person._id).execute();
  const { body: found } = await granted(reader.get("/staff/ms_help_desk?q=Abdul Salam"));
  expect(found.list).toMatchObject([{ name: filed }]);
});

test("a name is found either way round, with a comma too, in the list and in the palette", async () => {
  const { rrrs } = await someone();
  const ours = async (q: string) =>
    (await list(`/staff/ms_payment?q=${encodeURIComponent(q)}&limit=100`)).map(({ rrr }) => rrr);
  for (const q of [filed, printed, "Abdul Salam, Aisha", "ngozi abdul"])
    expect([q, await ours(q)]).toEqual([q, expect.arrayContaining(rrrs)]);
  const { body: palette } = await granted(desk.bursar.get(`/staff/ms_palette?q=${encodeURIComponent("Salam, Aisha")}`));
  const payments = palette.filter(({ noun }: { noun: string }) => noun === "payment");
  expect(payments.length).toBeGreaterThan(0);
  for (const { title } of payments) expect(title).toContain(filed);
});

test("a name that has changed since is turned by its last word", async () => {
  const { person, rrrs } = await someone();
  const read = async (payername: string) => {
    const { rows } = await sql`select portal.surname_first(${person._id}, ${payername}) as payer`.execute(portal.db);
    return rows;
  };
  expect(rrrs).toHaveLength(2);
  expect(await read(printed)).toEqual([{ payer: filed }]);
  expect(await read("Halima Sani Yusuf")).toEqual([{ payer: "Yusuf Halima Sani" }]);
  expect(await read("Prince")).toEqual([{ payer: "Prince" }]);
});
