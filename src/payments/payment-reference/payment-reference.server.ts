import type { FastifyInstance } from "fastify";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { asNaira, naira } from "#kit/money.contract.ts";
import { refuse } from "#kit/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { write } from "#platform/write.server.ts";
import { planCheck, waitWhileAsked } from "../payment-verification/payment-verification.hold.server.ts";
import { checkPayment, checkPaymentJob } from "../payment-verification/payment-verification.job.server.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import { generatePaymentReference, listPaymentReferences } from "./payment-reference.contract.ts";
import { createIntent } from "./payment-reference.create.server.ts";
import { ownPayment, paymentReferencesOf } from "./payment-reference.read.server.ts";
import { paymentSentence } from "./payment-reference.sentence.contract.ts";
import { isAwaited } from "./payment-reference.states.contract.ts";
import type { Payment } from "./payment-reference.step.server.ts";

/** After so many seconds somebody else asks for what a killed process left behind. */
const RESCUE_SECONDS = 30;

export function paymentReferenceCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listPaymentReferences, applicant, ({ who }) => paymentReferencesOf(db, who.applicant));

  handle(app, generatePaymentReference, applicant, async (ask) => {
    const { _id } = await write(app, ask, async (work) => {
      const intent = await createIntent(work, ask.who.applicant, ask.body.programme);
      if (intent.made) await planCheck(work.trx, checkPaymentJob, intent._id, RESCUE_SECONDS);
      return { _id: intent._id };
    });
    const payment = await withReference(app, ask.who.applicant, _id);
    if (payment.state === "REFUSED") throw refuse(`Remita error: ${await refusalOf(db, payment)}`);
    const { rrr, amount_kobo, state, verifiedAt } = payment;
    const amount = naira(amount_kobo);
    const message =
      state === "OPEN" && rrr
        ? `Your payment reference (RRR) is ${groupedRrr(rrr)}. Pay ${asNaira(amount)} with it online or at any bank`
        : paymentSentence({ state, amount, verified: verifiedAt });
    return { type: "success" as const, message, _id, trxcode: rrr, rrr, amount, state };
  });
}

/** Asks the provider, or waits for whoever is asking; the answer is what is known at the end of it. */
async function withReference(app: FastifyInstance, owner: string, _id: string): Promise<Payment> {
  const { db } = app.portal;
  const payment = await ownPayment(db, owner, _id);
  if (!isAwaited(payment.state)) return payment;
  if (await checkPayment(app, _id)) return ownPayment(db, owner, _id);
  await waitWhileAsked(db, _id);
  const waited = await ownPayment(db, owner, _id);
  if (waited.state !== "REQUESTING") return waited;
  // Whoever was asking is gone.
  await checkPayment(app, _id);
  return ownPayment(db, owner, _id);
}

/** What the provider said when it refused; its words are for people. Specification 8. */
async function refusalOf(db: Database, { evidence }: Payment): Promise<string> {
  const event = await db
    .selectFrom("payment_event")
    .select("said")
    .where("_id", "=", evidence ?? "")
    .executeTakeFirst();
  return event?.said || "the payment service refused to make a reference";
}
