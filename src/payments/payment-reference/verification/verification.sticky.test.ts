import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { COURSES, COURSES_TIMEOUT } from "../../../../testing/courses.ts";
import { keepEvidence } from "../../../../testing/evidence.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Payable, payable, purposes } from "../../../../testing/payable.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
import { type PaymentState, paymentSteps } from "../payment-reference.rules.ts";
import { checkPaymentJob } from "./verification.job.server.ts";

let portal: TestPortal;
let second: Awaited<ReturnType<typeof secondPortal>>;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  second = await secondPortal(portal, inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

type Made = Awaited<ReturnType<Payable["make"]>>;

/** What happens around a reference: people and processes that ask, the provider that tells, lies and changes its mind. */
const happenings: Readonly<Record<string, (one: Payable, made: Made) => Promise<unknown>>> = {
  "verified here": (one, { rrr }) => one.person.get(one.verifyPath(rrr)),
  "verified there": (one, { rrr }) => caller(second, one.person.token).get(one.verifyPath(rrr)),
  "wished again": (one) => one.wish(),
  "asked by the plan": (_, { _id }) => checkPaymentJob.run(portal.app, { payment: _id }),
  "told thrice": (_, { rrr }) => bank.notify(rrr, { times: 3 }),
  "told with another order": (_, { rrr }) => bank.notify(rrr, { order: "somebody-else", tamper: { amount: 1 } }),
  paid: (_, { rrr }) => bank.payAnyway(rrr),
  cancelled: (_, { rrr }) => bank.deed("deactivate", rrr),
  "given up": (_, { rrr }) => bank.deed("abort", rrr),
  lapsed: (_, { rrr }) => bank.deed("expire", rrr),
  "taken back there": (_, { rrr }) => bank.deed("reverse", rrr),
  flapping: (_, { rrr }) => bank.faultFor(rrr, "status-flap", "", 4),
  "a wrong amount told": (_, { rrr }) => bank.faultFor(rrr, "status-wrong-amount", "1", 1),
  "a new code told": (_, { rrr }) => bank.faultFor(rrr, "unknown-code", "777", 1),
  "cancelled, it says": (_, { rrr }) => bank.faultFor(rrr, "unknown-code", "659", 1),
  "unknown, it says": (_, { rrr }) => bank.faultFor(rrr, "unknown-code", "022", 1),
};
const several = fc.array(fc.constantFrom(...Object.keys(happenings)), { minLength: 1, maxLength: 5 });

describe.each(purposes)("%s fee", (purpose) => {
  test(
    "whatever happens at once and in whatever order, a payment takes legal steps only and stays paid",
    async (context) => {
      const courses = fc.array(several, { minLength: 4, maxLength: 9 });
      await fc.assert(
        fc.asyncProperty(courses, async (course) => {
          const one = await payable(portal, purpose);
          const made = await one.make();
          let seen = await rowOf(made._id);
          for (const names of course) {
            await tenSecondsLater(portal);
            // What the provider refuses, such as a second payment, is no harm.
            await Promise.all(names.map((name) => happenings[name]?.(one, made).catch(() => null)));
            const now = await rowOf(made._id);
            expect(reached(seen.state as PaymentState), `${seen.state}, then ${names}`).toContain(now.state);
            if (seen.state === "PAID") expect(kept(now)).toEqual(kept(seen));
            seen = now;
          }
          await bank.noFaultsFor(made.rrr);
          await plannedTimeComes(portal);
          await expectInvariants(portal.db);
          const invoice = (await bank.ledger()).find(({ rrr }) => rrr === made.rrr);
          if (invoice?.state === "PAID") expect(["PAID", "HELD"]).toContain((await rowOf(made._id)).state);
        }),
        { numRuns: COURSES, endOnFailure: true },
      );
      keepEvidence(context, { asked: `${COURSES} courses`, measured: "each reference took legal steps only" });
    },
    COURSES_TIMEOUT,
  );
});

const rowOf = (_id: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();

const kept = ({ state, rrr, verifiedAt, evidence, surplus }: Awaited<ReturnType<typeof rowOf>>) => ({
  ...{ state, rrr, verifiedAt, evidence, surplus },
});

/** Every state to which the portal itself may take a payment from this one; of PAID only people take it away. */
function reached(from: PaymentState): PaymentState[] {
  const found = new Set<PaymentState>([from]);
  const next = (state: PaymentState) =>
    state === "PAID" || state === "HELD" ? [] : paymentSteps[state].filter((to) => !found.has(to));
  for (const state of found) for (const to of next(state)) found.add(to);
  return [...found];
}

test("the ledgers agree after all of it", () =>
  expectSameLedgers(portal).then((count) => expect(count).toBeGreaterThan(0)));
