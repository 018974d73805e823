import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { acceptedIn, offeredIn, offeredNotAccepted } from "#admission/offer/offer.server.ts";
import { programmesReached } from "#college/programme/programme.server.ts";
import type { Reached } from "#console/scope/scope.server.ts";
import { accountsSince } from "#identity/account/account.server.ts";
import { askedForReference, paidNotApplied } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { ReviewState } from "#selection/review/review.rules.ts";
import { appliedIn, standingAt } from "#selection/review/review.server.ts";
import type { NotificationAudience } from "./notification.rules.ts";

/** Whom a notification is for, settled: references are known to be there, and a person has been found. */
export interface ResolvedAudience {
  readonly audience: NotificationAudience;
  readonly session: string | null;
  /** When applications of the session opened. */
  readonly opens: string | null;
  readonly programmes: readonly string[];
  readonly stages: readonly string[];
  readonly person: string | null;
  readonly madeby: string;
  /** Null for every department. */
  readonly departments: readonly string[] | null;
}

/** Everybody it is for at this moment, each once, as rows of `applicant`; made of what the nouns say of their own. */
export const audienceMembers = (to: ResolvedAudience): RawBuilder<unknown> =>
  sql`select distinct found.applicant from (${foundBy(to)}) found`;

function foundBy(to: ResolvedAudience): RawBuilder<unknown> {
  const { audience, person, departments, programmes, stages, madeby } = to;
  const session = to.session ?? "";
  const reached: Reached = (programme) => {
    const chosen = programmes.length > 0 ? sql`${programme} = any(${[...programmes]}::uuid[])` : sql`true`;
    return departments === null ? chosen : sql`${chosen} and ${withinDepartments(departments)(programme)}`;
  };
  switch (audience) {
    case "Everybody with an account":
      return sql`${accountsSince(to.opens)} union ${askedForReference(session)}`;
    case "Paid, not applied":
      return paidNotApplied(session, reached);
    case "Applied":
      return appliedIn(session, reached);
    case "At a stage of the desk":
      // Nobody learns from their own notification where their own file stands.
      return sql`select found.applicant from (${standingAt(session, stages as ReviewState[], reached)}) found
        where not ${isOwn(sql.ref("found.applicant"), madeby)}`;
    case "Offered a place":
      return offeredIn(session, reached);
    case "Offered, not accepted":
      return offeredNotAccepted(session, reached);
    case "Accepted a place":
      return acceptedIn(session, reached);
    case "One person":
      return sql`select ${person}::uuid as applicant`;
  }
}

/** The programmes of some departments, as an SQL condition. */
export const withinDepartments =
  (departments: readonly string[]): Reached =>
  (programme) =>
    sql`${programme} in (${programmesReached({ departments, colleges: [], shown: [] })})`;

/** How many people it is for at this moment. */
export async function countAudience(db: Database | Trx, to: ResolvedAudience): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${audienceMembers(to)}) everybody`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next of them by their `_id`, after one; at most so many. */
export async function someOfAudience(
  db: Database | Trx,
  to: ResolvedAudience,
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<string[]> {
  const { rows } = await sql<{ applicant: string }>`select applicant from (${audienceMembers(to)}) everybody
    where ${after === null ? sql`true` : sql`applicant > ${after}`} order by applicant limit ${most}`.execute(db);
  return rows.map(({ applicant }) => applicant);
}
