import type { FastifyInstance } from "fastify";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import type { Ask } from "#kit/handle.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { deskPayment } from "#payments/payment-reference/payment-reference.desk.server.ts";
import { settledStates } from "#payments/payment-reference/payment-reference.states.contract.ts";
import { checkPayment, lookAtPayment } from "#payments/payment-verification/payment-verification.job.server.ts";
import { onOwnLine } from "#payments/payment-verification/payment-verification.lines.server.ts";
import { write } from "#platform/write.server.ts";
import { deskStates } from "./payment-desk.words.contract.ts";

/**
 * Asks the provider about one payment, by the same claim and line as its payer's Verify Payment: at most every ten seconds,
 * and never within a transaction. Of a settled payment the answer is kept and changes nothing. Refuses one's own (403).
 */
export async function askAboutOne(app: FastifyInstance, ask: Ask<Officer, "/staff/ms_payment/:id/requery", unknown>) {
  requireWholeCollege(ask.who);
  const { db } = app.portal;
  const before = await deskPayment(db, ask.params.id);
  const { _id, applicant, state } = before;
  await refuseOwnFiles(db, ask.who, [applicant]);
  if (state === "REFUSED") throw refuse("The provider has made no reference for it, so there is nothing to ask about");
  await write(app, ask, async ({ note }) => note({ deed: "payment.requery", subject: `payment:${_id}` }));
  const question = settledStates.includes(state) ? lookAtPayment : checkPayment;
  const asked = await onOwnLine(applicant, _id, () => question(app, _id));
  const after = await deskPayment(db, _id);
  const message = told(asked, after.unanswered, state, after.state);
  return { type: "success" as const, message, state: after.state, answered: asked && !after.unanswered };
}

function told(asked: boolean, unanswered: boolean, before: keyof typeof deskStates, now: keyof typeof deskStates) {
  if (!asked) return "Asked a moment ago. Try again in 10 seconds";
  if (now !== before) return `It is ${deskStates[now]} now`;
  if (unanswered) return "The provider did not answer. We go on asking";
  return `The provider has answered. It stays ${deskStates[now]}`;
}
