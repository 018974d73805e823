import type { FastifyInstance } from "fastify";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { type PaymentState, settledStates } from "#payments/payment-reference/payment-reference.rules.ts";
import { deskPayment, eventsOf } from "#payments/payment-reference/read/read.desk.server.ts";
import type { OwnPayment } from "#payments/payment-reference/read/read.server.ts";
import { onOwnLine } from "#payments/payment-reference/verification/verification.hold.server.ts";
import { checkPayment, lookAtPayment } from "#payments/payment-reference/verification/verification.job.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { write } from "#platform/write.server.ts";
import { exceptionsAbout } from "../payment-exception/payment-exception.read.server.ts";
import { deskStates, eventInWords } from "./payment-desk.words.contract.ts";

/**
 * Asks the provider about one payment, by the same claim and line as its payer's Verify Payment: at most every ten seconds,
 * and never within a transaction. Of a settled payment the answer is kept and changes nothing. Refuses one's own (403).
 */
export async function askAboutOne(app: FastifyInstance, ask: Ask<Officer>, payment: string) {
  requireWholeCollege(ask.who);
  const { db } = app.portal;
  const before = await deskPayment(db, payment);
  const { _id, applicant, state } = before;
  await refuseOwnFiles(db, ask.who, [applicant]);
  if (state === "REFUSED") throw refuse("The provider has made no reference for it, so there is nothing to ask about");
  await write(app, ask, async ({ note }) => note({ deed: "payment.requery", subject: `payment:${_id}` }));
  const question = settledStates.includes(state) ? lookAtPayment : checkPayment;
  const asked = await onOwnLine(applicant, _id, () => question(app, _id));
  const after = await deskPayment(db, _id);
  const message = !asked ? "Asked a moment ago. Try again in 10 seconds" : await told(db, state, after);
  return { type: "success" as const, message, state: after.state, answered: asked && !after.unanswered };
}

async function told(db: Database, before: PaymentState, { _id, state, unanswered }: OwnPayment): Promise<string> {
  if (state !== before) return `It is ${deskStates[state]} now`;
  if (unanswered) return "The provider did not answer. We go on asking";
  const [events, exceptions] = await Promise.all([eventsOf(db, _id), exceptionsAbout(db, _id)]);
  const last = events.at(-1);
  const waits = exceptions.some(({ kind, closedAt }) => kind === "Provider differs" && !closedAt);
  return `${last ? eventInWords(last) : "The provider has answered"}. It stays ${deskStates[state]}${
    waits ? ", and waits under Exceptions as “Provider differs”" : ""
  }`;
}
