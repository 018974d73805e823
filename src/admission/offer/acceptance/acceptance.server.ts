import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ownApplication, type SubmittedApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Surplus } from "#payments/payment-reference/payment-reference.rules.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import {
  addPurpose,
  countingPayments,
  generateReference,
  isTakenBack,
  itemsOf,
  type OwnPayment,
  type PayBy,
  type Payment,
  paidOnOf,
  payPageOf,
  verifyOwn,
  viewOf,
  type WantedReference,
} from "#payments/payment-reference/payment-reference.server.ts";
import { receiptWords } from "#payments/receipt/receipt.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { departureOf, refuseGivenUp } from "../departure/departure.read.server.ts";
import { keepOffer, notOffered, offerOf, placeOf, type ReleasedOffer } from "../offer.read.server.ts";
import type { AcceptanceFee } from "../offer.status.contract.ts";
import {
  generateAcceptanceFee,
  openAcceptancePayPage,
  readAcceptanceFee,
  readAcceptanceReceipt,
  verifyAcceptanceFee,
} from "./acceptance.contract.ts";

/**
 * Accepts the place that a verified payment is for, in the transaction that verifies it: when it was paid by the last
 * day, no other place of the session is accepted, and the offer was neither recalled nor given up; also when its seat was given on
 * meanwhile. Else answers why the money is credit. Contract 3.12.
 */
async function acceptPlace(work: Work, payment: Payment, paidOn: string): Promise<Surplus | null> {
  const { trx, note } = work;
  const { _id, acceptanceof } = payment;
  if (await paidAnew(work, payment, paidOn)) return null;
  // One statement: of two places that are paid for in the same moment the table takes one.
  const accepting = sql<{ intime: boolean; accepted: boolean }>`
    with place as (
      select offered.*, ${paidOn}::date <= due as intime from (${placeOf(acceptanceof)}) offered
    ), taken as (
      insert into portal.acceptance (application, applicant, programme, session, payment, paidon)
      select application, applicant, programme, session, ${_id}, ${paidOn}::date from place where intime
      on conflict do nothing returning application)
    select intime, exists (select from taken) as accepted from place`.execute(trx);
  // An offer that is recalled in this moment is seen to be gone by the next try.
  const { rows } = await onConstraint({ acceptance_application_fkey: tryAgain }, accepting);
  const [outcome] = rows;
  if (!outcome) return (await departureOf(trx, acceptanceof ?? "")) ? "given-up" : "recalled";
  if (outcome.accepted) {
    note({ deed: "acceptance.accept", subject: `application:${acceptanceof}`, after: { payment: _id, paidOn } });
    return null;
  }
  return outcome.intime ? "other-place" : "late";
}

/** A place whose payment was taken back stands on another payment again, whenever that comes. Answers whether it does. */
async function paidAnew({ trx, note }: Work, { _id, acceptanceof }: Payment, paidOn: string): Promise<boolean> {
  const renewed = await trx
    .updateTable("acceptance")
    .set({ payment: _id, paidon: paidOn })
    .where("application", "=", acceptanceof)
    .where(isTakenBack(sql.ref("acceptance.payment")))
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 0n) return false;
  note({ deed: "acceptance.pay-anew", subject: `application:${acceptanceof}`, after: { payment: _id, paidOn } });
  return true;
}

/**
 * The acceptance fee of one's own offered application. 404 for what is not one's own; refuses before an offer is
 * released, after its last day, once it is accepted, and when another place of the session was. Contract 3.11 and 3.12.
 */
export const wantedAcceptance =
  (owner: string, applicationId: string) =>
  async (trx: Trx): Promise<WantedReference> => {
    const application = await ownApplication(trx, owner, applicationId);
    // A recall waits, and stops the reference that is wished for here.
    await keepOffer(trx, application._id);
    const offer = await offerOf(trx, application._id);
    if (!offer) {
      await refuseGivenUp(trx, application._id);
      throw notOffered();
    }
    const { programme, session } = offer.terms;
    const no = whyNot(offer);
    if (no) throw no;
    const { items, amount_kobo, serviceTypeID } = await acceptanceFee(trx, session);
    return {
      applicant: owner,
      purpose: "acceptance",
      programme: application.programme._id,
      session: session._id,
      acceptanceof: application._id,
      items,
      amount_kobo,
      servicetypeid: serviceTypeID,
      description: `Acceptance fee, ${programmeTitle(programme)}, ${session.name}`,
      endsAt: offer.unpaid && offer.over ? await inTwoWeeks(trx) : offer.endsAt,
    };
  };

/** A place whose payment was taken back is paid anew whenever the offer ended: so long is the new reference asked about. */
async function inTwoWeeks(trx: Trx): Promise<string> {
  const { rows } = await sql<{ then: string }>`select now() + interval '14 days' as then`.execute(trx);
  return rows[0]?.then ?? "";
}

function whyNot({ accepted, unpaid, elsewhere, over, due }: ReleasedOffer): Refusal | undefined {
  if (unpaid) return undefined;
  if (accepted)
    return refuse(
      "offer-accepted-already",
      "You have accepted this offer already. Print your letters under Admission Letters",
    );
  if (elsewhere)
    return refuse(
      "accepted-another-place",
      "You have accepted another place in this session, and you can take one place only",
    );
  if (over) {
    return refuse(
      "offer-lapsed",
      `This offer was to be accepted by ${asDay(due)} and has lapsed. Please ask the admissions office`,
    );
  }
  return undefined;
}

const purpose = "acceptance" as const;

export function acceptanceCalls(app: FastifyInstance): void {
  const { db } = app.portal;

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
    const receipt = await acceptanceReceiptOf(app, who.applicant, params.id);
    if (!receipt) throw notFound();
    return receipt;
  });
}

/** The receipt of one's own acceptance fee; null before there is a reference. 404 for another's application. */
async function acceptanceReceiptOf(
  { portal: { db, config } }: FastifyInstance,
  owner: string,
  id: string,
): Promise<Replied<typeof readAcceptanceReceipt> | null> {
  const application = await ownApplication(db, owner, id);
  const fee = await feeOf(db, application._id);
  if (!fee) return null;
  const paidOn = await paidOnOf(db, fee);
  return {
    ...entriesOf(application),
    genuine: fee.rrr && paperAddress(config, paperLetters.acceptanceReceipt, fee.rrr),
    asOf: await clock(db),
    RRR: fee.rrr,
    words: await receiptWords(db, {
      purpose,
      payer: fee.payername,
      session: application.session.name,
      amount: asNaira(naira(fee.amount_kobo)),
      verifiedAt: fee.verifiedAt,
    }),
    details: {
      payerName: fee.payername,
      payerEmail: fee.payeremail,
      payerPhone: fee.payerphone,
      amount: naira(fee.amount_kobo),
      description: fee.description,
      items: itemsOf(fee),
      withdrawn: naira(fee.withdrawn_kobo),
      paidOn,
    },
    acceptanceFee: asAcceptanceFee(fee),
  };
}

export const acceptancePapers: Noun["papers"] = {
  "receipt-acceptance": {
    right: "receipts",
    read: async (app, { application: of }) => of && acceptanceReceiptOf(app, of.applicant, of._id),
  },
};

const lastDayOf = (offer: ReleasedOffer | undefined): PayBy | null =>
  offer && !offer.unpaid
    ? { day: offer.due, why: "After that day the offer lapses. A payment made by then counts" }
    : null;

const feeOf = async (db: Database, application: string) =>
  (await countingPayments(db, "acceptanceof", [application])).get(application);

export const asAcceptanceFee = (payment: OwnPayment): AcceptanceFee => ({
  RRR: payment.rrr,
  status: payment.state === "PAID",
  details: { amount: naira(payment.amount_kobo), description: payment.description },
  items: itemsOf(payment),
  sentence: paymentSentence(viewOf(payment)),
  state: payment.state,
  surplus: payment.surplus,
  creditused: payment.creditused,
  verified: payment.verifiedAt,
  checkedAt: payment.checkedAt,
  createdAt: payment.createdAt,
});

/** What every paper of an application names. */
export const entriesOf = ({
  _id,
  code,
  programme,
  session,
  status,
  type,
  createdAt,
  applicant,
}: SubmittedApplication) => ({
  _id,
  code,
  programme,
  session,
  status,
  type,
  createdAt,
  applicant,
});
