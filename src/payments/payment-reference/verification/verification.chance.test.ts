import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { COURSES, COURSES_TIMEOUT } from "../../../../testing/courses.ts";
import { keepEvidence } from "../../../../testing/evidence.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Payer, payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { checkPaymentJob } from "./verification.job.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterAll(() => portal.stop());

const faults = ["init-timeout-after-commit", "init-5xx", "init-no-rrr", "init-reset", "status-5xx", "status-empty"];
const more = ["status-flap", "status-wrong-amount", "status-wrong-order", "unknown-code", "notify-none", "notify-dup"];
const deed = fc.constantFrom(
  ...["wish", "wish", "ask", "ask", "job", "notify", "pay", "pay wrong", "abort", "fault", "no faults"],
);
const course = fc.array(fc.tuple(deed, fc.nat({ max: 3 }), fc.constantFrom(...faults, ...more)), {
  minLength: 12,
  maxLength: 25,
});

test(
  "whatever happens in whatever order, no money vanishes and none is believed without proof",
  async (context) => {
    await fc.assert(
      fc.asyncProperty(course, async (steps) => {
        const person = await payer(portal);
        for (const [name, number, fault] of steps) await happens(person, name, number, fault);
        await bank.noFaults();
        await settle(person);
        await expectInvariants(portal.db);
        await expectSameLedgers(person);
      }),
      { numRuns: COURSES, endOnFailure: true },
    );
    keepEvidence(context, { asked: `${COURSES} courses`, measured: "the ledgers agree after each" });
  },
  COURSES_TIMEOUT,
);

async function happens(person: Payer, name: string, number: number, fault: string): Promise<void> {
  await tenSecondsLater(portal);
  const own = await referencesOf(person);
  const one = own[number % Math.max(own.length, 1)];
  const rrr = one?.rrr ?? (await bank.ledger()).find(({ orderId }) => orderId === one?.orderid)?.rrr;
  if (name === "wish") await person.post("/ms_application_fee", { programme: (await person.programme(number))._id });
  else if (name === "fault") await bank.fault(fault, fault === "unknown-code" ? "777" : "", 2);
  else if (name === "no faults") await bank.noFaults();
  else if (!one || !rrr) return;
  else if (name === "ask") await person.get(`/ms_application_fee/${rrr}`);
  else if (name === "job") await checkPaymentJob.run(portal.app, { payment: one._id });
  else if (name === "notify") await bank.notify(rrr, { times: 3 });
  else if (name === "pay") await bank.pay(rrr).catch(() => undefined);
  else if (name === "pay wrong") await bank.pay(rrr, { paidAmount: "2499.99" }).catch(() => undefined);
  else if (name === "abort") await bank.deed("abort", rrr).catch(() => undefined);
}

/** Everything that the portal still wants to know is asked, more often than the longest story needs. */
async function settle(person: Payer): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const { _id } of await referencesOf(person)) {
      await tenSecondsLater(portal);
      await sql`update payment_reference set "askingUntil" = null where "askingUntil" < now()`.execute(portal.db);
      await checkPaymentJob.run(portal.app, { payment: _id });
    }
  }
}

/** What is paid there is PAID here, or HELD when it is not the amount that was asked; what is not paid there is not. */
async function expectSameLedgers(person: Payer): Promise<void> {
  const ledger = await bank.ledger();
  for (const { orderid, state, rrr, amount_kobo } of await referencesOf(person)) {
    const invoices = ledger.filter((invoice) => invoice.orderId === orderid);
    expect(invoices.length).toBeLessThanOrEqual(1);
    const [invoice] = invoices;
    if (!invoice?.payment) {
      expect(["OPEN", "UNKNOWN", "REFUSED", "PARKED"]).toContain(state);
      continue;
    }
    expect(invoice.rrr).toBe(rrr);
    if (Math.round(Number(invoice.payment.amount) * 100) === amount_kobo) expect(["PAID", "HELD"]).toContain(state);
    else expect(state).toBe("HELD");
  }
}

const referencesOf = (person: Payer) =>
  portal.db
    .selectFrom("payment_reference")
    .select(["_id", "orderid", "rrr", "state", "amount_kobo"])
    .where("applicant", "=", person._id)
    .orderBy("_id")
    .execute();
