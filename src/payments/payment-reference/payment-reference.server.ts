import type { FastifyInstance } from "fastify";
import { asEnd } from "#calendar/session/session.rules.ts";
import { closingOf, currentAdmission } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicationFee } from "#fees/application-fee-item/application-fee-item.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { tellEntry } from "./lifecycle/lifecycle.entry.server.ts";
import { generateReference } from "./lifecycle/lifecycle.generate.server.ts";
import { addPurpose, type NextStep, type PayBy } from "./lifecycle/lifecycle.purpose.server.ts";
import type { Payment } from "./lifecycle/lifecycle.step.server.ts";
import type { WantedReference } from "./lifecycle/lifecycle.wanted.server.ts";
import { generatePaymentReference, listPaymentReferences } from "./payment-reference.contract.ts";
import { impossibleLedger, impossiblePayments } from "./payment-reference.impossible.server.ts";
import { readProviderNotificationJob } from "./provider-notification/provider-notification.job.server.ts";
import { providerNotificationCalls } from "./provider-notification/provider-notification.server.ts";
import { ownPayments, paymentReferencesOf } from "./read/read.server.ts";
import { astrayPaymentTemplates } from "./verification/verification.astray.server.ts";
import { checkPaymentJob, missedChecks } from "./verification/verification.job.server.ts";
import { paymentTemplates } from "./verification/verification.mail.server.ts";
import { paymentVerificationCalls } from "./verification/verification.server.ts";

export {
  type BookedSum,
  type BookingCount,
  bookAlone,
  bookedBetween,
  bookedLately,
  bookingsOf,
  cameAndWent,
  cameBetween,
  cameOf,
  cameOn,
  countBooked,
  daysOfBook,
  firstDayAfter,
  ledgerOutOfBalance,
  paidAgain,
} from "./ledger/ledger.book.server.ts";
export { bookRelisted, journalLinesOf } from "./ledger/ledger.server.ts";
export {
  cancelAcceptances,
  cancelGivenUp,
  isBeingChecked,
  mayBePaid,
  movePayBy,
} from "./lifecycle/lifecycle.acceptance.server.ts";
export { claimPayment, hasPaidApplicationFee } from "./lifecycle/lifecycle.claim.server.ts";
export {
  addCover,
  addPaidHearer,
  type Cover,
  type CoverableFee,
  sayCovered,
} from "./lifecycle/lifecycle.cover.server.ts";
export { generateReference } from "./lifecycle/lifecycle.generate.server.ts";
export {
  cancelOpen,
  cancelOpenOf,
  isUnsettled,
  referencesFor,
  referenceWords,
  unsettledWords,
} from "./lifecycle/lifecycle.leave.server.ts";
export { cancelBeyond, holdReferencesOf, openOnBills } from "./lifecycle/lifecycle.needless.server.ts";
export { addPurpose, type PayBy, purposeOf } from "./lifecycle/lifecycle.purpose.server.ts";
export type { Payment } from "./lifecycle/lifecycle.step.server.ts";
export type { WantedReference } from "./lifecycle/lifecycle.wanted.server.ts";
export { everyBalance, everyPayment } from "./payment-reference.impossible.server.ts";
export {
  notificationsOf,
  notificationsOfDigest,
  unknownProviderNotifications,
} from "./provider-notification/provider-notification.read.server.ts";
export { differencesFrom, paidTwice, paymentsToCompare } from "./read/read.compare.server.ts";
export {
  askedForReference,
  countUnpaidReferences,
  countUnusedPayments,
  isTakenBack,
  isWithBursary,
  paidApplicationFees,
  paidBetween,
  paidByProgramme,
  paidNotApplied,
  paidUnusedSince,
  reversedReferences,
  unpaidSince,
} from "./read/read.count.server.ts";
export {
  answeredFor,
  applicantsOfCodes,
  areOfOnePerson,
  askedSince,
  deskPayment,
  eventsOf,
  holdPayments,
  lockedPayment,
  openReferencesOf,
  openReferencesUpTo,
  ourRrrs,
  type PaymentEvent,
  payersOf,
  paymentFacts,
  paymentOfRrr,
  providerAnswers,
} from "./read/read.desk.server.ts";
export { officeSentence } from "./read/read.office.rules.ts";
export {
  asRecords,
  countingPayments,
  everyPaymentOf,
  itemsOf,
  letterRecipientsOf,
  type OwnPayment,
  ownPayment,
  ownReference,
  paidOnOf,
  paymentById,
  paymentByRrr,
  paymentOfPhone,
  paymentsAbout,
  viewOf,
} from "./read/read.server.ts";
export { compareWithProvider } from "./verification/verification.compare.server.ts";
export {
  applyCredit,
  confirmPaid,
  owedOf,
  putAside,
  refundCredit,
  refuseReference,
  reversePayment,
} from "./verification/verification.correct.server.ts";
export { onOwnLine, waitWhileAsked } from "./verification/verification.hold.server.ts";
export { askSoon, checkPayment, lookAtPayment, planChecksNow } from "./verification/verification.job.server.ts";
export { askAboutOwn, payPageOf, verifyOwn } from "./verification/verification.server.ts";
export { postToPayer } from "./verification/verification.settle.server.ts";
export {
  leftOfPayment,
  moveToReference,
  moveToWanted,
  payOut,
  returnToCredit,
  withdrawToPayOut,
} from "./verification/verification.withdraw.server.ts";

export function paymentReferenceCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  // What was paid is used by the application that is submitted with it.
  addPurpose(app, "application", {
    income: "application-fee",
    settle: ({ trx }, { session }, paidOn) => whetherClosed(trx, session, paidOn),
    empty: async (_, { application }) => application === null,
    payBy: (_, { session }) => lastDayToApply(db, session),
    screen: "/app/pay",
    receipt: ({ _id }) => `/application-receipt/${_id}`,
    next: nextToApply,
  });

  handle(app, listPaymentReferences, applicant, ({ who }) => paymentReferencesOf(db, who.applicant));

  handle(app, generatePaymentReference, applicant, async (ask) => {
    const { programme, know = false } = ask.body;
    const owner = ask.who.applicant;
    const want = async (trx: Trx) => {
      const fee = await applicationFee(trx, programme);
      const chosen = { owner, session: fee.session._id, programme: fee.programme, knows: know };
      return { ...wantedFee(owner, fee), entry: await tellEntry(trx, chosen, ask.request.log) };
    };
    const { payment, message } = await generateReference(app, ask, want);
    const { _id, rrr, amount_kobo, state } = payment;
    return { type: "success" as const, message, _id, trxcode: rrr, rrr, amount: naira(amount_kobo), state };
  });
}

type Fee = Awaited<ReturnType<typeof applicationFee>>;

function wantedFee(
  owner: string,
  { programme, session, items, amount_kobo, serviceTypeID }: Fee,
): Omit<WantedReference, "entry"> {
  return {
    applicant: owner,
    purpose: "application",
    programme: programme._id,
    session: session._id,
    acceptanceof: null,
    items,
    amount_kobo,
    servicetypeid: serviceTypeID,
    description: `Application fee, ${programmeTitle(programme)}, ${session.name}`,
    endsAt: session.closes,
  };
}

/** Who pays later can not apply with it any more. Midnight is the end of the day before. */
async function lastDayToApply(db: Database, session: string): Promise<PayBy | null> {
  const closes = await closingOf(db, session);
  if (!closes) return null;
  const last = new Date(Date.parse(closes) - 1).toISOString();
  return { day: lagosDay(last), why: `Applications close at ${asEnd(closes)}` };
}

/** Whether applications had closed when it was paid, by the closing as it stands now. A bank dates by the day. */
async function whetherClosed(db: Database, session: string, paidOn: string): Promise<"closed" | null> {
  const last = await lastDayToApply(db, session);
  return last && paidOn > last.day ? "closed" : null;
}

/** Who paid in time may be heard of when nobody can apply any more. */
async function nextToApply(db: Database, { session }: Payment): Promise<NextStep> {
  const { state, session: admitting } = await currentAdmission(db);
  return state === "open" && admitting._id === session
    ? { sentence: "Go on with your application", path: "/app/start" }
    : {
        sentence: "Applications have closed meanwhile. Please ask the bursary, and quote the reference",
        path: "/app/pay",
      };
}

export const paymentReferenceNoun: Noun = {
  name: "payment-reference",
  templates: [...paymentTemplates, ...astrayPaymentTemplates],
  calls: (app) => {
    paymentReferenceCalls(app);
    paymentVerificationCalls(app);
    providerNotificationCalls(app);
  },
  jobs: [checkPaymentJob, readProviderNotificationJob],
  rounds: [missedChecks],
  ownRows: [ownPayments],
  impossible: [...impossiblePayments, ...impossibleLedger],
};
