import type { FastifyInstance } from "fastify";
import { ownApplication, type Submitted } from "#applications/application/application.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { generateReference } from "#payments/payment-reference/payment-reference.generate.server.ts";
import { addPurpose, type PayBy } from "#payments/payment-reference/payment-reference.purpose.server.ts";
import {
  acceptancePayments,
  itemsOf,
  type OwnPayment,
  paidOnOf,
  viewOf,
} from "#payments/payment-reference/payment-reference.read.server.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { payPageOf, verifyOwn } from "#payments/payment-verification/payment-verification.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { paperAddress } from "#reference/papers/papers.code.server.ts";
import { paperLetters } from "#reference/papers/papers.contract.ts";
import { type Offer, offerOf } from "../offer/offer.server.ts";
import {
  type AcceptanceFee,
  generateAcceptanceFee,
  openAcceptancePayPage,
  readAcceptanceFee,
  readAcceptanceReceipt,
  verifyAcceptanceFee,
} from "./acceptance.contract.ts";
import { acceptPlace } from "./acceptance.settle.server.ts";
import { wantedAcceptance } from "./acceptance.wanted.server.ts";

const purpose = "acceptance" as const;

export function acceptanceCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  addPurpose(app, purpose, {
    income: "acceptance-fee",
    settle: acceptPlace,
    payBy: async (_, { acceptanceof }) => lastDayOf(acceptanceof ? await offerOf(db, acceptanceof) : undefined),
    screen: "/app/accept",
    receipt: ({ acceptanceof }) => `/print-acceptance/${acceptanceof}`,
    next: async () => ({ sentence: "Your place is accepted. Print your letters", path: "/app/admission" }),
  });

  handle(app, readAcceptanceFee, applicant, async ({ who, params }) => {
    const { _id } = await ownApplication(db, who.applicant, params.applicationId);
    const fee = await feeOf(db, _id);
    return fee?.rrr ? asAcceptanceFee(fee) : {};
  });

  handle(app, generateAcceptanceFee, applicant, async (ask) => {
    const want = wantedAcceptance(ask.who.applicant, ask.body.application);
    const { payment, message } = await generateReference(app, ask, want);
    return { type: "success" as const, ...asAcceptanceFee(payment), message };
  });

  handle(app, verifyAcceptanceFee, applicant, async ({ who, params }) => {
    const payment = await verifyOwn(app, { applicant: who.applicant, purpose }, params.RRR);
    const fee = asAcceptanceFee(payment);
    return { type: "success" as const, message: fee.sentence, isverified: payment.state === "PAID", ...fee };
  });

  handle(app, openAcceptancePayPage, applicant, ({ who, params }) =>
    payPageOf(app, { applicant: who.applicant, purpose }, params.RRR),
  );

  handle(app, readAcceptanceReceipt, applicant, async ({ who, params }) => {
    const application = await ownApplication(db, who.applicant, params.id);
    const fee = await feeOf(db, application._id);
    if (!fee) throw notFound();
    const paidOn = await paidOnOf(db, fee);
    return {
      ...entriesOf(application),
      genuine: fee.rrr && paperAddress(config, paperLetters.acceptanceReceipt, fee.rrr),
      asOf: await clock(db),
      RRR: fee.rrr,
      details: {
        ...{ payerName: fee.payername, payerEmail: fee.payeremail, payerPhone: fee.payerphone },
        ...{ amount: naira(fee.amount_kobo), description: fee.description, items: itemsOf(fee) },
        paidOn,
      },
      acceptanceFee: asAcceptanceFee(fee),
    };
  });
}

const lastDayOf = (offer: Offer | undefined): PayBy | null =>
  offer && !offer.unpaid
    ? { day: offer.due, why: "After that day the offer lapses. A payment made by then counts" }
    : null;

const feeOf = async (db: Database, application: string) =>
  (await acceptancePayments(db, [application])).get(application);

/** An acceptance fee's payment as it travels. */
export const asAcceptanceFee = (payment: OwnPayment): AcceptanceFee => ({
  RRR: payment.rrr,
  status: payment.state === "PAID",
  details: { amount: naira(payment.amount_kobo), description: payment.description },
  items: itemsOf(payment),
  sentence: paymentSentence(viewOf(payment)),
  ...{ state: payment.state, surplus: payment.surplus, creditused: payment.creditused, verified: payment.verifiedAt },
  ...{ checkedAt: payment.checkedAt, createdAt: payment.createdAt },
});

/** What every paper of an application names. */
export const entriesOf = ({ _id, code, programme, session, status, type, createdAt, applicant }: Submitted) => ({
  ...{ _id, code, programme, session, status, type, createdAt, applicant },
});
