import type { FastifyInstance } from "fastify";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { personOf } from "#identity/account/account.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { bioOf } from "#profile/bio/bio.server.ts";
import { paperLetters, papers } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { paymentSentence } from "../payment-reference/payment-reference.sentence.rules.ts";
import {
  asRecords,
  deskPayment,
  itemsOf,
  type OwnPayment,
  ownPayment,
  ownReference,
  paidOnOf,
  viewOf,
} from "../payment-reference/payment-reference.server.ts";
import { type ApplicationReceipt, readApplicationReceipt, type readOfficeReceipt } from "./receipt.contract.ts";
import { receiptLetters } from "./receipt.rules.ts";
import { receiptTemplates, receiptWords } from "./receipt.words.server.ts";

export { receiptWords } from "./receipt.words.server.ts";

export function receiptCalls(app: FastifyInstance): void {
  handle(app, readApplicationReceipt, applicant, ({ who, params }) =>
    applicationReceiptOf(app, who.applicant, params.id),
  );
}

/** The receipt of one of the own references of an application fee, paid or not. 404 for another's. */
export async function applicationReceiptOf(
  { portal: { db, config } }: FastifyInstance,
  owner: string,
  id: string,
): Promise<ApplicationReceipt> {
  const payment = await ownPayment(db, { applicant: owner, purpose: "application" }, id);
  const [[record], person, bio, paidOn, asOf] = await Promise.all([
    asRecords(db, [payment]),
    personOf(db, owner),
    bioOf(db, owner),
    paidOnOf(db, payment),
    clock(db),
  ]);
  if (!record || !bio) throw notFound();
  const { rrr, trxcode, items, application, checkedAt, paidby, whynot, ...find } = record;
  const message = paymentSentence(viewOf(payment));
  const words = await receiptWords(db, {
    purpose: "application",
    payer: payment.payername,
    session: find.session.name,
    amount: asNaira(record.amount),
    verifiedAt: payment.verifiedAt,
  });
  const used = application && payment.applicationcode ? { _id: application, code: payment.applicationcode } : null;
  return {
    bio: { firstname: bio.firstname, middlename: bio.middlename, lastname: bio.lastname },
    find: { ...find, paymentReference: trxcode, application: used, applicant: person, message },
    genuine: rrr && paperAddress(config, paperLetters.applicationReceipt, rrr),
    asOf,
    RRR: rrr,
    words,
    details: {
      payerName: payment.payername,
      payerEmail: payment.payeremail,
      payerPhone: payment.payerphone,
      amount: record.amount,
      withdrawn: naira(payment.withdrawn_kobo),
      description: payment.description,
      items,
      paidOn,
    },
  };
}

/** The receipt of a payment that was verified once, for the office. 404 for any other. */
export const officeReceipt = async (app: FastifyInstance, id: string): Promise<ReceiptPaper> =>
  paperOf(app, await deskPayment(app.portal.db, id));

/** The same of one's own, whatever was paid. */
export const ownReceipt = async (app: FastifyInstance, owner: string, id: string): Promise<ReceiptPaper> =>
  paperOf(app, await ownReference(app.portal.db, owner, id));

type ReceiptPaper = Replied<typeof readOfficeReceipt>;

async function paperOf(app: FastifyInstance, payment: OwnPayment): Promise<ReceiptPaper> {
  const { db, config } = app.portal;
  if (!payment.verifiedAt) throw notFound();
  const [programmes, sessions, paidOn, asOf] = await Promise.all([
    programmesById(db, payment.programme ? [payment.programme] : []),
    sessionsById(db, [payment.session]),
    paidOnOf(db, payment),
    clock(db),
  ]);
  const session = sessions.get(payment.session);
  if (!session) throw notFound();
  const letter = receiptLetters[payment.purpose];
  const { rrr, state, surplus, creditused, verifiedAt: verified } = payment;
  return {
    title: papers[letter],
    purpose: payment.purpose,
    RRR: rrr,
    jamb: payment.jamb,
    matric: payment.matric || null,
    state,
    surplus,
    creditused,
    verified,
    programme: programmes.get(payment.programme ?? "") ?? null,
    session,
    code: payment.applicationcode,
    message: paymentSentence(viewOf(payment)),
    words: await receiptWords(db, {
      purpose: payment.purpose,
      payer: payment.payername,
      session: session.name,
      amount: asNaira(naira(payment.amount_kobo)),
      verifiedAt: payment.verifiedAt,
    }),
    details: {
      payerName: payment.payername,
      payerEmail: payment.payeremail,
      payerPhone: payment.payerphone,
      amount: naira(payment.amount_kobo),
      withdrawn: naira(payment.withdrawn_kobo),
      description: payment.description,
      items: itemsOf(payment),
      paidOn,
    },
    // Money that was moved has no reference of its own.
    genuine: paperAddress(config, letter, rrr ?? payment._id),
    asOf,
  };
}

export const receiptNoun: Noun = {
  name: "receipt",
  templates: receiptTemplates,
  calls: receiptCalls,
};
