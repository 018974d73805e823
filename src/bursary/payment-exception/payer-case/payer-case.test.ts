import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { type MoneyDesk, moneyDesk } from "../../../../testing/correction.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { evidenceOf } from "../../../../testing/record-correction.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { KIND } from "./payer-case.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  desk = await moneyDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/ms_payer_case";
const staffPath = "/staff/ms_payment_exception";

type Payer = Awaited<ReturnType<typeof payer>>;

async function tells(person: Payer, more: Record<string, unknown> = {}) {
  await tenSecondsLater(portal);
  return person.post(path, {
    ...{ bank: "First Bank, Ankpa", teller: "0098123", paidon: lagosToday(), amount: "2,500" },
    evidence: await evidenceOf(portal, person),
    ...more,
  });
}

const casesOf = async (person: Payer) => (await granted(person.get(path))).body.cases;
const waiting = async (number: string) =>
  (await granted(desk.cashier.get(`${staffPath}?kind=${encodeURIComponent(KIND)}`))).body.list.filter(
    ({ said }: { said: string }) => said.includes(number),
  );
const answers = (who: MoneyDesk["cashier"], id: string, answer = "The bank has no such payment") =>
  who.post(`${staffPath}/${id}/answer`, { answer, reason: "Your branch has sent it back to you" });

describe("who has paid and does not see it", () => {
  test("is told at once where the provider knows of it: no case is opened", async () => {
    const person = await payer(portal);
    const { rrr } = await person.reference();
    await bank.pay(rrr);
    const { body } = await granted(tells(person, { rrr }));
    expect(body).toMatchObject({ number: null, message: expect.stringContaining("It is paid now") });
    expect(await casesOf(person)).toEqual([]);
    expect(await tells(person, { rrr })).toMatchObject({ body: { type: "error", code: "paid-already" } });
  });

  test("gets a number and a day, by mail too, and reads the desk's answer there", async () => {
    const person = await payer(portal);
    const { rrr } = await person.reference();
    const { number, promised } = (
      await granted(tells(person, { rrr: rrr.replace(/(\d{4})/g, "$1 "), words: "At 3 pm" }))
    ).body;
    expect(number).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(Date.parse(promised) - Date.parse(lagosToday())).toBeGreaterThanOrEqual(3 * 86_400_000);
    expect([0, 6]).not.toContain(new Date(promised).getUTCDay());
    const [waits] = await waiting(number);
    expect(waits).toMatchObject({ kind: KIND, rrr, asked: 2500, came: null, takenby: null });
    const { body: file } = await granted(desk.cashier.get(`${staffPath}/${waits._id}/file`));
    expect(file.payercase).toMatchObject({
      number,
      bank: "First Bank, Ankpa",
      teller: "0098123",
      amount: 2500,
      words: "At 3 pm",
    });
    expect((await fetch(new URL(file.payercase.link, portal.url))).status).toBe(200);
    expect(await desk.cashier.post(`${staffPath}/${waits._id}/close`, { reason: "Seen" })).toMatchObject({
      body: { code: "payer-waits" },
    });
    await granted(answers(desk.bursar, waits._id));
    expect(await casesOf(person)).toMatchObject([
      {
        number,
        rrr,
        answer: "The bank has no such payment",
        reply: "Your branch has sent it back to you",
        overdue: false,
      },
    ]);
    expect(await waiting(number)).toEqual([]);
    await expect
      .poll(async () => (await portal.letters(person.emailaddress, 1)).map(({ subject }) => subject).join("; "))
      .toMatch(new RegExp(`${number}: we look for your payment.*${number}: the bank has no such payment`));
  });

  test("is answered by itself once the payment is heard of", async () => {
    const person = await payer(portal);
    const { rrr } = await person.reference();
    const { number } = (await granted(tells(person, { rrr }))).body;
    await bank.pay(rrr);
    await tenSecondsLater(portal);
    await granted(person.get(`/ms_application_fee/${rrr}`));
    expect(await casesOf(person)).toMatchObject([{ number, answer: "It is paid now", reply: null }]);
    expect(await waiting(number)).toEqual([]);
  });

  test("tells of a slip without a reference, and of one that is another's, which is said to be nobody's", async () => {
    const [person, other] = [await payer(portal), await payer(portal)];
    const { rrr } = await other.reference();
    await granted(tells(person));
    const { number } = (await granted(tells(person, { rrr, teller: "77" }))).body;
    expect(await casesOf(person)).toMatchObject([
      { rrr, description: null },
      { rrr: null, description: null },
    ]);
    const [waits] = await waiting(number);
    const { body } = await granted(desk.cashier.get(`${staffPath}/${waits._id}/file`));
    expect(body).toMatchObject({ payment: null, rrr });
    expect((await person.get(path)).body.references).toEqual([]);
  });

  test("is refused a day to come, another's picture and no picture, each at its field", async () => {
    const [person, other] = [await payer(portal), await payer(portal)];
    const tomorrow = new Date(Date.parse(lagosToday()) + 86_400_000).toISOString().slice(0, 10);
    expect((await tells(person, { paidon: tomorrow })).body).toMatchObject({ errors: { paidon: expect.any(String) } });
    const evidence = await evidenceOf(portal, other);
    expect((await tells(person, { evidence })).body).toMatchObject({ errors: { evidence: expect.any(String) } });
    expect((await tells(person, { evidence: "", amount: "0", rrr: "12" })).body.errors).toEqual({
      evidence: "Send a picture of the slip",
      amount: "Amount must be in naira with at most two decimals, for example 2,500",
      rrr: "RRR must be the 12 digits of the reference, or be left out",
    });
    expect(await casesOf(person)).toEqual([]);
  });
});

test("the same slip told twice is shown beside", async () => {
  const [one, other] = [await payer(portal), await payer(portal)];
  const first = (await granted(tells(one, { teller: "555", bank: "GTBank" }))).body.number;
  const { number } = (await granted(tells(other, { teller: "555", bank: "gtbank" }))).body;
  const [waits] = await waiting(number);
  expect((await desk.cashier.get(`${staffPath}/${waits._id}/file`)).body.payercase.alike).toContain(first);
});

test("nobody answers their own case, who may only look answers none, and of two answers one stands", async () => {
  const person = await payer(portal);
  const { number } = (await granted(tells(person))).body;
  const [waits] = await waiting(number);
  const auditor = await staffMember(portal, { pages: ["payment-exceptions"] });
  expect((await answers(auditor, waits._id)).status).toBe(403);
  const own = await staffMember(portal, { pages: ["payment-exceptions", "payment-exceptions.change"] });
  await portal.db.updateTable("staff").set({ emailaddress: person.emailaddress }).where("_id", "=", own._id).execute();
  expect(await answers(own, waits._id)).toMatchObject({ status: 403, body: { code: "own-file" } });
  const both = await Promise.all([answers(desk.cashier, waits._id), answers(desk.bursar, waits._id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("an answer is taken back with its reason, and the payer waits again", async () => {
  const person = await payer(portal);
  const { number } = (await granted(tells(person))).body;
  const [waits] = await waiting(number);
  await granted(answers(desk.cashier, waits._id));
  await granted(desk.bursar.post(`${staffPath}/${waits._id}/reopen`, { reason: "The branch was asked once more" }));
  expect(await casesOf(person)).toMatchObject([{ answer: null, reply: null }]);
  await granted(answers(desk.cashier, waits._id, "You get the money back"));
  expect(await casesOf(person)).toMatchObject([{ answer: "You get the money back" }]);
});

test("what is late stands on the dashboard, and its payer reads that it is", async () => {
  const person = await payer(portal);
  const cashier = await staffMember(portal, {
    pages: ["dashboard", "payment-exceptions", "payment-exceptions.change"],
  });
  const late = async () => {
    const { body } = await granted(cashier.get("/staff/ms_staff_dashboard"));
    return (
      JSON.stringify(body).includes("than the day that was promised") ||
      JSON.stringify(body).includes("payers wait longer")
    );
  };
  expect(await late()).toBe(false);
  const { number } = (await granted(tells(person))).body;
  // What was told does not change, so the day is brought about as time would.
  await portal.app.portal.pool.query(
    `alter table portal.payer_case disable trigger payer_case_guard;
     update portal.payer_case set promised = current_date - 3 where number = '${number}';
     alter table portal.payer_case enable trigger payer_case_guard`,
  );
  expect(await late()).toBe(true);
  expect(await casesOf(person)).toMatchObject([{ overdue: true }]);
});

test("one case of a reference is open; without the index there would be several", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const both = async () =>
    (await Promise.all([tells(person, { rrr }), tells(person, { rrr })])).map(({ status }) => status);
  expect((await both()).sort()).toEqual([200, 409]);
  expect((await casesOf(person)).length).toBe(1);
  const again = await payer(portal);
  await portal.app.portal.pool.query("drop index portal.payer_case_open");
  const second = (await again.reference()).rrr;
  await granted(tells(again, { rrr: second }));
  await granted(tells(again, { rrr: second }));
  expect((await casesOf(again)).length).toBe(2);
});
