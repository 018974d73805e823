import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { type MoneyDesk, moneyDesk, sendEvidence } from "../../../testing/correction.ts";
import { inDays } from "../../../testing/days.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payable } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

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

const path = "/staff/ms_payment_correction";

async function open() {
  const one = await payable(portal, "application");
  const { rrr, kobo, _id } = await one.make();
  return { one, rrr, _id, said: { came: kobo / 100, paidon: lagosToday() } };
}

const stateOf = async (rrr: string) =>
  (await portal.db.selectFrom("payment_reference").select("state").where("rrr", "=", rrr).executeTakeFirstOrThrow())
    .state;
const becomes = (who: StaffMember, emailaddress: string) =>
  portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", who._id).execute();
const run = (text: string) => sql.raw(text).execute(portal.db);

test("nobody approves or refuses what they proposed, in the portal and in the database", async () => {
  const { rrr, said } = await open();
  const { body } = await granted(desk.propose(rrr, "Confirm paid", said, desk.bursar));
  for (const deed of ["approve", "refuse"]) {
    const reply = await desk.bursar.post(`${path}/${body._id}/${deed}`, { reason: "Seen and right" });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      403,
      "another-must-decide",
      expect.stringContaining("You proposed this yourself"),
    ]);
  }
  await expect(
    run(`update portal.payment_correction set state = 'Approved', decidedby = proposedby, "decidedAt" = now(), decision = 'ok'
      where _id = '${body._id}'`),
  ).rejects.toThrow("payment_correction_two_people");
  expect((await desk.approve(body._id, desk.cashier)).status).toBe(403);
  expect(await stateOf(rrr)).toBe("OPEN");
});

test("nobody corrects their own payment, neither by proposing nor by deciding", async () => {
  const pages = ["payment-corrections", "payment-corrections.change", "payment-corrections.approve"] as const;
  const [first, second] = [await open(), await open()];
  const payer = await staffMember(portal, { pages });
  await becomes(payer, first.one.person.emailaddress);
  const proposed = await desk.propose(first.rrr, "Confirm paid", first.said, payer);
  expect([proposed.status, proposed.body.code, proposed.body.message]).toEqual([
    403,
    "own-file",
    expect.stringContaining("nobody decides about their own"),
  ]);
  const { body } = await granted(desk.propose(second.rrr, "Confirm paid", second.said));
  await becomes(payer, second.one.person.emailaddress);
  for (const deed of ["approve", "refuse"]) {
    const reply = await payer.post(`${path}/${body._id}/${deed}`, { reason: "It is mine" });
    expect([deed, reply.status]).toEqual([deed, 403]);
  }
  expect(await stateOf(second.rrr)).toBe("OPEN");
});

test("a right that reaches a department decides about no payment", async () => {
  const { rrr, said } = await open();
  const { body } = await granted(desk.propose(rrr, "Confirm paid", said));
  const pages = ["payment-corrections", "payment-corrections.change", "payment-corrections.approve"] as const;
  const head = await headOf(portal, "BIO", pages);
  for (const deed of ["approve", "refuse", "withdraw"]) {
    const reply = await head.post(`${path}/${body._id}/${deed}`, { reason: "Seen and right" });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      403,
      "whole-college-only",
      expect.stringContaining("touches every department"),
    ]);
  }
  expect((await desk.propose(rrr, "Confirm paid", said, head)).status).toBe(403);
  expect(await stateOf(rrr)).toBe("OPEN");
});

test("what is missing or can not be is said under its field, as business where the database knows it", async () => {
  const { rrr, said } = await open();
  const tomorrow = inDays(1);
  const wrong: [Record<string, unknown>, string, RegExp, code?: string][] = [
    [{ ...said, reason: "Too short" }, "reason", /at least 10 characters/],
    [{ ...said, reason: "x".repeat(501) }, "reason", /at most 500 characters/],
    [{ ...said, came: undefined }, "came", /is required/],
    [{ ...said, came: "2500" }, "came", /must be a number/],
    [{ ...said, paidon: undefined }, "paidon", /is required/],
    [{ ...said, came: 1 }, "came", /must be at least/, "amount-too-little"],
    [
      { ...said, paidon: tomorrow },
      "paidon",
      /between .+, when the reference was made, and today/,
      "day-of-payment-impossible",
    ],
    [
      { ...said, paidon: "2020-01-01" },
      "paidon",
      /between .+, when the reference was made, and today/,
      "day-of-payment-impossible",
    ],
    [{ ...said, paidon: "2026-02-30" }, "paidon", /real date/],
    [{ ...said, evidence: "" }, "evidence", /Choose a file/],
    [{ ...said, evidence: "a\u0000b" }, "evidence", /Send the evidence first/, "evidence-missing"],
    [
      { ...said, evidence: await sendEvidence(portal, desk.bursar) },
      "evidence",
      /Send the evidence first/,
      "evidence-missing",
    ],
  ];
  for (const [body, field, sentence, code = "form-invalid"] of wrong) {
    const status = code === "form-invalid" ? 500 : 200;
    const reply = await desk.propose(rrr, "Confirm paid", body);
    expect([field, reply.status, reply.body.code, reply.body.errors?.[field]]).toEqual([
      field,
      status,
      code,
      expect.stringMatching(sentence),
    ]);
  }
  for (const kind of ["Put aside", "Reverse", "Refund", "Refuse reference"] as const)
    expect((await desk.propose(rrr, kind, { voucher: "PV 1" })).body).toMatchObject({
      type: "error",
      code: "correction-not-possible",
    });
  const { body } = await granted(desk.cashier.get(`${path}/payment/${await desk.paymentOf(rrr)}`));
  expect(body).toMatchObject({ possible: ["Confirm paid"], waiting: null });
});

test("whoever proposes hears who may approve it, or that nobody may yet", async () => {
  const [first, second] = [await open(), await open()];
  const asks = async (who: StaffMember, rrr: string) =>
    (await granted(who.get(`${path}/payment/${await desk.paymentOf(rrr)}`))).body.approvers;
  const { pool } = portal.app.portal;
  const others = [[desk.cashier._id, desk.bursar._id]];
  await pool.query("update portal.staff set status = 'On leave' where _id <> all($1::uuid[])", others);
  const named = await asks(desk.cashier, first.rrr);
  expect(named).toEqual([expect.any(String)]);
  const { body } = await granted(desk.propose(first.rrr, "Confirm paid", first.said));
  expect(body.message).toBe(`Proposed. ${named[0]} may approve it`);
  // The bursar is the only one who approves, and nobody approves what they proposed themselves.
  expect(await asks(desk.bursar, second.rrr)).toEqual([]);
  const own = (await granted(desk.propose(second.rrr, "Confirm paid", second.said, desk.bursar))).body;
  expect(own.message).toBe(
    "Proposed. Nobody else may approve it yet: ask an administrator to give a colleague that right",
  );
  await pool.query("update portal.staff set status = 'Active' where _id <> all($1::uuid[])", others);
});

test("a payment has one proposal at a time, and its author alone takes it back", async () => {
  const { rrr, said } = await open();
  const replies = await Promise.all([
    desk.propose(rrr, "Confirm paid", said),
    desk.propose(rrr, "Confirm paid", said, desk.bursar),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const mine = replies[0]?.status === 200;
  const id = replies.find(({ status }) => status === 200)?.body._id;
  const [author, other] = mine ? [desk.cashier, desk.bursar] : [desk.bursar, desk.cashier];
  const withdraw = (who: StaffMember) => who.post(`${path}/${id}/withdraw`, { reason: "Wrong teller" });
  expect((await withdraw(other)).status).toBe(403);
  await granted(withdraw(author));
  expect((await desk.approve(id)).body).toMatchObject({
    code: "already-decided",
    message: expect.stringContaining("is Withdrawn already"),
  });
  const again = (await granted(desk.propose(rrr, "Confirm paid", said))).body._id;
  // The same bytes served the one that was withdrawn, as its approver reads.
  const { evidence } = (await granted(desk.bursar.get(`${path}/${again}/file`))).body;
  expect(evidence.others).toBeGreaterThan(0);
});

test("what is refused changes nothing, and what the payment overtakes is said to be so", async () => {
  const [refused, overtaken] = [await open(), await open()];
  const { body: one } = await granted(desk.propose(refused.rrr, "Confirm paid", refused.said));
  await granted(desk.bursar.post(`${path}/${one._id}/refuse`, { reason: "The teller is another's" }));
  expect(await stateOf(refused.rrr)).toBe("OPEN");
  const { body: other } = await granted(desk.propose(overtaken.rrr, "Confirm paid", overtaken.said));
  await bank.pay(overtaken.rrr);
  await overtaken.one.verify(overtaken.rrr);
  expect((await desk.approve(other._id)).body).toMatchObject({
    code: "already-decided",
    message: expect.stringContaining("is Overtaken already"),
  });
  const { body } = await granted(desk.cashier.get(`${path}?q=${refused.rrr}`));
  expect(body.list).toMatchObject([
    { state: "Refused", decision: "The teller is another's", reason: expect.any(String) },
  ]);
});

test("the database takes no such step without an approved correction of the kind", async () => {
  const { rrr, one, said } = await open();
  await granted(desk.propose(rrr, "Confirm paid", said));
  const paid = `update portal.payment_reference set state = 'PAID', "verifiedAt" = now(),
    correction = (select _id from portal.payment_correction where rrr = '${rrr}') where rrr = '${rrr}'`;
  await expect(run(paid)).rejects.toThrow("an approved correction only");
  await bank.pay(rrr);
  await one.verify(rrr);
  const reversed = `update portal.payment_reference set state = 'REVERSED' where rrr = '${rrr}'`;
  await expect(run(reversed)).rejects.toThrow("from PAID to REVERSED by an approved correction only");
  await desk.correct(rrr, "Reverse");
  const correction = `update portal.payment_correction set state = 'Proposed', decidedby = null, "decidedAt" = null,
    decision = null where rrr = '${rrr}'`;
  await expect(run(correction)).rejects.toThrow("decided once");
  await expect(run("delete from portal.payment_correction")).rejects.toThrow("append-only");
});
