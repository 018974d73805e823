import { type Expression, type RawBuilder, sql } from "kysely";
import type { Programme } from "#college/programme/programme.contract.ts";
import type { Reached } from "#console/scope/scope.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { isTakenBack, isWithBursary } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { OfferKind } from "./offer.rules.ts";

const hasAccepted = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.acceptance taken where taken.application = ${application})`;

/** Whether the payment that accepted the offer of an application was taken back since, as an SQL condition. */
const hasLostPayment = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.acceptance taken where taken.application = ${application}
    and ${isTakenBack(sql.ref("taken.payment"))})`;

/** Whether the applicant of an offer has accepted another one of the same session, as an SQL condition on `offer`. */
export const hasAcceptedElsewhere = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.acceptance taken where taken.applicant = offer.applicant
    and taken.session = offer.session and taken.application <> ${application})`;

/** How many places an applicant has accepted, as a part of a larger query. */
export const countAccepted = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.acceptance where applicant = ${owner})`;

/** The places of a session that were accepted since a time, of the programmes that `reached` lets through. */
export const acceptedPlaces = (session: string, since: RawBuilder<unknown>, reached: Reached): RawBuilder<unknown> =>
  sql`select from portal.acceptance where session = ${session} and "createdAt" > ${since} and ${reached(sql.ref("programme"))}`;

/** Who has accepted a place of a session, as rows of `applicant`. */
export const acceptedIn = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.acceptance where session = ${session} and ${reached(sql.ref("programme"))}`;

/** Accepted places, as a part of a larger query: whether the payment was taken back since, and the years of the course. */
export const acceptedTerms = (): RawBuilder<unknown> => sql`
  select offer.application, ${hasLostPayment(sql.ref("offer.application"))} as unpaid,
    (offer.terms ->> 'durationyears')::int as durationyears
  from portal.offer where ${hasAccepted(sql.ref("offer.application"))}`;

/** What was offered, as it was called on the day of the release. */
export interface OfferTerms {
  readonly programme: Programme;
  readonly session: { readonly _id: string; readonly code: string; readonly name: string };
  /** Of the course. */
  readonly durationyears: number;
}

export interface ReleasedOffer {
  readonly application: string;
  readonly kind: OfferKind;
  readonly condition: string | null;
  readonly terms: OfferTerms;
  /** The last day of acceptance, in Lagos: `2026-12-05`. */
  readonly due: string;
  readonly releasedAt: string;
  /** Days from today in Lagos to the last one: 0 is the last day itself, less is over. By the database's clock. */
  readonly daysleft: number;
  /** The last day is over, by the database's clock. */
  readonly over: boolean;
  readonly accepted: boolean;
  /** It was accepted, and the payment was taken back since: the place is kept, and is to be paid anew. */
  readonly unpaid: boolean;
  /** The applicant has accepted another place in the same session. */
  readonly elsewhere: boolean;
  /** The end of the last day, as a time. */
  readonly endsAt: string;
  /** The version of the letter that it was released with; null for the usual letter. */
  readonly letter: string | null;
}

export async function offersOf(db: Database, owner: string): Promise<ReadonlyMap<string, ReleasedOffer>> {
  const found = await offers(db).where("offer.applicant", "=", owner).execute();
  return new Map(found.map((offer) => [offer.application, offer as ReleasedOffer]));
}

/** The offer of one application, whoever applied; undefined while there is none. */
export const offerOf = async (db: Database, application: string): Promise<ReleasedOffer | undefined> =>
  (await offers(db).where("offer.application", "=", application).executeTakeFirst()) as ReleasedOffer | undefined;

/** Nobody takes this application's offer back until the transaction ends. */
export async function keepOffer(trx: Trx, application: string): Promise<void> {
  await sql`select from portal.offer where application = ${application} for key share`.execute(trx);
}

/** The offers of a session that some applicants can still accept and have not. */
export async function awaitedOffers(db: Database, session: string, applicants: readonly string[]) {
  const { rows } = await sql<{ application: string; applicant: string; code: string; programme: string; due: string }>`
    select offer.application, offer.applicant, offer.code, offer.programme, offer.due from portal.offer
    where offer.session = ${session} and offer.applicant = any(${[...applicants]}::uuid[])
      and ${isAwaiting()} and not ${isOver()}`.execute(db);
  return rows;
}

/** Before a release nothing is known outside. */
export const notOffered = () =>
  refuse("no-offer", "The college has not made an offer for this application yet. Please check back later");

const offers = (db: Database) =>
  db
    .selectFrom("offer")
    .select(["offer.application", "offer.kind", "offer.condition", "offer.due", "offer.releasedAt", "offer.letter"])
    .select(sql<OfferTerms>`offer.terms`.as("terms"))
    .select([isOver().as("over"), sql<number>`offer.due - ${todayInLagos}`.as("daysleft")])
    .select(sql<string>`(offer.due + 1)::timestamp at time zone 'Africa/Lagos'`.as("endsAt"))
    .select([
      sql<boolean>`${hasAccepted(sql.ref("offer.application"))}
        and not ${hasLostPayment(sql.ref("offer.application"))}`.as("accepted"),
      hasLostPayment(sql.ref("offer.application")).as("unpaid"),
      hasAcceptedElsewhere(sql.ref("offer.application")).as("elsewhere"),
    ]);

/** The place that an application was offered, as a part of a larger query: whose it is, and its last day. */
export const placeOf = (application: string | null): RawBuilder<unknown> =>
  sql`select application, applicant, programme, session, due from portal.offer where application = ${application}`;

export const todayInLagos = sql`(now() at time zone 'Africa/Lagos')::date`;

/** Whether the last day of an offer is over, as an SQL condition. */
export const isOver = (): RawBuilder<boolean> => sql<boolean>`${todayInLagos} > offer.due`;

/** How many offers wait for an applicant's acceptance, as a part of a larger query. */
export const countWaitingOffers = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.offer where ${isOpen(owner)} and not ${isOver()})`;

/** The nearest last day of those, null without one, as a part of a larger query. */
export const nearestLastDay = (owner: string | Expression<string>): RawBuilder<string | null> =>
  sql<string | null>`(select min(offer.due) from portal.offer where ${isOpen(owner)} and not ${isOver()})`;

/** How many offers were accepted by nobody in time, as a part of a larger query. */
export const countLapsedOffers = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.offer where ${isOpen(owner)} and ${isOver()})`;

const isOpen = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`offer.applicant = ${owner} and ${isAwaiting()}`;

/**
 * Whether an offer waits for its applicant: neither it nor another place of its session is accepted, and no money for it
 * is with the bursary, which would be told to be paid once more. An SQL condition on `offer`.
 */
export const isAwaiting = (): RawBuilder<boolean> =>
  sql<boolean>`not ${hasAccepted(sql.ref("offer.application"))} and not ${hasAcceptedElsewhere(sql.ref("offer.application"))}
    and not ${isWithBursary(sql.ref("offer.application"))}`;

/** The offers of a session that were released since a time, of the programmes that `reached` lets through. */
export const releasedOffers = (session: string, since: RawBuilder<unknown>, reached: Reached): RawBuilder<unknown> =>
  sql`select from portal.offer where session = ${session} and "releasedAt" > ${since} and ${reached(sql.ref("programme"))}`;

export async function acceptedOf(db: Database, release: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.offer
    where release = ${release} and accepted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Who was offered a place of a session, whatever became of it, as rows of `applicant`. */
export const offeredIn = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select offer.applicant from portal.offer where offer.session = ${session} and ${reached(sql.ref("offer.programme"))}`;

/** Whose offer can still be accepted and is not, as rows of `applicant`. */
export const offeredNotAccepted = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`${offeredIn(session, reached)} and ${isAwaiting()} and not ${isOver()}`;
