import type { FastifyInstance } from "fastify";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { isToPay, paymentSentence } from "../payment-reference/payment-reference.sentence.rules.ts";
import { asRecords, ownReference, purposeOf, viewOf } from "../payment-reference/payment-reference.server.ts";
import { PAYMENT_STATUS } from "../payment-status/payment-status.rules.ts";
import { type PaymentSlip, readPaymentSlip } from "./payment-slip.contract.ts";

const slipTemplate = paperTemplate({
  key: "payment-slip",
  name: "Payment slip",
  when: "Somebody prints or shares what is to be paid",
  reader: "applicants",
  values: usual("name", "session", "amount"),
  words: {
    heading: "Payment slip",
    opening: "",
    closing:
      "Keep the slip of the bank until your registration. A bank may need up to two days to tell us; nobody has to pay twice.",
  },
});

export const paymentSlipCalls = (app: FastifyInstance): void =>
  handle(app, readPaymentSlip, applicant, ({ who, params }) => slipOf(app, who.applicant, params.id));

/** The slip of one's own reference, whatever it is for. 404 for another's. */
export async function slipOf(app: FastifyInstance, owner: string, id: string): Promise<PaymentSlip> {
  const { db } = app.portal;
  const payment = await ownReference(db, owner, id);
  const rules = purposeOf(app, payment);
  const [records, lastDay, asOf] = await Promise.all([asRecords(db, [payment]), rules.payBy(db, payment), clock(db)]);
  const [record] = records;
  const payBy = lastDay && { ...lastDay, over: payment.whynot === "late" || lagosDay(asOf) > lastDay.day };
  if (!record) throw new Error("A payment has no record");
  const { _id, rrr, state, surplus, amount, items, programme, session } = record;
  return {
    _id,
    RRR: rrr,
    state,
    surplus,
    payable: !!rrr && isToPay(payment),
    amount,
    items,
    payerName: payment.payername,
    description: payment.description,
    programme: programmeTitle(programme),
    session: session.name,
    payBy,
    message: paymentSentence(viewOf(payment)),
    receipt: rules.receipt(payment),
    screen: rules.screen,
    status: rrr && `${app.portal.config.publicUrl}${PAYMENT_STATUS}/${rrr}`,
    asOf,
    words: await paperWords(db, slipTemplate, {
      name: payment.payername,
      session: session.name,
      amount: asNaira(amount),
    }),
  };
}

export const paymentSlipNoun: Noun = {
  name: "payment-slip",
  templates: [slipTemplate],
  calls: paymentSlipCalls,
};
