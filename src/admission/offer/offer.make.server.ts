import { sql } from "kysely";
import { type LockedApplication, tellStatus } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { courseDuration, programmesById } from "#college/programme/programme.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { textApplicant } from "#identity/account/account.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { type CapsStanding, isApproved, whyUnapproved } from "#selection/jamb/jamb.caps.rules.ts";
import { capsStanding } from "#selection/jamb/jamb.server.ts";
import { isOLevelConfirmed, olevelObstacle } from "#selection/olevel-check/olevel-check.server.ts";
import { afterOffer, givenUpStates, mayReviewGo } from "#selection/review/review.rules.ts";
import { lockReviews } from "#selection/review/review.server.ts";
import { offerMail, offerText } from "./offer.mail.server.ts";
import type { OfferTerms } from "./offer.read.server.ts";
import { DAYS_TO_ACCEPT, type OfferKind, statusWord, USUAL_CONDITION } from "./offer.rules.ts";

interface Place {
  readonly code: string;
  readonly session: string;
  readonly jamb: string;
  readonly programme: string;
}

/** How a place stands with CAPS. Refuses one that is not approved there, where the college holds those back. */
async function requireCaps(trx: Trx, { code, ...place }: Place): Promise<CapsStanding> {
  // In one question: lines of a list that go out together hold their programme's seats meanwhile.
  const { rows } = await sql<{ standing: CapsStanding; rule: string }>`select ${capsStanding(
    sql`${place.session}::uuid`,
    sql`${place.jamb}`,
    sql`${place.programme}::uuid`,
  )} as standing, ${settingInForce("capsApproval")} as rule`.execute(trx);
  const { standing, rule } = rows[0] ?? { standing: "No return yet", rule: "told" };
  if (!isApproved(standing) && rule === "held")
    throw refuse(
      "not-approved-on-caps",
      `${code} is not approved on CAPS: ${whyUnapproved(standing)}. Import the CAPS return that approves it, then offer the place again`,
    );
  return standing;
}

/** Refuses a place to who is not in order with the examination board, where the college holds those back. */
async function requireOLevel(trx: Trx, { _id, code }: Pick<LockedApplication, "_id" | "code">): Promise<void> {
  const application = sql`${_id}::uuid`;
  const { rows } = await sql<{ obstacle: string | null; confirmed: boolean; rule: string }>`select
    ${olevelObstacle(application)} as obstacle, ${isOLevelConfirmed(application)} as confirmed,
    ${settingInForce("olevelBeforeOffer")} as rule`.execute(trx);
  const { obstacle, confirmed, rule } = rows[0] ?? { obstacle: null, confirmed: true, rule: "told" };
  if (rule !== "told" && obstacle !== null)
    throw refuse(
      "olevel-not-in-order",
      `${code} has an O-Level sitting that is ${obstacle.toLowerCase()} by the board. Settle it under O-Level verification, then offer the place again`,
    );
  if (rule === "confirmed" && !confirmed)
    throw refuse(
      "olevel-not-confirmed",
      `${code} has an O-Level sitting that the board has not confirmed. Verify it, then offer the place again`,
    );
}

interface Offering {
  readonly kind: OfferKind;
  /** For a conditional offer; the usual one when it is missing. */
  readonly condition?: string | null | undefined;
  /** The last day to meet it, in Lagos. */
  readonly conditiondue?: string | null;
  /** From the release to the last day of acceptance; two weeks unless told otherwise. Specification 9. */
  readonly days?: number | null;
  /** The list that it goes out with. */
  readonly release?: string | null;
  /** The version of the letter; null for the usual letter. */
  readonly letter?: string | null;
}

export interface OfferMade {
  readonly due: string;
  readonly name: string;
  readonly programme: string;
  /** How the place stands with CAPS at this moment. */
  readonly caps: CapsStanding;
}

/**
 * The one deed of offers: offers a place to who applied, with its terms and its last day, the status that the applicant
 * reads, the mail and the audit row. The application is locked. Refuses one that has an offer, one that the desk decided
 * against, a session without an acceptance fee, which nobody could accept, a programme whose seats are all taken, and, where
 * the college holds those back, what CAPS has not approved.
 * Specification 4, Contract 3.11 and 3.12.
 */
export async function makeOffer(
  { trx, note }: Work,
  config: Config,
  application: LockedApplication,
  offering: Offering,
): Promise<OfferMade> {
  const { _id, applicant, code, snapshot } = application;
  const { session, bio, jamb } = snapshot;
  const { kind, days = null, release = null, letter = null } = offering;
  await requireUndecided(trx, application);
  await acceptanceFee(trx, session);
  await requireOLevel(trx, application);
  const caps = await requireCaps(trx, { code, jamb, session: session._id, programme: application.programme });
  const terms = await termsOf(trx, application);
  const programme = programmeTitle(terms.programme);
  const condition = kind === 2 ? (offering.condition ?? USUAL_CONDITION) : null;
  const row = { application: _id, applicant, programme: application.programme, session: session._id };
  const { due } = await onConstraint(
    { offer_pkey: () => offered(code, kind), intake_within_seats: () => noSeat(programme, session.name) },
    trx
      .insertInto("offer")
      .values({
        ...row,
        kind,
        condition,
        conditiondue: offering.conditiondue ?? null,
        release,
        letter,
        code,
        jamb,
        name: listName(bio),
        terms: JSON.stringify(terms),
        due: lastDay(days ?? DAYS_TO_ACCEPT),
      })
      .returning("due")
      .executeTakeFirstOrThrow(),
  );
  await tellStatus(trx, _id, kind);
  await writeMail(trx, offerMail(config, { bio, code, kind, programme, session: session.name, due }));
  const values = { due: asDay(due), link: `${config.publicUrl}/app/accept` };
  await textApplicant(trx, config, { applicant, kind: "Offer", template: offerText, values });
  note({
    deed: "offer.release",
    subject: `application:${_id}`,
    after: { kind, condition, due, release, letter, caps },
  });
  return { due, caps, name: `${bio.firstname} ${bio.lastname}`, programme };
}

/** An offer is made once, and to nobody whom the desk decided against. */
async function requireUndecided(trx: Trx, { _id, code, status }: LockedApplication): Promise<void> {
  if (status !== 0) throw offered(code, status);
  const [review] = await lockReviews(trx, [_id]);
  if (!review || mayReviewGo(review.state, "Offered")) return;
  if (afterOffer.has(review.state)) throw offered(code);
  if (givenUpStates.some((state) => state === review.state))
    throw refuse(
      "given-up-already",
      `${code} is ${review.state} by its applicant, so it can not be offered a place. Two people can take the applicant back under Offers, Given up`,
    );
  throw refuse(
    "application-not-offerable",
    `${code} is ${review.state}, so it can not be offered a place. The desk has to decide again first`,
  );
}

const lastDay = (days: number) => sql<string>`(now() at time zone 'Africa/Lagos')::date + ${days}::int`;

const offered = (code: string, status?: number) =>
  refuse(
    "offer-made-already",
    `Application ${code} has an offer already${status ? `: ${statusWord(status)}` : ""}. An offer is released once`,
  );

const noSeat = (programme: string, session: string) =>
  refuse(
    "no-seat-left",
    `No seat is left for ${programme} in ${session}: every one is taken. Raise its seats, or free those that lapsed`,
  );

/** As the desk's lists write it: the last name first. */
const listName = ({ lastname, firstname, middlename }: LockedApplication["snapshot"]["bio"]): string =>
  [lastname, firstname, middlename].filter(Boolean).join(" ");

/** As the letter will state them, whatever is renamed later. */
async function termsOf(
  trx: Trx,
  { programme: _id, type, snapshot: { session } }: LockedApplication,
): Promise<OfferTerms> {
  const programme = (await programmesById(trx, [_id])).get(_id);
  if (!programme) throw new Error("An application names a programme that does not exist");
  const { code, name } = session;
  return { programme, session: { _id: session._id, code, name }, durationyears: await courseDuration(trx, _id, type) };
}
