import {
  applicationBy,
  correctedTogether,
  type SubmittedApplication,
} from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { countingPayments, paidOnOf, paymentByRrr } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { correctedOf } from "#profile/record-correction/record-correction.server.ts";
import { statusWord } from "../offer/offer.rules.ts";
import { departureOf, isRefused, lastRecalled, offerOf, type ReleasedOffer } from "../offer/offer.server.ts";
import { type OfferStanding, offerStanding } from "../offer/offer.status.rules.ts";

/** The application slip: that the application was received, and what its owner reads of it. */
export async function provesApplication(db: Database, rrr: string) {
  const application = await appliedWith(db, rrr);
  if (!application) return null;
  const { status, createdAt } = application;
  // That somebody was refused, or has given up, is nobody's business who holds the slip.
  const decided =
    status === 0 && ((await isRefused(db, application._id)) || (await departureOf(db, application._id)) !== undefined);
  return {
    ...whoAndWhat(application),
    ...(await correctedSince(db, application)),
    valid: true,
    status: decided
      ? "Application received"
      : status === 0
        ? "Application received, no decision yet"
        : `Application received, ${statusWord(status)}`,
    date: createdAt,
    why: null,
  };
}

/** The admission letter: what was offered, and what has become of it. */
export async function provesOffer(db: Database, rrr: string) {
  const application = await appliedWith(db, rrr);
  const offer = application && (await offerOf(db, application._id));
  if (!application) return null;
  if (!offer) return (await provesGivenUp(db, application)) ?? provesRecalled(db, application);
  const standing = offerStanding(offer);
  return {
    ...whoAndWhat({ ...application, ...offer.terms }),
    ...(await correctedSince(db, application)),
    valid: standing === "open" || standing === "accepted",
    status: `${statusWord(offer.kind)}, ${become[standing](offer)}`,
    date: offer.releasedAt,
    why: ended[standing]?.(offer) ?? null,
  };
}

async function provesGivenUp(db: Database, application: SubmittedApplication) {
  const gone = await departureOf(db, application._id);
  if (!gone?.offered || !gone.releasedAt) return null;
  const word = gone.kind.toLowerCase();
  return {
    ...whoAndWhat(application),
    valid: false,
    status: `${statusWord(gone.offered)}, ${word}`,
    date: gone.releasedAt,
    why: `The applicant ${word} this offer on ${asDay(gone.createdAt)}`,
  };
}

async function provesRecalled(db: Database, application: SubmittedApplication) {
  const recalled = await lastRecalled(db, application._id);
  if (!recalled) return null;
  return {
    ...whoAndWhat(application),
    valid: false,
    status: `${statusWord(recalled.kind)}, recalled`,
    date: recalled.releasedAt,
    why: `The college recalled this offer on ${asDay(recalled.recalledAt)}`,
  };
}

/** The acceptance letter: that the place is accepted, by a payment that is still there. */
export async function provesAcceptance(db: Database, rrr: string) {
  const application = await appliedWith(db, rrr);
  const offer = application && (await offerOf(db, application._id));
  if (!application || !offer) return null;
  const payment = (await countingPayments(db, "acceptanceof", [application._id])).get(application._id);
  const accepted = offer.accepted && payment?.state === "PAID" && !payment.surplus;
  const paidOn = accepted ? await paidOnOf(db, payment) : null;
  return {
    ...whoAndWhat({ ...application, ...offer.terms }),
    ...(await correctedSince(db, application)),
    valid: accepted,
    status: accepted ? `${statusWord(offer.kind)}, accepted` : "Not accepted",
    date: accepted ? (paidOn ?? payment.verifiedAt) : null,
    why: accepted ? null : "No payment of the acceptance fee holds the place",
  };
}

/**
 * What papers print and was corrected since it was submitted, also by way of another application of the session: a print from
 * before shows what was true then.
 */
async function correctedSince(db: Database, { _id, createdAt }: SubmittedApplication): Promise<{ corrected?: string }> {
  const corrected = await correctedOf(db, "application", await correctedTogether(db, _id));
  const printed = corrected.filter(
    ({ record, kind, at }) =>
      onPapers.includes(kind) && (record === _id || kind !== "type") && Date.parse(at) > Date.parse(createdAt),
  );
  if (printed.length === 0) return {};
  return { corrected: printed.map(({ about, at }) => `${about} corrected on ${asDay(at)}`).join(". ") };
}

const onPapers = ["names", "dateofbirth", "gender", "jamb", "type"];

const become: Readonly<Record<OfferStanding, (offer: ReleasedOffer) => string>> = {
  open: ({ due }) => `not accepted yet; to be accepted by ${asDay(due)}`,
  accepted: () => "accepted",
  lapsed: () => "lapsed",
  elsewhere: () => "not taken up",
};

const ended: Partial<Record<OfferStanding, (offer: ReleasedOffer) => string>> = {
  lapsed: ({ due }) => `The offer was not accepted by ${asDay(due)}`,
  elsewhere: () => "Another place of the same session was accepted",
};

/** The application whose fee was paid with a reference. */
async function appliedWith(db: Database, rrr: string) {
  const payment = await paymentByRrr(db, rrr);
  return payment ? applicationBy(db, "payment", payment._id) : undefined;
}

interface Named {
  readonly applicant: Parameters<typeof fullName>[0];
  readonly programme: Parameters<typeof programmeTitle>[0];
  readonly session: { readonly name: string };
}

const whoAndWhat = ({ applicant, programme, session }: Named) => ({
  name: fullName(applicant),
  programme: programmeTitle(programme),
  session: session.name,
  amount: null,
});
