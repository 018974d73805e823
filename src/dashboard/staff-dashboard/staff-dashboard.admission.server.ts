import type { FastifyInstance } from "fastify";
import { reachesOf, staff } from "#access/permission/permission.guard.server.ts";
import { askedSession } from "#calendar/session/session.server.ts";
import { programmesInOrder } from "#college/programme/programme.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { schemeOf } from "#selection/merit-scheme/merit-scheme.server.ts";
import { readAdmissionCounts } from "./staff-dashboard.contract.ts";
import type { DayCounts } from "./staff-dashboard.count.server.ts";
import { byProgramme, bySex, byState, listAt, PAID } from "./staff-dashboard.groups.server.ts";
import { quotasOf } from "./staff-dashboard.quotas.server.ts";
import { countAdmission, type Reaches } from "./staff-dashboard.session.server.ts";
import { counted } from "./staff-dashboard.shared.server.ts";
import { stepsOf } from "./staff-dashboard.steps.server.ts";

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
      counted(app, JSON.stringify([_id, reaches]), () => countAdmission(db, _id, reaches)),
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
