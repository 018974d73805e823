import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { createIntent } from "#payments/payment-reference/lifecycle/lifecycle.generate.server.ts";
import { planCheck } from "#payments/payment-reference/verification/verification.hold.server.ts";
import { checkPaymentJob } from "#payments/payment-reference/verification/verification.job.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import type { Reply } from "../../../../testing/applicant.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, offer, offered } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { releaseDesk } from "../../../../testing/release-desk.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { merchant } from "../../../../testing/sandbox-merchant.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutOfferLock } from "../../../../testing/without-guard.ts";
import { wantedAcceptance } from "../acceptance/acceptance.server.ts";

// A reference that is still being made while two people take its offer back.

interface Desk {
  readonly on: TestPortal;
  readonly bank: ReturnType<typeof sandboxControl>;
  recall(one: Candidate): Promise<Reply>;
}

async function deskOf(on: TestPortal): Promise<Desk> {
  const [bank, { registrar, provost }] = [sandboxControl(on.sandbox), await releaseDesk(on)];
  await bank.fault("notify-none");
  return {
    on,
    bank,
    async recall({ application }) {
      const form = { application, reason: "Wrong person", words: "A name was taken for another" };
      const { _id } = (await granted(registrar.post("/staff/ms_recall", form))).body;
      return provost.post(`/staff/ms_recall/${_id}/approve`, {});
    },
  };
}

let desk: Desk;
beforeAll(async () => {
  desk = await deskOf(await startPortal(inject("place")));
});
afterEach(async () => {
  await desk.bank.noFaults();
  await desk.bank.fault("notify-none");
  await expectInvariants(desk.on.db);
});
afterAll(() => desk.on.stop());

const path = "/ms_acceptance_fee_rrr";
const wish = ({ application, post }: Candidate) => post(path, { application });
const paymentOf = ({ db }: TestPortal, { application }: Candidate) =>
  db
    .selectFrom("payment_reference")
    .select(["_id", "state", "rrr", "orderid", "amount_kobo", "recalledAt"])
    .where("acceptanceof", "=", application)
    .orderBy("createdAt")
    .executeTakeFirstOrThrow();
const ordersOf = async ({ bank }: Desk, order: string) =>
  (await bank.ledger()).filter(({ orderId }) => orderId === order).length;
/** As a process leaves it that is killed between the intent and the question. */
async function killedBeforeAsking(on: TestPortal, { _id, application }: Candidate): Promise<void> {
  await perform(on.db, portalItself, async (work) => {
    const intent = await createIntent(work, await wantedAcceptance(_id, application)(work.trx));
    await planCheck(work.trx, checkPaymentJob, intent._id, 30);
  });
}

/** Whatever became of it: nobody is asked to pay, and what is paid all the same is the payer's. */
async function expectStopped({ on, bank }: Desk, one: Candidate): Promise<void> {
  const { rrr } = await paymentOf(on, one);
  expect(await paymentOf(on, one)).toMatchObject({ state: "CANCELLED", recalledAt: expect.any(String) });
  const page = (await one.get(`${path}/pay/${rrr}`)).body;
  expect(page).toMatchObject({
    type: "error",
    code: "payment-not-payable",
    message: expect.stringContaining("recalled its offer"),
  });
  await bank.payAnyway(rrr ?? "");
  await tenSecondsLater(on);
  const { body } = await one.get(`${path}/verify/${rrr}`);
  expect(body).toMatchObject({ state: "PAID", surplus: "recalled" });
}

test("a reference whose answer was lost is cancelled when the provider tells it", async () => {
  const { on, bank, recall } = desk;
  const one = await offered(on);
  await bank.fault("init-timeout-after-commit", "", 1);
  await wish(one);
  await granted(recall(one));
  expect(await paymentOf(on, one)).toMatchObject({ state: "UNKNOWN" });
  await plannedTimeComes(on);
  await expectStopped(desk, one);
});

test("a reference that the provider is just making is cancelled as it comes", async () => {
  const { on, bank, recall } = desk;
  const one = await offered(on);
  await bank.fault("slow", "3", 1);
  const wished = wish(one);
  await expect
    .poll(() =>
      paymentOf(on, one).then(
        ({ state }) => state,
        () => null,
      ),
    )
    .toBe("REQUESTING");
  await granted(recall(one));
  expect((await paymentOf(on, one)).state, "it was recalled meanwhile").toBe("REQUESTING");
  expect((await wished).body).toMatchObject({
    state: "CANCELLED",
    message: expect.stringContaining("recalled its offer, so this reference was cancelled"),
  });
  await expectStopped(desk, one);
});

test("a reference that is with the bursary is cancelled when it turns out to be made", async () => {
  const { on, bank, recall } = desk;
  const one = await offered(on);
  await bank.fault("init-code", "028", 1);
  expect((await wish(one)).body.state).toBe("PARKED");
  await granted(recall(one));
  const { orderid, amount_kobo } = await paymentOf(on, one);
  await merchant(on.sandbox.url).reference(orderid, String(amount_kobo / 100));
  await plannedTimeComes(on);
  await expectStopped(desk, one);
});

test("a reference that the provider never made is never made, and its payer is told", async () => {
  const { on, bank, recall } = desk;
  const one = await offered(on);
  await bank.fault("init-code", "777", 1);
  expect((await wish(one)).body.message).toContain("your reference will appear here");
  await granted(recall(one));
  const { orderid } = await paymentOf(on, one);
  await plannedTimeComes(on);
  expect(await paymentOf(on, one)).toMatchObject({ state: "REFUSED", rrr: null });
  expect(await ordersOf(desk, orderid)).toBe(0);
});

test("a wish that a killed process left behind is never sent", async () => {
  const { on, recall } = desk;
  const one = await offered(on);
  await killedBeforeAsking(on, one);
  expect(await paymentOf(on, one)).toMatchObject({ state: "CREATED" });
  await granted(recall(one));
  expect((await wish(one)).body).toMatchObject({
    code: "no-offer",
    message: expect.stringContaining("has not made an offer"),
  });
  await plannedTimeComes(on);
  const left = await paymentOf(on, one);
  expect(left).toMatchObject({ state: "REFUSED", rrr: null });
  expect(await ordersOf(desk, left.orderid)).toBe(0);
});

test("an offer that is made anew has a reference of its own beside the one that nobody knows yet", async () => {
  const { on, bank, recall } = desk;
  const one = await offered(on);
  await bank.fault("init-timeout-after-commit", "", 1);
  await wish(one);
  await granted(recall(one));
  await offer(on, one);
  const { RRR } = (await granted(wish(one))).body;
  await plannedTimeComes(on);
  const first = await paymentOf(on, one);
  expect(first).toMatchObject({ state: "CANCELLED", rrr: expect.stringMatching(/^\d{12}$/) });
  expect(first.rrr).not.toBe(RRR);
  await bank.pay(RRR);
  await tenSecondsLater(on);
  expect((await one.get(`${path}/verify/${RRR}`)).body).toMatchObject({ isverified: true, surplus: null });
});

const guards: readonly (readonly [by: string, remove: (on: TestPortal) => Promise<void>, states: readonly string[]])[] =
  [
    ["the lock of the offer", async () => {}, ["CANCELLED", "REFUSED", "CREATED"]],
    ["nothing", withoutOfferLock, ["OPEN"]],
  ];

test.each(guards)("a wish that meets the recall of its offer, held by %s", async (_by, remove, states) => {
  const meeting = await deskOf(await startPortal(inject("place")));
  const { on, recall } = meeting;
  try {
    const one = await offered(on);
    await remove(on);
    // The wish has seen the offer and waits to be written; the recall comes meanwhile.
    const both = await whileTableHeld(on, "payment_reference", 2, async () => {
      const wished = wish(one);
      expect(await untilWaiting(on)).toBe(true);
      return Promise.all([wished, recall(one)]);
    });
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(states).toContain((await paymentOf(on, one)).state);
  } finally {
    await on.stop();
  }
});
