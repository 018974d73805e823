import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { inDays } from "../../../../testing/days.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import {
  alsoApplied,
  type Candidate,
  candidate,
  dueIn,
  offer,
  offered,
} from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { lapseOffers } from "./acceptance.job.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/ms_acceptance_fee_rrr";
const make = async (one: Candidate) => (await granted(one.post(path, { application: one.application }))).body;
const verify = async (one: Candidate, rrr: string) => {
  await tenSecondsLater(portal);
  return (await one.get(`${path}/verify/${rrr}`)).body;
};
const status = async (one: Candidate) =>
  (await one.get("/ms_applications")).body.find(({ _id }: { _id: string }) => _id === one.application);

test("the acceptance fee is listed, made, paid, verified, and the place is accepted", async () => {
  const one = await offered(portal);
  const { body: items } = await one.get("/ms_acceptance_fee");
  expect(items).toMatchObject([
    { description: "Acceptance of the offer", amount: 12_500, serviceID: "4430731" },
    { description: "ICT and portal", amount: 5_000 },
  ]);
  expect((await one.get(`${path}/${one.application}`)).body).toEqual({});
  const made = await make(one);
  expect(made).toMatchObject({ type: "success", status: false, state: "OPEN", details: { amount: 17_500 } });
  expect(made.RRR).toMatch(/^\d{12}$/);
  expect(await make(one)).toMatchObject({ RRR: made.RRR });
  expect((await one.get(`${path}/${one.application}`)).body).toMatchObject({ RRR: made.RRR, status: false });
  expect(await status(one)).toMatchObject({ letter: true, accepted: false, acceptanceFee: { RRR: made.RRR } });
  expect(await verify(one, made.RRR)).toMatchObject({ type: "success", isverified: false, status: false });
  await bank.pay(made.RRR);
  expect(await verify(one, made.RRR)).toMatchObject({ isverified: true, status: true, state: "PAID", surplus: null });
  expect(await status(one)).toMatchObject({ stage: "Admission accepted", accepted: true, letter: true });
  const { body: receipt } = await one.get(`${path}/receipt/${one.application}`);
  expect(receipt).toMatchObject({
    code: one.code,
    RRR: made.RRR,
    details: { payerName: expect.stringContaining("Bello"), items: [{ amount: 12_500 }, { amount: 5_000 }] },
    acceptanceFee: { status: true, details: { amount: 17_500 } },
  });
  const { body: letter } = await one.get(`/ms_applications/letter/${one.application}`);
  expect(letter).toMatchObject({ accepted: true, acceptanceFee: { RRR: made.RRR, status: true } });
  expect(letter.paidOn).toMatch(/^\d{4}-\d{2}-\d{2}T/);
  expect((await one.post(path, { application: one.application })).body).toMatchObject({
    type: "error",
    code: "offer-accepted-already",
    message: expect.stringContaining("accepted this offer already"),
  });
});

test("money goes to the account of the acceptance fee, and the payer has one letter", async () => {
  const one = await offered(portal);
  const { RRR } = await make(one);
  await bank.pay(RRR);
  await Promise.all(Array.from({ length: 10 }, () => verify(one, RRR)));
  const { rows } = await portal.app.portal.pool.query(
    `select account, e.amount_kobo from ledger_entry e join ledger_journal j on j._id = e.journal
     join payment_reference p on p._id = j.payment where p.rrr = $1 order by 2`,
    [RRR],
  );
  expect(rows).toEqual([
    { account: "acceptance-fee", amount_kobo: -1_750_000 },
    { account: "provider", amount_kobo: 1_750_000 },
  ]);
  const letters = (await portal.letters(one.emailaddress, 3)).filter(({ subject }) => subject.includes("is verified"));
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain(`/print-acceptance/${one.application}`);
});

test("nothing is made before an offer, after its last day, or for another's application", async () => {
  const [waiting, late] = [await candidate(portal), await offered(portal)];
  expect((await waiting.post(path, { application: waiting.application })).body).toMatchObject({
    type: "error",
    code: "no-offer",
    message: expect.stringContaining("has not made an offer"),
  });
  expect((await waiting.post(path, { application: late.application })).status).toBe(404);
  expect((await waiting.get(`${path}/${late.application}`)).status).toBe(404);
  expect((await waiting.get(`${path}/receipt/${late.application}`)).status).toBe(404);
  expect((await late.get(`${path}/receipt/${late.application}`)).status).toBe(404);
  await dueIn(portal, late, -1);
  expect((await late.post(path, { application: late.application })).body).toMatchObject({
    type: "error",
    code: "offer-lapsed",
    message: expect.stringContaining("has lapsed"),
  });
});

test("a wrong form is named by its field, and an amount or reference from outside is ignored", async () => {
  const one = await offered(portal);
  const { status: code, body } = await one.post(path, {});
  expect([code, body.code, body.errors]).toEqual([500, "form-invalid", { application: "Application is required" }]);
  expect((await one.post(path, { application: one.application, amount: 1 })).body.errors).toEqual({
    amount: "The field amount is not known",
  });
  const made = await granted(one.post(path, { application: one.application, rrr: "1", rrrdata: { amount: 1 } }));
  expect(made.body.details.amount).toBe(17_500);
});

test("fifty parallel wishes make one reference at the provider", async () => {
  const one = await offered(portal);
  const before = (await bank.ledger()).length;
  const replies = await Promise.all(Array.from({ length: 50 }, () => make(one)));
  expect(new Set(replies.map(({ RRR }) => RRR)).size).toBe(1);
  expect((await bank.ledger()).length - before).toBe(1);
});

test("references are bound to their purpose, and others' are unknown", async () => {
  const [one, other] = [await offered(portal), await offered(portal)];
  const { RRR } = await make(one);
  const { rrr: fee } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("applicant", "=", one._id)
    .where("purpose", "=", "application")
    .executeTakeFirstOrThrow();
  const replies = await Promise.all([
    one.get(`/ms_application_fee/${RRR}`),
    one.get(`/ms_application_fee/${RRR}/pay`),
    one.get(`/ms_application_fee/receipt/${RRR}`),
    one.get(`${path}/verify/${fee}`),
    one.get(`${path}/pay/${fee}`),
    other.get(`${path}/verify/${RRR}`),
    other.get(`${path}/verify/100000000000`),
  ]);
  expect(replies.map(({ status: code }) => code)).toEqual(Array.from({ length: 7 }, () => 404));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await one.get(`${path}/pay/${RRR}`)).body.fields).toMatchObject({ rrr: RRR });
});

test("a payment dated by the last day accepts the place, though the portal hears of it later", async () => {
  const one = await offered(portal);
  const { RRR } = await make(one);
  await bank.pay(RRR);
  await dueIn(portal, one, 0);
  expect(await verify(one, RRR)).toMatchObject({ status: true, surplus: null });
  expect(await status(one)).toMatchObject({ accepted: true });
});

test("a payment dated after the last day is kept as credit, and both papers and pages say so", async () => {
  const one = await offered(portal);
  const { RRR } = await make(one);
  await dueIn(portal, one, -1);
  expect((await one.get(`${path}/pay/${RRR}`)).body).toMatchObject({
    type: "error",
    code: "payment-not-payable",
    message: expect.stringContaining("The last day to pay this is over"),
  });
  await bank.pay(RRR);
  const paid = await verify(one, RRR);
  expect(paid).toMatchObject({ status: true, state: "PAID", surplus: "late" });
  expect(paid.message).toContain("after the last day to accept");
  expect(await status(one)).toMatchObject({ accepted: false, stage: "Your payment is with the bursary" });
  const { rows } = await portal.app.portal.pool.query(
    `select account from ledger_entry e join ledger_journal j on j._id = e.journal
     join payment_reference p on p._id = j.payment where p.rrr = $1 and e.amount_kobo < 0`,
    [RRR],
  );
  expect(rows).toEqual([{ account: "credit" }]);
});

test("one place is accepted in a session, however many offers are paid for at once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const first = await candidate(portal, 5);
    const second = await alsoApplied(portal, first, 6);
    await Promise.all([offer(portal, first), offer(portal, second)]);
    const [one, other] = [await make(first), await make(second)];
    await Promise.all([bank.pay(one.RRR), bank.pay(other.RRR)]);
    await tenSecondsLater(portal);
    await Promise.all([first.get(`${path}/verify/${one.RRR}`), second.get(`${path}/verify/${other.RRR}`)]);
    const seen = [await status(first), await status(second)];
    expect(seen.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(seen.map(({ acceptanceFee }) => acceptanceFee.surplus).sort()).toEqual([null, "other-place"]);
    const open = seen.find(({ accepted }) => !accepted);
    expect(open.acceptable).toBe(false);
  }
});

test("once a place is accepted, slip, verify and pay page of another place's reference say alike that it is not to be paid, and its offer is not extended", async () => {
  const first = await candidate(portal, 7);
  const second = await alsoApplied(portal, first, 8);
  await offer(portal, first);
  await offer(portal, second);
  const [taken, left] = [await make(first), await make(second)];
  expect((await second.get(`/ms_payment_slip/${left.RRR}`)).body).toMatchObject({ payable: true });
  await bank.pay(taken.RRR);
  expect(await verify(first, taken.RRR)).toMatchObject({ status: true });
  expect((await second.post(path, { application: second.application })).body).toMatchObject({
    code: "accepted-another-place",
    message: expect.stringContaining("you can take one place only"),
  });
  const sentence = "You have accepted another place in this session. Please do not pay this one";
  expect((await second.get(`/ms_payment_slip/${left.RRR}`)).body).toMatchObject({
    payable: false,
    message: sentence,
  });
  expect(await verify(second, left.RRR)).toMatchObject({
    status: false,
    message: sentence,
  });
  expect((await second.get(`${path}/pay/${left.RRR}`)).body).toEqual({
    type: "error",
    code: "payment-not-payable",
    message: sentence,
  });
  expect((await second.post(path, { application: second.application })).body.code).toBe("accepted-another-place");
  const officer = await staffMember(portal, { pages: ["offers", "offers.change"] });
  const chosen = { ids: [second.application], count: 1, due: inDays(40), reason: "The bank was on strike" };
  expect((await officer.post("/staff/ms_offer/extend", chosen)).body.message).toContain(
    "belongs to somebody who has accepted another place, so it cannot be extended",
  );
});

test("whose payment differs is not told to pay again by any page or letter, nor that the offer has lapsed", async () => {
  const one = await offered(portal);
  const { RRR } = await make(one);
  await bank.pay(RRR, { paidAmount: "100" });
  expect(await verify(one, RRR)).toMatchObject({ state: "HELD" });
  expect((await one.get("/ms_dashboard")).body).toMatchObject({ offers: 0, due: null });
  expect(await status(one)).toMatchObject({ stage: "Your payment is with the bursary" });
  await dueIn(portal, one, -1);
  await lapseOffers.run(portal.app);
  const lapsed = portal.db.selectFrom("offer").select("lapsedAt").where("application", "=", one.application);
  expect(await lapsed.execute()).toEqual([{ lapsedAt: null }]);
});
