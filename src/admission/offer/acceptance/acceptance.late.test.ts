import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, dueIn, offered } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { granted } from "../../../../testing/walk.ts";
import { lapseOffers } from "./acceptance.job.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(async () => {
  await expectInvariants(portal.db);
  await expectSameLedgers(portal);
});
afterAll(() => portal.stop());

const path = "/ms_acceptance_fee_rrr";
const make = async (one: Candidate) =>
  (await granted(one.post(path, { application: one.application }))).body.RRR as string;
const verify = async (one: Candidate, rrr: string) => {
  await tenSecondsLater(portal);
  return (await one.get(`${path}/verify/${rrr}`)).body;
};
const status = async (one: Candidate) =>
  (await one.get("/ms_applications")).body.find(({ _id }: { _id: string }) => _id === one.application);
const referenceOf = (rrr: string) => portal.db.updateTable("payment_reference").where("rrr", "=", rrr);

/** A reference that is made in time, and an offer whose last day is over since: `days` ago. */
async function overSince(days: number): Promise<{ one: Candidate; rrr: string; due: string }> {
  const one = await offered(portal);
  const rrr = await make(one);
  return { one, rrr, due: await dueIn(portal, one, -days) };
}

describe("a payment is judged by its own day in Lagos, not by the day on which the portal hears of it", () => {
  test.each([
    ["in the first minute of the last day", "T00:00:30+01:00", true],
    ["in the last second of the last day", "T23:59:59+01:00", true],
    ["in the first second of the next day", "T24:00:00+01:00", false],
  ])("%s", async (_, time, counts) => {
    const { one, rrr, due } = await overSince(2);
    const day = time.startsWith("T24") ? new Date(Date.parse(`${due}T23:00:00Z`)).toISOString() : `${due}${time}`;
    await bank.pay(rrr, { paidOn: day });
    expect(await verify(one, rrr)).toMatchObject({ status: true, surplus: counts ? null : "late" });
    expect(await status(one)).toMatchObject({ accepted: counts });
  });

  test("a bank that dates it tomorrow is wrong: what is heard of today was paid by today", async () => {
    const one = await offered(portal);
    const rrr = await make(one);
    await dueIn(portal, one, 0);
    await bank.pay(rrr, { paidOn: new Date(Date.now() + 86_400_000).toISOString() });
    expect(await verify(one, rrr)).toMatchObject({ status: true, surplus: null });
    expect(await status(one)).toMatchObject({ accepted: true });
  });

  test.each(["CANCELLED", "EXPIRED"])(
    "of a reference that is %s and heard of by the plan, after the offer was said to have lapsed",
    async (state) => {
      const { one, rrr, due } = await overSince(5);
      await bank.deed("deactivate", rrr);
      await referenceOf(rrr).set({ state }).execute();
      await lapseOffers.run(portal.app);
      expect(await status(one)).toMatchObject({ stage: "The offer has lapsed", accepted: false });
      await bank.payAnyway(rrr, { paidOn: `${due}T12:00:00Z` });
      await plannedTimeComes(portal);
      expect(await status(one)).toMatchObject({ stage: "Admission accepted", accepted: true, letter: true });
      expect((await granted(one.get(`/ms_applications/letter/${one.application}`))).body).toMatchObject({
        accepted: true,
        acceptanceFee: { RRR: rrr, status: true, surplus: null },
      });
    },
  );
});

describe("an extension of the last day", () => {
  test("opens the same reference again", async () => {
    const { one, rrr } = await overSince(1);
    expect((await one.post(path, { application: one.application })).body).toMatchObject({
      code: "offer-lapsed",
      message: expect.stringContaining("has lapsed"),
    });
    expect((await one.get(`${path}/pay/${rrr}`)).body).toMatchObject({ type: "error" });
    await lapseOffers.run(portal.app);
    await dueIn(portal, one, 3);
    expect(await status(one)).toMatchObject({ stage: "Admission offered", acceptable: true });
    expect(await make(one)).toBe(rrr);
    expect((await one.get(`${path}/pay/${rrr}`)).body.fields).toMatchObject({ rrr });
    expect((await one.get(`/ms_payment_slip/${rrr}`)).body).toMatchObject({ payable: true });
    await bank.pay(rrr);
    expect(await verify(one, rrr)).toMatchObject({ status: true, surplus: null });
    expect(await status(one)).toMatchObject({ accepted: true });
  });

  test("counts for a payment that was made after the old last day and is heard of after the extension", async () => {
    const { one, rrr } = await overSince(3);
    await bank.pay(rrr, { paidOn: new Date(Date.now() - 2 * 86_400_000).toISOString() });
    await dueIn(portal, one, 0);
    expect(await verify(one, rrr)).toMatchObject({ status: true, surplus: null });
    expect(await status(one)).toMatchObject({ accepted: true });
  });

  test("takes nothing back that was booked as late: the place is accepted by a new reference, the old money is credit", async () => {
    const { one, rrr } = await overSince(1);
    await bank.pay(rrr);
    expect(await verify(one, rrr)).toMatchObject({ status: true, surplus: "late" });
    expect(await status(one)).toMatchObject({ stage: "Your payment is with the bursary", accepted: false });
    await dueIn(portal, one, 3);
    const young = await make(one);
    expect(young).not.toBe(rrr);
    await bank.pay(young);
    expect(await verify(one, young)).toMatchObject({ status: true, surplus: null });
    expect(await verify(one, rrr)).toMatchObject({ status: true, surplus: "late" });
    expect(await status(one)).toMatchObject({ accepted: true, acceptanceFee: { RRR: young } });
  });
});

test("paid twice, the place and its papers stay with the first payment", async () => {
  const one = await offered(portal);
  const old = await make(one);
  await bank.deed("deactivate", old);
  await verify(one, old);
  const young = await make(one);
  await bank.pay(young);
  expect(await verify(one, young)).toMatchObject({ surplus: null });
  const before = await Promise.all([
    one.get(`${path}/receipt/${one.application}`),
    one.get(`/ms_applications/letter/${one.application}`),
  ]);
  await bank.payAnyway(old);
  expect(await verify(one, old)).toMatchObject({ status: true, surplus: "second" });
  expect(await status(one)).toMatchObject({ accepted: true, acceptanceFee: { RRR: young, surplus: null } });
  const after = await Promise.all([
    one.get(`${path}/receipt/${one.application}`),
    one.get(`/ms_applications/letter/${one.application}`),
  ]);
  const told = (replies: typeof before) => replies.map(({ body: { asOf: _, ...rest } }) => rest);
  expect(told(after)).toEqual(told(before));
  const rows = await portal.db
    .selectFrom("acceptance")
    .select("payment")
    .where("application", "=", one.application)
    .execute();
  expect(rows).toHaveLength(1);
});
