import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance } from "../../../../testing/admitted-applicant.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, offer, offered } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { insist } from "../../../../testing/visitor.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { withoutConstraint } from "../../../../testing/without-guard.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await sandboxControl(portal.sandbox).fault("notify-none");
});
afterAll(() => portal.stop());

const leave = (one: Candidate, deed: "decline" | "withdraw") =>
  insist(() => one.post(`/ms_applications/${one.application}/${deed}`, { reason: "Cost" }));
const decline = (one: Candidate) => leave(one, "decline");
const withdraw = (one: Candidate) => leave(one, "withdraw");

/** An offer whose acceptance fee is paid at the provider, which the portal has not heard of. */
async function paidUnheard(on: TestPortal) {
  const one = await offered(on);
  const rrr = await makeAcceptance(one);
  await sandboxControl(on.sandbox).pay(rrr);
  await tenSecondsLater(on);
  return { one, verify: () => one.get(`/ms_acceptance_fee_rrr/verify/${rrr}`) };
}

/** One whose reference was cancelled there and paid all the same: nothing asks about it by itself meanwhile. */
async function paidCancelled(on: TestPortal) {
  const one = await offered(on);
  const rrr = await makeAcceptance(one);
  const bank = sandboxControl(on.sandbox);
  await bank.fault("notify-none");
  const verify = async () => {
    await tenSecondsLater(on);
    return one.get(`/ms_acceptance_fee_rrr/verify/${rrr}`);
  };
  await bank.deed("deactivate", rrr);
  await verify();
  await bank.payAnyway(rrr);
  return { one, rrr, verify };
}

// Without the key the payment would be taken for a place that nobody has any more: a fault at every question.
const guards: readonly (readonly [by: string, remove: (on: TestPortal) => Promise<void>, status: number])[] = [
  ["the key of the acceptance", async () => {}, 200],
  ["nothing", (on) => withoutConstraint(on, "acceptance", "acceptance_application_fkey"), 500],
];

test.each(guards)("a payment that is told of at the minute of a decline, held by %s", async (_by, remove, status) => {
  const on = await startPortal(inject("place"));
  try {
    // A reference that the decline has nothing to cancel of, so that both meet at the offer alone.
    const { one, rrr, verify } = await paidCancelled(on);
    await remove(on);
    // The decline has locked the offer and waits; the payment is told meanwhile.
    const [declined, verified] = await whileTableHeld(on, "departure", 2, async () => {
      const declining = decline(one);
      expect(await untilWaiting(on)).toBe(true);
      return Promise.all([declining, verify()]);
    });
    expect(declined.body.type).toBe("success");
    expect(verified.status).toBe(status);
    if (status === 200) {
      expect(verified.body).toMatchObject({ state: "PAID", surplus: "given-up" });
      const cases = await on.db.selectFrom("payment_exception").select("kind").where("rrr", "=", rrr).execute();
      expect(cases, "the money desk sees it").toEqual([{ kind: "Paid for a place given up" }]);
      await expectInvariants(on.db);
    }
    expect(await on.db.selectFrom("acceptance").select("application").execute()).toEqual([]);
  } finally {
    await on.stop();
  }
});

test("a decline at the minute in which the payment is settled finds the place accepted", async () => {
  const { one, verify } = await paidCancelled(portal);
  const [verified, declined] = await whileTableHeld(portal, "ledger_journal", 2, async () => {
    const settling = verify();
    expect(await untilWaiting(portal)).toBe(true);
    return Promise.all([settling, decline(one)]);
  });
  expect(verified.body).toMatchObject({ state: "PAID", surplus: null });
  expect(declined).toMatchObject({ status: 200, body: { code: "offer-accepted-already" } });
  expect((await one.get("/ms_applications")).body[0]).toMatchObject({ accepted: true });
  await expectInvariants(portal.db);
});

test("a decline and a payment of an open reference that meet: exactly one wins, and no money is lost", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { one, verify } = await paidUnheard(portal);
    const both = [() => decline(one), verify];
    const replies = await Promise.all((round % 2 ? both : both.toReversed()).map((begin) => begin()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await tenSecondsLater(portal);
    const paid = (await verify()).body;
    const accepted = (await one.get("/ms_applications")).body[0].accepted;
    expect(paid).toMatchObject({ state: "PAID", surplus: accepted ? null : "given-up" });
    await expectInvariants(portal.db);
  }
});

test("a withdrawal and a release that meet: the one that comes second is refused", async () => {
  const first = await candidate(portal);
  const [withdrawn, refused] = await whileTableHeld(portal, "departure", 2, async () => {
    const withdrawing = withdraw(first);
    expect(await untilWaiting(portal)).toBe(true);
    return Promise.all([withdrawing, offer(portal, first).catch((reason: unknown) => reason)]);
  });
  expect(withdrawn.body.type).toBe("success");
  expect(refused).toMatchObject({ code: "given-up-already" });

  const second = await candidate(portal);
  const [, late] = await whileTableHeld(portal, "offer", 2, async () => {
    const offering = offer(portal, second);
    expect(await untilWaiting(portal)).toBe(true);
    return Promise.all([offering, withdraw(second)]);
  });
  expect(late).toMatchObject({ status: 200, body: { code: "offer-made-already" } });
  await expectInvariants(portal.db);
});
