import type { FastifyInstance } from "fastify";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { purposeOf } from "../lifecycle/lifecycle.purpose.server.ts";
import { isPayable } from "../payment-reference.rules.ts";
import { isToPay, paymentSentence } from "../payment-reference.sentence.rules.ts";
import { openPayPage, verifyPayment } from "../payment-reference.verify.contract.ts";
import { type OwnPayment, ownPayment, viewOf } from "../read/read.server.ts";
import { onOwnLine, waitWhileAsked } from "./verification.hold.server.ts";
import { checkPayment } from "./verification.job.server.ts";
import { providerClient } from "./verification.provider.server.ts";

/** For references that are not one's own: enough for slips of the finger. */
const guesses: Limit = {
  name: "payment-guess",
  points: 30,
  seconds: 900,
  sentence: "Too many references that are not yours were asked for. Please try again in a quarter of an hour",
};

export function paymentVerificationCalls(app: FastifyInstance): void {
  handle(app, verifyPayment, applicant, async ({ who, params }) => {
    const payment = await verifyOwn(app, { applicant: who.applicant, purpose: "application" }, params.trxcode);
    const { state, surplus, rrr, amount_kobo, verifiedAt, checkedAt } = payment;
    return {
      type: "success" as const,
      message: paymentSentence(viewOf(payment)),
      isverified: state === "PAID",
      verified: verifiedAt,
      trxcode: rrr ?? "",
      amount: naira(amount_kobo),
      state,
      surplus,
      checkedAt,
    };
  });

  handle(app, openPayPage, applicant, ({ who, params }) =>
    payPageOf(app, { applicant: who.applicant, purpose: "application" }, params.trxcode),
  );
}

type Owner = Parameters<typeof ownPayment>[1];

/**
 * Asks the provider about one's own payment, at most every ten seconds, and answers what is known then. 404 for what is
 * not one's own or for another purpose; such misses are counted. Contract 2.
 */
export async function verifyOwn(app: FastifyInstance, owner: Owner, rrr: string): Promise<OwnPayment> {
  const { db } = app.portal;
  const asked = await ownOrCounted(app, owner, rrr);
  await askAboutOwn(app, owner.applicant, asked);
  return ownPayment(db, owner, asked._id);
}

/** The same about one's own payment that was read already, whatever it is for. */
export async function askAboutOwn(app: FastifyInstance, owner: string, { _id, state }: OwnPayment): Promise<void> {
  if (isPayable(state) && !(await onOwnLine(owner, _id, () => checkPayment(app, _id))))
    await waitWhileAsked(app.portal.db, _id);
}

/** The form that opens the provider's pay page, which returns to the purpose's screen. Refuses what is not to be paid now. */
export async function payPageOf(app: FastifyInstance, owner: Owner, named: string) {
  const payment = await ownOrCounted(app, owner, named);
  const { rrr } = payment;
  if (!rrr || !isToPay(payment)) throw refuse("payment-not-payable", paymentSentence(viewOf(payment)));
  return providerClient(app).payForm(rrr, `${app.portal.config.publicUrl}${purposeOf(app, payment).screen}`);
}

/** One's own payment by its trxcode. Misses are counted, so that nobody tries twelve digits out. */
async function ownOrCounted(app: FastifyInstance, owner: Owner, trxcode: string): Promise<OwnPayment> {
  try {
    return await ownPayment(app.portal.db, owner, trxcode);
  } catch (error) {
    if (error instanceof Refusal) await app.portal.limits.take(guesses, owner.applicant);
    throw error;
  }
}
