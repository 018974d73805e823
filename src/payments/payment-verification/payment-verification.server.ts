import type { FastifyInstance } from "fastify";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { naira } from "#kit/money.contract.ts";
import { Refusal, refuse } from "#kit/refusal.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { ownPayment } from "../payment-reference/payment-reference.read.server.ts";
import { paymentSentence } from "../payment-reference/payment-reference.sentence.contract.ts";
import { isPayable } from "../payment-reference/payment-reference.states.contract.ts";
import { openPayPage, verifyPayment } from "./payment-verification.contract.ts";
import { waitWhileAsked } from "./payment-verification.hold.server.ts";
import { checkPayment } from "./payment-verification.job.server.ts";
import { provider } from "./payment-verification.provider.server.ts";

/** For references that are not one's own: enough for slips of the finger. */
const guesses: Limit = {
  name: "payment-guess",
  points: 30,
  seconds: 900,
  sentence: "Too many references that are not yours were asked for. Please try again in a quarter of an hour",
};

export function paymentVerificationCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, verifyPayment, applicant, async ({ who, params }) => {
    const asked = await ownReference(app, who.applicant, params.trxcode);
    if (isPayable(asked.state) && !(await checkPayment(app, asked._id))) await waitWhileAsked(db, asked._id);
    const { state, rrr, amount_kobo, verifiedAt, checkedAt } = await ownPayment(db, who.applicant, asked._id);
    const amount = naira(amount_kobo);
    return {
      type: "success" as const,
      message: paymentSentence({ state, amount, verified: verifiedAt }),
      isverified: state === "PAID",
      verified: verifiedAt,
      trxcode: rrr ?? "",
      ...{ amount, state, checkedAt },
    };
  });

  handle(app, openPayPage, applicant, async ({ who, params }) => {
    const { state, rrr, amount_kobo, verifiedAt } = await ownReference(app, who.applicant, params.trxcode);
    const sentence = paymentSentence({ state, amount: naira(amount_kobo), verified: verifiedAt });
    if (state !== "OPEN" || !rrr) throw refuse(sentence);
    return provider(app).payForm(rrr, `${config.publicUrl}/app/pay`);
  });
}

/** One's own payment by its trxcode. Misses are counted, so that nobody tries twelve digits out. */
async function ownReference(app: FastifyInstance, owner: string, trxcode: string) {
  try {
    return await ownPayment(app.portal.db, owner, trxcode);
  } catch (error) {
    if (error instanceof Refusal) await app.portal.limits.take(guesses, owner);
    throw error;
  }
}
