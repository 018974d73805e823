import { acceptedPlaces, releasedOffers } from "#admission/offer/offer.read.server.ts";
import { submittedApplications } from "#applications/application/application.server.ts";
import { closingOf } from "#calendar/session/session.server.ts";
import type { Reached, Scope } from "#console/scope/scope.server.ts";
import { verifiedApplicants } from "#identity/account/account.read.server.ts";
import { paidApplicationFees, paidByProgramme } from "#payments/payment-reference/payment-reference.count.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type CountedReviews, countedReviews } from "#selection/review/review.read.server.ts";
import type { StepName } from "./staff-dashboard.contract.ts";
import { byDay, type DayCounts, exactly, since } from "./staff-dashboard.count.server.ts";
import type { Made } from "./staff-dashboard.shared.server.ts";
import { within } from "./staff-dashboard.within.server.ts";

/** How far the caller's rights to the lists reach that the counts lead to; undefined without one. */
export interface Reaches {
  readonly applications: Scope | undefined;
  readonly payments: Scope | undefined;
  readonly offers: Scope | undefined;
}

export interface Found {
  /** As far as the right to applications reaches; null without one. */
  readonly reviews: readonly CountedReviews[] | null;
  /** The same as far as the right to offers reaches. */
  readonly offered: readonly CountedReviews[] | null;
  readonly paid: ReadonlyMap<string, number> | null;
  /** Who registered, ever and in all; null but for a right to all applications. */
  readonly registered: number | null;
  /** Of the last 24 hours. */
  readonly lately: Readonly<Record<StepName, number>>;
  readonly days: DayCounts[];
}

/** Everything that is counted of a session for some reaches: statements that an index answers, side by side. */
export async function countAdmission(db: Database, session: string, reaches: Reaches): Promise<Made<Found>> {
  const { applications, payments, offers } = reaches;
  const isSame = JSON.stringify(applications) === JSON.stringify(offers);
  const reviewed = applications ? countedReviews(db, session, within(applications)) : null;
  const of = async (scope: Scope | undefined, rows: (reached: Reached) => Parameters<typeof exactly>[1]) =>
    scope ? exactly(db, rows(within(scope))) : 0;
  const everybody = applications === "all" ? applications : undefined;
  const [at, reviews, offered, paid, registered, days, ...last] = await Promise.all([
    clock(db),
    reviewed,
    isSame ? reviewed : offers ? countedReviews(db, session, within(offers)) : null,
    payments ? paidByProgramme(db, session, within(payments)) : null,
    everybody ? exactly(db, verifiedApplicants(since.ever)) : null,
    closingOf(db, session).then((closes) => byDay(db, { session, closes }, reaches)),
    of(everybody, () => verifiedApplicants(since.yesterday)),
    of(payments, (reached) => paidApplicationFees(session, since.yesterday, reached)),
    of(applications, (reached) => submittedApplications(session, since.yesterday, reached)),
    of(offers, (reached) => releasedOffers(session, since.yesterday, reached)),
    of(offers ?? applications, (reached) => acceptedPlaces(session, since.yesterday, reached)),
  ]);
  const [newcomers, payers, applied, admitted, accepted] = last;
  const rows = sum(reviews ?? offered ?? []) + [...(paid?.values() ?? [])].reduce((all, one) => all + one, 0);
  return {
    at,
    rows,
    value: {
      reviews,
      offered,
      paid,
      registered,
      days,
      lately: { registered: newcomers, paid: payers, applied, admitted, accepted },
    },
  };
}

const sum = (reviews: readonly CountedReviews[]) => reviews.reduce((all, { applied }) => all + applied, 0);
