import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Payer, payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterEach(async () => {
  await bank.noFaults();
  await expectInvariants(portal.db);
});
afterAll(() => portal.stop());

const path = "/ms_application_fee";
const verify = async (person: Payer, rrr: string) => {
  await tenSecondsLater(portal);
  return (await person.get(`${path}/${rrr}`)).body;
};
const asked = async (rrr: string) =>
  (await bank.requests()).filter(({ path }) => path.includes(`/${rrr}/`) && path.endsWith("status.reg")).length;
/** The portal hears nothing by itself. */
const silently = () => bank.fault("notify-none");

test.each([["status-00"], ["none"]])(
  "a reference that is paid at the provider is verified once (%s)",
  async (fault) => {
    if (fault !== "none") await bank.fault(fault);
    const person = await payer(portal);
    const { rrr, amount } = await person.reference();
    expect(await verify(person, rrr)).toMatchObject({ type: "success", isverified: false, state: "OPEN" });
    await silently();
    await bank.pay(rrr);
    const paid = await verify(person, rrr);
    expect(paid).toMatchObject({ isverified: true, state: "PAID", trxcode: rrr, amount });
    expect(paid.message).toContain("was verified on");
    const questions = await asked(rrr);
    expect(await verify(person, rrr)).toEqual(paid);
    expect(await asked(rrr)).toBe(questions);
    const [record] = (await person.get(path)).body;
    expect(record).toMatchObject({ isverified: true, verified: paid.verified });
  },
);

test("the payer has one letter, the ledger one journal and the audit one row for it", async () => {
  const person = await payer(portal);
  const { rrr, _id, amount } = await person.reference();
  await bank.pay(rrr);
  await Promise.all(Array.from({ length: 10 }, () => person.get(`${path}/${rrr}`)));
  const { payeremail } = await portal.db
    .selectFrom("payment_reference")
    .select("payeremail")
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
  const letters = await portal.letters(payeremail, 1);
  expect(letters.filter(({ text }) => text.includes(_id))).toHaveLength(1);
  const entries = await portal.db
    .selectFrom("ledger_entry")
    .innerJoin("ledger_journal", "ledger_journal._id", "ledger_entry.journal")
    .select(["kind", "account", "amount_kobo"])
    .where("payment", "=", _id)
    .orderBy("amount_kobo")
    .execute();
  expect(entries).toEqual([
    { kind: "paid", account: "application-fee", amount_kobo: -amount * 100 },
    { kind: "paid", account: "provider", amount_kobo: amount * 100 },
  ]);
  const audit = await portal.db.selectFrom("audit").selectAll().where("subject", "=", `payment:${_id}`).execute();
  const paid = audit.filter(({ after }) => (after as { state?: string } | null)?.state === "PAID");
  expect(paid.map(({ deed, actorkind, actor }) => [deed, actorkind, actor])).toEqual([
    ["payment.step", "system", null],
  ]);
});

test("the provider is asked at most once in ten seconds, however many ask", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  await bank.fault("slow", "0.5");
  const replies = await Promise.all(Array.from({ length: 20 }, () => person.get(`${path}/${rrr}`)));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies[0]?.body.checkedAt).not.toBeNull();
  await person.get(`${path}/${rrr}`);
  expect(await asked(rrr)).toBe(1);
});

test("paid once stays paid, whatever the provider says afterwards", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  await silently();
  await bank.pay(rrr);
  await bank.fault("status-flap");
  expect((await verify(person, rrr)).isverified).toBe(true);
  for (let look = 0; look < 4; look += 1) expect((await verify(person, rrr)).isverified).toBe(true);
});

test.each([["status-wrong-amount"], ["status-wrong-order"], ["status-wrong-rrr"]])(
  "a payment with %s is held, the payer is told, and nothing new may be paid",
  async (fault) => {
    const person = await payer(portal);
    const { rrr, _id } = await person.reference();
    await bank.fault(fault);
    await silently();
    await bank.pay(rrr);
    const body = await verify(person, rrr);
    expect(body).toMatchObject({ isverified: false, state: "HELD" });
    expect(body.message).toContain("please do not pay again");
    const programme = await person.programme();
    expect((await person.post(path, { programme: programme._id })).body).toMatchObject({ type: "error" });
    const journals = await portal.db.selectFrom("ledger_journal").select("kind").where("payment", "=", _id).execute();
    expect(journals).toEqual(fault === "status-wrong-amount" ? [{ kind: "held" }] : []);
    await bank.noFaults();
    expect((await verify(person, rrr)).state).toBe("HELD");
  },
);

test.each([
  ["status-5xx", ""],
  ["status-html", ""],
  ["status-empty", ""],
  ["status-reset", ""],
  ["rate-429", ""],
  ["unknown-code", "777"],
  ["unknown-code", "25"],
  ["unknown-code", "998"],
  ["redirect-302", ""],
])("%s %s leaves a paid reference open and never fails it", async (fault, value) => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  await silently();
  await bank.pay(rrr);
  await bank.fault(fault, value, 1);
  expect(await verify(person, rrr)).toMatchObject({ type: "success", isverified: false, state: "OPEN" });
  expect((await verify(person, rrr)).isverified).toBe(true);
});

test("a failed or given-up try leaves the reference payable", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  for (const deed of ["abort", "fail"] as const) {
    await bank.deed(deed, rrr);
    expect((await verify(person, rrr)).state).toBe("OPEN");
  }
  await silently();
  await bank.pay(rrr);
  expect((await verify(person, rrr)).state).toBe("PAID");
});

test("another's reference, a guessed one and nonsense answer the same 404; guessing ends with 429", async () => {
  const [owner, other] = [await payer(portal), await payer(portal)];
  const { rrr } = await owner.reference();
  const strange = [rrr, "100000000001", "1".repeat(11), "1".repeat(13), "..%2fstatus", "undefined", "%00", "'or'1"];
  const replies = await Promise.all(strange.map((trxcode) => other.get(`${path}/${trxcode}`)));
  expect(replies.map(({ status }) => status)).toEqual(strange.map(() => 404));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  for (const tail of [`${rrr}/pay`, `receipt/${rrr}`]) expect((await other.get(`${path}/${tail}`)).status).toBe(404);
  expect(await asked(rrr)).toBe(0);
  const more = await Promise.all(Array.from({ length: 30 }, () => other.get(`${path}/100000000002`)));
  expect(more.map(({ status }) => status)).toContain(429);
  const spaced = `${rrr.slice(0, 4)}-${rrr.slice(4, 8)} ${rrr.slice(8)}`;
  expect((await owner.get(`${path}/${encodeURIComponent(spaced)}`)).body.trxcode).toBe(rrr);
});

test("the pay form opens this reference at the provider, until it is paid", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const { action, fields } = (await person.get(`${path}/${rrr}/pay`)).body;
  const page = await fetch(action, { method: "POST", body: new URLSearchParams(fields) });
  const html = await page.text();
  expect(html).toContain(rrr.slice(8));
  expect(fields.responseurl).toBe(`${portal.config.publicUrl}/app/pay`);
  await silently();
  await bank.pay(rrr);
  await verify(person, rrr);
  expect((await person.get(`${path}/${rrr}/pay`)).body).toMatchObject({ type: "error" });
});
