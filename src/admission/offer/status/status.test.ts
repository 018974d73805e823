import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { admissionStates, makeAcceptance } from "../../../../testing/admitted-applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, dueIn, offered } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { openScreeningDay, screeningOfficer } from "../../../../testing/screening.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const seen = async (one: Candidate) =>
  (await one.get("/ms_applications")).body.find(({ _id }: { _id: string }) => _id === one.application);

const setRule = async (rule: string) => {
  await portal.db.deleteFrom("setting").where("name", "=", "admissionLetter").execute();
  await portal.db
    .insertInto("setting")
    .values({ name: "admissionLetter", value: JSON.stringify(rule) })
    .execute();
};

test("before an offer nothing is due, and the letter waits for the offer", async () => {
  const one = await candidate(portal);
  expect(await seen(one)).toMatchObject({
    ...{ status: 0, due: null, daysleft: null, acceptable: false, letter: false, reason: null },
    letterwaits: "It can be printed once the college makes you an offer",
  });
  expect((await one.get("/ms_applications/offered/admission")).body).toEqual([]);
});

test("who waits is told what to do about the screening: to choose a time, to come, and nothing once it is over", async () => {
  const [one, other] = [await candidate(portal), await offered(portal)];
  const wait = /^Wait for the decision of the college/;
  expect((await seen(one)).next).toMatch(wait);
  const officer = await screeningOfficer(portal);
  await openScreeningDay(officer);
  expect((await seen(one)).next).toMatch(
    /^Choose a time for your screening\. Then wait for the decision of the college/,
  );
  expect((await seen(other)).next).toMatch(/^To accept it/);
  const [own] = (await one.get("/ms_screening")).body;
  await granted(one.post(`/ms_screening/${one.application}/book`, { slot: own.days[0].slots[0]._id }));
  expect((await seen(one)).next).toMatch(
    /^Come to your screening on .+, Main Hall, with your originals\. Then wait for the decision/,
  );
  await portal.db
    .updateTable("screening_booking")
    .set({ state: "Attended", stateby: officer._id, stateAt: new Date().toISOString() })
    .where("_id", "=", one.application)
    .execute();
  expect((await seen(one)).next).toMatch(wait);
});

test("the days left are counted to the last day, and are none after it", async () => {
  const one = await offered(portal);
  expect(await seen(one)).toMatchObject({ daysleft: 14, acceptable: true });
  await dueIn(portal, one, 0);
  expect(await seen(one)).toMatchObject({ daysleft: 0, acceptable: true });
  const due = await dueIn(portal, one, -1);
  expect(await seen(one)).toMatchObject({ due, daysleft: null, acceptable: false });
});

test("the letter waits for what the college has ruled, and says so", async () => {
  const [bare, referred, paid] = [await offered(portal), await offered(portal), await admissionStates.paid(portal)];
  await makeAcceptance(referred);
  const waits = async () => (await Promise.all([bare, referred, paid].map(seen))).map(({ letterwaits }) => letterwaits);
  expect(await waits()).toEqual(["Generate the payment reference of the acceptance fee first", null, null]);
  await setRule("accepted");
  expect(await waits()).toEqual(["Pay the acceptance fee first", "Pay the acceptance fee first", null]);
  await setRule("offered");
  expect(await waits()).toEqual([null, null, null]);
  await setRule("reference");
});

test("while the provider is silent the reference is said to be on its way, and nothing is asked of its owner", async () => {
  const bank = sandboxControl(portal.sandbox);
  const one = await offered(portal);
  await bank.fault("init-5xx");
  await bank.fault("status-5xx");
  await makeAcceptance(one);
  expect(await seen(one)).toMatchObject({
    next: expect.stringContaining("has not answered yet, and we keep asking"),
    letterwaits: "The acceptance fee's reference is still being made",
  });
  await bank.noFaults();
});

test("a fee keeps the items it was made with, whatever the bursary sets later", async () => {
  const one = await offered(portal);
  await makeAcceptance(one);
  const { session } = await seen(one);
  expect((await one.get("/ms_acceptance_fee")).body).toMatchObject([
    { session: session._id },
    { session: session._id },
  ]);
  const fee = async () => (await seen(one)).acceptanceFee;
  const before = await fee();
  expect(before.items).toEqual([
    { name: "Acceptance of the offer", amount: 12_500 },
    { name: "ICT and portal", amount: 5_000 },
  ]);
  await portal.db.updateTable("acceptance_fee_item").set({ amount_kobo: 100 }).execute();
  expect(await fee()).toEqual(before);
});

test("money with the bursary, a late payment and another place ask for no payment", async () => {
  const held = await seen(await admissionStates.held(portal));
  expect(held).toMatchObject({ stage: "Your payment is with the bursary", acceptanceFee: { state: "HELD" } });
  expect(held.next).toContain("please do not pay again");
  const late = await seen(await admissionStates["late-payment"](portal));
  expect(late).toMatchObject({ stage: "Your payment is with the bursary", reason: null, accepted: false });
  expect(late.next).toContain("keeps it as your credit");
  expect(await seen(await admissionStates["other-place"](portal))).toMatchObject({
    ...{ stage: "You have accepted another place", next: "Nothing is to be paid here", acceptable: false },
    letterwaits: "You have accepted another place",
  });
});
