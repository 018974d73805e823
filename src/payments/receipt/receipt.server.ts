import type { FastifyInstance } from "fastify";
import { personOf } from "#identity/account/account.read.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { bioOf } from "#profile/bio/bio.server.ts";
import { paperLetters } from "#reference/papers/papers.contract.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { asRecords, ownPayment, paidOnOf, viewOf } from "../payment-reference/payment-reference.read.server.ts";
import { paymentSentence } from "../payment-reference/payment-reference.sentence.contract.ts";
import { readApplicationReceipt } from "./receipt.contract.ts";

export function receiptCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readApplicationReceipt, applicant, async ({ who, params }) => {
    const payment = await ownPayment(db, { applicant: who.applicant, purpose: "application" }, params.id);
    const [[record], person, bio, paidOn, asOf] = await Promise.all([
      asRecords(db, [payment]),
      personOf(db, who.applicant),
      bioOf(db, who.applicant),
      paidOnOf(db, payment),
      clock(db),
    ]);
    if (!record || !bio) throw notFound();
    const { rrr, trxcode, items, application, checkedAt, paidby, whynot, ...find } = record;
    const message = paymentSentence(viewOf(payment));
    const used = application && payment.applicationcode ? { _id: application, code: payment.applicationcode } : null;
    return {
      bio: { firstname: bio.firstname, middlename: bio.middlename, lastname: bio.lastname },
      find: { ...find, paymentReference: trxcode, application: used, applicant: person, message },
      genuine: rrr && paperAddress(config, paperLetters.applicationReceipt, rrr),
      asOf,
      RRR: rrr,
      details: {
        ...{ payerName: payment.payername, payerEmail: payment.payeremail, payerPhone: payment.payerphone },
        ...{ amount: record.amount, description: payment.description, items },
        paidOn,
      },
    };
  });
}
