import type { FastifyInstance } from "fastify";
import type { SignedIn } from "#identity/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { planCheck, waitWhileAsked } from "../payment-verification/payment-verification.hold.server.ts";
import { askForReference, checkPaymentJob } from "../payment-verification/payment-verification.job.server.ts";
import { onOwnLine } from "../payment-verification/payment-verification.lines.server.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import { createIntent, type Wanted } from "./payment-reference.create.server.ts";
import { type OwnPayment, ownPayment, viewOf } from "./payment-reference.read.server.ts";
import { isToPay, paymentSentence } from "./payment-reference.sentence.contract.ts";
import { isAwaited } from "./payment-reference.states.contract.ts";

/** After so many seconds somebody else asks for what a killed process left behind. */
const RESCUE_SECONDS = 30;

/**
 * Makes a reference for what `want` answers, or answers the open one. The intent is kept before the provider is asked;
 * without an answer the payment comes back as it stands and the portal goes on asking. Refuses what `createIntent`
 * refuses, and with the provider's own words when it refuses.
 */
export async function generateReference(
  app: FastifyInstance,
  ask: Ask<SignedIn, string, unknown>,
  want: (trx: Trx) => Promise<Wanted>,
): Promise<{ payment: OwnPayment; message: string }> {
  const { _id, purpose } = await write(app, ask, async (work) => {
    const wanted = await want(work.trx);
    const intent = await createIntent(work, wanted);
    if (intent.made) await planCheck(work.trx, checkPaymentJob, intent._id, RESCUE_SECONDS);
    return { _id: intent._id, purpose: wanted.purpose };
  });
  const payment = await withReference(app, { applicant: ask.who.applicant, purpose }, _id);
  if (payment.state === "REFUSED" && payment.whynot === "recalled") throw refuse(paymentSentence(viewOf(payment)));
  if (payment.state === "REFUSED") throw refuse(`Remita error: ${await refusalOf(app.portal.db, payment)}`);
  const { rrr, amount_kobo } = payment;
  const message =
    rrr && isToPay(payment)
      ? `Your payment reference (RRR) is ${groupedRrr(rrr)}. Pay ${asNaira(naira(amount_kobo))} with it online or at any bank`
      : paymentSentence(viewOf(payment));
  return { payment, message };
}

type Owner = Parameters<typeof ownPayment>[1];

/** Asks the provider, or waits for whoever is asking; the answer is what is known at the end of it. */
async function withReference(app: FastifyInstance, owner: Owner, _id: string): Promise<OwnPayment> {
  const { db } = app.portal;
  const payment = await ownPayment(db, owner, _id);
  if (!isAwaited(payment.state)) return payment;
  if (await onOwnLine(owner.applicant, _id, () => askForReference(app, _id))) return ownPayment(db, owner, _id);
  await waitWhileAsked(db, _id);
  const waited = await ownPayment(db, owner, _id);
  if (waited.state !== "REQUESTING") return waited;
  // Whoever was asking is gone.
  await askForReference(app, _id);
  return ownPayment(db, owner, _id);
}

/** What the provider said when it refused; its words are for people. Specification 8. */
async function refusalOf(db: Database, { evidence }: OwnPayment): Promise<string> {
  const event = await db
    .selectFrom("payment_event")
    .select("said")
    .where("_id", "=", evidence ?? "")
    .executeTakeFirst();
  return event?.said || "the payment service refused to make a reference";
}
