import { alsoApplied, type Candidate, candidate, dueIn, offer, offered } from "./offered-applicant.ts";
import { tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { granted } from "./walk.ts";

const path = "/ms_acceptance_fee_rrr";

/** Makes the reference of an offer's acceptance fee; answers its twelve digits. */
export const makeAcceptance = async (one: Candidate): Promise<string> =>
  (await granted(one.post(path, { application: one.application }))).body.RRR;

/** Pays it at the provider, and has the portal ask. */
export async function payAcceptance(portal: TestPortal, one: Candidate): Promise<Candidate> {
  const rrr = await makeAcceptance(one);
  await sandboxControl(portal.sandbox).pay(rrr);
  return asked(portal, one, rrr);
}

async function asked(portal: TestPortal, one: Candidate, rrr: string): Promise<Candidate> {
  await tenSecondsLater(portal);
  await granted(one.get(`${path}/verify/${rrr}`));
  return one;
}

/** Somebody with two offers of one session. */
export async function offeredTwice(portal: TestPortal): Promise<[Candidate, Candidate]> {
  const first = await candidate(portal, 5);
  const second = await alsoApplied(portal, first, 6);
  await Promise.all([offer(portal, first), offer(portal, second, 2)]);
  return [first, second];
}

/** Where applicants may find what they applied for: each makes somebody new who is there. */
export const admissionStates = {
  pending: (portal: TestPortal) => candidate(portal),
  offered: (portal: TestPortal) => offered(portal),
  conditional: (portal: TestPortal) => offered(portal, 2),
  async "last-day"(portal: TestPortal) {
    const one = await offered(portal);
    await dueIn(portal, one, 0);
    return one;
  },
  async "reference-open"(portal: TestPortal) {
    const one = await offered(portal, 2);
    await makeAcceptance(one);
    return one;
  },
  async "reference-cancelled"(portal: TestPortal) {
    const one = await offered(portal);
    const rrr = await makeAcceptance(one);
    await sandboxControl(portal.sandbox).deed("deactivate", rrr);
    return asked(portal, one, rrr);
  },
  async paid(portal: TestPortal) {
    return payAcceptance(portal, await offered(portal));
  },
  async lapsed(portal: TestPortal) {
    const one = await offered(portal);
    await makeAcceptance(one);
    await dueIn(portal, one, -1);
    return one;
  },
  async "late-payment"(portal: TestPortal) {
    const one = await offered(portal, 2);
    const rrr = await makeAcceptance(one);
    await dueIn(portal, one, -1);
    await sandboxControl(portal.sandbox).pay(rrr);
    return asked(portal, one, rrr);
  },
  async held(portal: TestPortal) {
    const one = await offered(portal);
    const bank = sandboxControl(portal.sandbox);
    const rrr = await makeAcceptance(one);
    await bank.pay(rrr);
    await bank.fault("status-wrong-amount");
    await asked(portal, one, rrr);
    await bank.noFaults();
    return one;
  },
  choice: async (portal: TestPortal) => (await offeredTwice(portal))[0],
  async "other-place"(portal: TestPortal) {
    const [first, second] = await offeredTwice(portal);
    await payAcceptance(portal, second);
    return first;
  },
  async "paid-beside"(portal: TestPortal) {
    const [first, second] = await offeredTwice(portal);
    const rrr = await makeAcceptance(first);
    await payAcceptance(portal, second);
    await sandboxControl(portal.sandbox).pay(rrr);
    return asked(portal, first, rrr);
  },
} satisfies Record<string, (portal: TestPortal) => Promise<Candidate>>;
