import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { dueIn, offered } from "../../../testing/offered-applicant.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { granted } from "../../../testing/walk.ts";
import { slipText } from "./payment-slip.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterAll(() => portal.stop());

const path = "/ms_payment_slip";

test("the slip of an application fee says what to pay, for whom, for what and until when", async () => {
  const person = await payer(portal);
  const programme = await person.programme();
  const { rrr, _id, amount } = await person.reference();
  const { body } = await granted(person.get(`${path}/${rrr}`));
  expect(body).toMatchObject({
    ...{ _id, RRR: rrr, state: "OPEN", surplus: null, payable: true, amount, session: "2026/2027" },
    description: expect.stringContaining(programme.name),
    payBy: {
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      why: expect.stringMatching(/^Applications close at the end of \w+ \d+ \w+ \d{4}$/),
      over: false,
    },
    receipt: `/application-receipt/${_id}`,
    screen: "/app/pay",
  });
  const grouped = rrr.replace(/(\d{4})(\d{4})(\d{4})/, "$1-$2-$3");
  for (const named of [_id, grouped, rrr.replace(/(\d{4})/, "$1 ")]) {
    const again = (await granted(person.get(`${path}/${encodeURIComponent(named)}`))).body;
    expect(again).toEqual({ ...body, asOf: again.asOf });
  }
  const text = slipText(body);
  for (const needed of [grouped, "₦2,500.00", "Two thousand, five hundred naira only", body.payerName, brand.name]) {
    expect(text).toContain(needed);
  }
  for (const needed of [
    "Bank branch",
    "USSD",
    "POS agent",
    "Online",
    "its own charge",
    "Pay by:",
    contact.emailaddress,
  ]) {
    expect(text).toContain(needed);
  }
  expect(text).not.toMatch(/undefined|null/);
});

test.each([
  ["2099-03-20T23:00:00Z", "2099-03-20"],
  ["2099-03-21T11:00:00Z", "2099-03-21"],
])("when applications close at %s, the last day to pay is %s", async (closes, day) => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const admitting = portal.db.selectFrom("session").select(["_id", "closes"]).where("admission", "=", true);
  const session = await admitting.executeTakeFirstOrThrow();
  const close = (at: string | null) =>
    portal.db.updateTable("session").set({ closes: at }).where("_id", "=", session._id).execute();
  await close(closes);
  expect((await person.get(`${path}/${rrr}`)).body.payBy).toMatchObject({ day, over: false });
  await close(session.closes);
});

test("the slip of an acceptance fee names the last day of the offer, and says when it is over", async () => {
  const one = await offered(portal);
  const { RRR } = (await granted(one.post("/ms_acceptance_fee_rrr", { application: one.application }))).body;
  const due = await dueIn(portal, one, 9);
  expect((await granted(one.get(`${path}/${RRR}`))).body).toMatchObject({
    ...{ RRR, payable: true, amount: 17_500, screen: "/app/accept", receipt: `/print-acceptance/${one.application}` },
    payBy: { day: due, over: false },
  });
  await dueIn(portal, one, 0);
  expect((await one.get(`${path}/${RRR}`)).body).toMatchObject({ payable: true, payBy: { over: false } });
  await dueIn(portal, one, -1);
  expect((await one.get(`${path}/${RRR}`)).body).toMatchObject({ payable: false, payBy: { over: true } });
});

test("a reference that is paid is not to be paid again, and its slip says so", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  await granted(person.get(`/ms_application_fee/${rrr}`));
  expect((await person.get(`${path}/${rrr}`)).body).toMatchObject({
    ...{ state: "PAID", payable: false },
    message: expect.stringContaining("was verified"),
  });
});

test("another's slip and an unknown one are the same 404", async () => {
  const [owner, other] = [await payer(portal), await payer(portal)];
  const { rrr, _id } = await owner.reference();
  const replies = await Promise.all([rrr, _id, "100000000000", "nonsense"].map((id) => other.get(`${path}/${id}`)));
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});
