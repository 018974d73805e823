import type { FastifyInstance } from "fastify";
import { reachesOf, staff } from "#access/permission/permission.server.ts";
import { acceptedPlaces, releasedOffers } from "#admission/offer/offer.server.ts";
import { submittedApplications } from "#applications/application/application.server.ts";
import { askedSession, closingOf } from "#calendar/session/session.server.ts";
import { programmesInOrder } from "#college/programme/programme.server.ts";
import type { Reached, Scope } from "#console/scope/scope.server.ts";
import { verifiedApplicants } from "#identity/account/account.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { paidApplicationFees, paidByProgramme } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { schemeOf } from "#selection/merit-scheme/merit-scheme.server.ts";
import { type CountedReviews, countedReviews } from "#selection/review/review.server.ts";
import { readAdmissionCounts, type Step, type StepName } from "./staff-dashboard.contract.ts";
import {
  byDay,
  countExactly,
  countedSince,
  countShared,
  type DayCounts,
  type SharedCount,
  withinScope,
} from "./staff-dashboard.count.server.ts";
import { byProgramme, bySex, byState, listAt, PAID, quotasOf } from "./staff-dashboard.groups.server.ts";

/** How far the caller's rights to the lists reach that the counts lead to; undefined without one. */
interface Reaches {
  readonly applications: Scope | undefined;
  readonly payments: Scope | undefined;
  readonly offers: Scope | undefined;
}

interface Found {
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
async function countAdmission(db: Database, session: string, reaches: Reaches): Promise<SharedCount<Found>> {
  const { applications, payments, offers } = reaches;
  const isSame = JSON.stringify(applications) === JSON.stringify(offers);
  const reviewed = applications ? countedReviews(db, session, withinScope(applications)) : null;
  const of = async (scope: Scope | undefined, rows: (reached: Reached) => Parameters<typeof countExactly>[1]) =>
    scope ? countExactly(db, rows(withinScope(scope))) : 0;
  const everybody = applications === "all" ? applications : undefined;
  const [at, reviews, offered, paid, registered, days, ...last] = await Promise.all([
    clock(db),
    reviewed,
    isSame ? reviewed : offers ? countedReviews(db, session, withinScope(offers)) : null,
    payments ? paidByProgramme(db, session, withinScope(payments)) : null,
    everybody ? countExactly(db, verifiedApplicants(countedSince.ever)) : null,
    closingOf(db, session).then((closes) => byDay(db, { session, closes }, reaches)),
    of(everybody, () => verifiedApplicants(countedSince.yesterday)),
    of(payments, (reached) => paidApplicationFees(session, countedSince.yesterday, reached)),
    of(applications, (reached) => submittedApplications(session, countedSince.yesterday, reached)),
    of(offers, (reached) => releasedOffers(session, countedSince.yesterday, reached)),
    of(offers ?? applications, (reached) => acceptedPlaces(session, countedSince.yesterday, reached)),
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

/** The steps whose list the caller may open, each with its way there. */
function stepsOf(session: string, { applications, payments, offers }: Reaches, found: Found): Step[] {
  const { reviews, offered, paid, registered, lately } = found;
  const list = (page: string, filters: Readonly<Record<string, string>> = {}) => listAt(page, { ...filters, session });
  const isHandy = [
    registered !== null && { name: "registered" as const, total: registered, link: null },
    payments &&
      paid && {
        name: "paid" as const,
        total: [...paid.values()].reduce((all, one) => all + one, 0),
        link: list("payments", PAID),
      },
    applications && { name: "applied" as const, total: sumOf(reviews, "applied"), link: list("applications") },
    offers && { name: "admitted" as const, total: sumOf(offered, "admitted"), link: list("offers") },
    (offers || applications) && {
      name: "accepted" as const,
      total: sumOf(offered ?? reviews, "accepted"),
      link: offers ? list("offers", { standing: "Accepted" }) : list("applications", { state: "Accepted" }),
    },
  ];
  return isHandy.flatMap((one) => (one ? [{ ...one, lately: lately[one.name] }] : []));
}

const sumOf = (reviews: readonly CountedReviews[] | null, column: "applied" | "admitted" | "accepted") =>
  (reviews ?? []).reduce((all, row) => all + row[column], 0);

/**
 * How far the applicants of a session came. What leads into a list is told to whoever may open that list, and as far as
 * that right reaches.
 */
export function admissionCountCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readAdmissionCounts, staff("dashboard"), async ({ who, request }) => {
    const [{ _id, name }, rights, programmes] = await Promise.all([
      askedSession(db, request.query),
      reachesOf(db, who.staff),
      programmesInOrder(db),
    ]);
    const reaches: Reaches = {
      applications: somewhere(rights.get("applications")),
      // The list of payments opens to the whole college's bursary alone.
      payments: rights.get("payments") === "all" ? "all" : undefined,
      offers: somewhere(rights.get("offers")),
    };
    const [{ value: found, at }, scheme] = await Promise.all([
      countShared(app, JSON.stringify([_id, reaches]), () => countAdmission(db, _id, reaches)),
      schemeOf(db, _id),
    ]);
    const reviews = reaches.applications ? found.reviews : null;
    const known = { session: _id, reviews, paid: found.paid, offers: reaches.offers !== undefined };
    return {
      session: { _id, name },
      asOf: at,
      steps: stepsOf(_id, reaches, found),
      programmes: byProgramme(known, programmes),
      states: byState(known),
      sexes: bySex(known),
      days: found.days.map((day) => ({ ...day, links: waysOf(day, _id) })),
      quotas: reaches.offers && found.offered ? quotasOf(found.offered, scheme, programmes) : [],
    };
  });
}

/** The lists of what one day brought. */
const waysOf = ({ day, applied, paid }: DayCounts, session: string) => ({
  applied: applied === null ? null : listAt("applications", { from: day, to: day, session }),
  paid: paid === null ? null : listAt("payments", { paidfrom: day, paidto: day, ...PAID, session }),
});

/** A right that reaches no department, as that of a head whose office is over, shows nothing. */
const somewhere = (scope: Scope | undefined): Scope | undefined =>
  scope === "all" || (scope?.departments.length ?? 0) > 0 ? scope : undefined;
