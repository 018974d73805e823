import type { FastifyInstance } from "fastify";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { paperLetters, papers } from "#reference/papers/papers.contract.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { deskPayment } from "../payment-reference/payment-reference.desk.server.ts";
import { asRecords, paidOnOf, viewOf } from "../payment-reference/payment-reference.read.server.ts";
import { paymentSentence } from "../payment-reference/payment-reference.sentence.contract.ts";
import type { readOfficeReceipt } from "./receipt.office.contract.ts";

/** The receipt of a payment that was verified once, for the office. 404 for any other. */
export async function officeReceipt(app: FastifyInstance, id: string): Promise<Replied<typeof readOfficeReceipt>> {
  const { db, config } = app.portal;
  const payment = await deskPayment(db, id);
  if (!payment.verifiedAt) throw notFound();
  const [[record], paidOn, asOf] = await Promise.all([asRecords(db, [payment]), paidOnOf(db, payment), clock(db)]);
  if (!record) throw notFound();
  const letter = payment.purpose === "acceptance" ? paperLetters.acceptanceReceipt : paperLetters.applicationReceipt;
  const { rrr, state, surplus, creditused, verified, programme, session, amount, items } = record;
  return {
    ...{
      title: papers[letter],
      RRR: rrr,
      jamb: payment.jamb,
      state,
      surplus,
      creditused,
      verified,
      programme,
      session,
    },
    code: payment.applicationcode,
    message: paymentSentence(viewOf(payment)),
    details: {
      ...{ payerName: payment.payername, payerEmail: payment.payeremail, payerPhone: payment.payerphone },
      ...{ amount, description: payment.description, items, paidOn },
    },
    genuine: rrr && paperAddress(config, letter, rrr),
    asOf,
  };
}
