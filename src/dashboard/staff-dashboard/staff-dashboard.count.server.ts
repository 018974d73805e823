import { type RawBuilder, sql } from "kysely";
import { acceptedPlaces } from "#admission/acceptance/acceptance.read.server.ts";
import { releasedOffers } from "#admission/offer/offer.server.ts";
import { submittedApplications } from "#applications/application/application.server.ts";
import { programmesReached } from "#college/programme/programme.record.server.ts";
import type { Reached, Scope } from "#console/scope/scope.server.ts";
import { verifiedApplicants } from "#identity/account/account.count.server.ts";
import { paidApplicationFees } from "#payments/payment-reference/payment-reference.count.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Figure, FigureName } from "./staff-dashboard.contract.ts";

// Nobody reads a larger number, and reading on would be slow. Contract 1.
const COUNTED = 10_000;
const ever = sql`'-infinity'::timestamptz`;
const aDayAgo = sql`now() - interval '24 hours'`;

type Rows = (since: RawBuilder<unknown>) => RawBuilder<unknown>;

/** How many rows there are: exact up to 10,000. */
export async function countOf(db: Database, rows: RawBuilder<unknown>): Promise<Figure["total"]> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${COUNTED + 1}) found`.execute(db);
  const count = found.rows[0]?.count ?? 0;
  return count > COUNTED ? "10,000+" : count;
}

/**
 * What applicants have done, now and in the last 24 hours: all of it in the session that admits, of the programmes that
 * the right reaches. Who registered belongs to no programme, and is counted for the whole college only.
 */
export function admissionFigures(db: Database, scope: Scope, session: string | null): Promise<Figure[]> {
  const reached: Reached = (programme) =>
    scope === "all" ? sql`true` : sql`${programme} in (${programmesReached(scope)})`;
  const counted: [FigureName, Rows][] = [];
  if (scope === "all") counted.push(["applicants", verifiedApplicants]);
  if (session !== null && reachesAny(scope))
    counted.push(
      ["fees", (since) => paidApplicationFees(session, since, reached)],
      ["applications", (since) => submittedApplications(session, since, reached)],
      ["offers", (since) => releasedOffers(session, since, reached)],
      ["places", (since) => acceptedPlaces(session, since, reached)],
    );
  return Promise.all(
    counted.map(async ([name, rows]) => {
      const [total, lately] = await Promise.all([countOf(db, rows(ever)), countOf(db, rows(aDayAgo))]);
      return { name, total, lately, link: null };
    }),
  );
}

const reachesAny = (scope: Scope): boolean => scope === "all" || scope.departments.length > 0;
