import { expect, inject, test } from "vitest";
import { makeAcceptance } from "../../../../testing/admitted-applicant.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { offered } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { releaseDesk } from "../../../../testing/release-desk.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutConstraint } from "../../../../testing/without-guard.ts";

// Without the key the desk's own steps say no, and the money would never be heard of: a fault at every question.
const guards: readonly (readonly [by: string, remove: (on: TestPortal) => Promise<void>, status: number])[] = [
  ["the key of the acceptance", async () => {}, 200],
  ["nothing", (on) => withoutConstraint(on, "acceptance", "acceptance_application_fkey"), 500],
];

test.each(guards)("a payment that meets a recall of its offer, held by %s", async (_by, remove, status) => {
  const on = await startPortal(inject("place"));
  try {
    const { registrar, provost } = await releaseDesk(on);
    const one = await offered(on);
    const rrr = await makeAcceptance(one);
    await remove(on);
    const bank = sandboxControl(on.sandbox);
    await bank.fault("notify-none");
    const verify = async () => {
      await tenSecondsLater(on);
      return one.get(`/ms_acceptance_fee_rrr/verify/${rrr}`);
    };
    // A reference that the recall has nothing to cancel of, so that both meet at the offer alone.
    await bank.deed("deactivate", rrr);
    await verify();
    await bank.payAnyway(rrr);
    const form = { application: one.application, reason: "Wrong person", words: "It went out by mistake" };
    const { _id } = (await granted(registrar.post("/staff/ms_recall", form))).body;
    // The recall has locked the offer and waits; the payment is told meanwhile.
    const [recalled, verified] = await whileTableHeld(on, "offer_recall", 2, async () => {
      const recall = provost.post(`/staff/ms_recall/${_id}/approve`, {});
      expect(await untilWaiting(on)).toBe(true);
      return Promise.all([recall, verify()]);
    });
    expect(recalled.body.type).toBe("success");
    expect(verified.status).toBe(status);
    if (status === 200) expect(verified.body).toMatchObject({ state: "PAID", surplus: "recalled" });
    expect(await on.db.selectFrom("acceptance").select("application").execute()).toEqual([]);
  } finally {
    await on.stop();
  }
});
