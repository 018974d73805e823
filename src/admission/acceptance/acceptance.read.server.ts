import { type Expression, type RawBuilder, sql } from "kysely";
import type { Reached } from "#console/scope/scope.server.ts";
import { isTakenBack } from "#payments/payment-reference/payment-reference.count.server.ts";

/** Whether the offer of an application was accepted, as an SQL condition. */
export const hasAccepted = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.acceptance taken where taken.application = ${application})`;

/** Whether the payment that accepted the offer of an application was taken back since, as an SQL condition. */
export const hasLostPayment = (application: Expression<unknown>): RawBuilder<boolean> =>
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
