import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { columnsOf, mayRead } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { reviewRules } from "./review.read.server.ts";
import { mayReviewGo, type ReviewState } from "./review.rules.ts";

interface Move {
  readonly who: Officer;
  /** Of applications, within the officer's reach. */
  readonly ids: readonly string[];
  readonly to: ReviewState;
  /** Typed by the officer; required by the callers whose deed needs one. */
  readonly reason?: string | undefined;
  /** What the audit calls it, such as `review.check`. */
  readonly deed: string;
}

/**
 * Moves applications of the desk to another state, all or none, with a line of the audit for each. Refuses one's own file
 * (403), and a file that stands where this step does not lead from (409, with who brought it there and when).
 */
export async function moveReviews({ trx, note }: Work, { who, ids, to, reason, deed }: Move): Promise<void> {
  const found = await lockReviews(trx, ids);
  await refuseOwnFiles(
    trx,
    who,
    found.map(({ applicant }) => applicant),
  );
  const stuck = found.filter(({ state }) => !mayReviewGo(state, to));
  if (stuck.length > 0) throw stale("state-has-moved", await whyStuck(trx, stuck, to));
  // In parts, so that no statement runs into its limit of time.
  for (const some of slicesOf(ids, 1_000))
    await sql`update portal.review set state = ${to}, version = version + 1, "updatedAt" = now()
      where _id = any(${some}::uuid[])`.execute(trx);
  for (const { _id, state } of found)
    note({ deed, subject: `review:${_id}`, before: { state }, after: { state: to }, ...(reason && { reason }) });
}

/** Writes down where the recall of their offers has left these files: that step is the offer's, but it has its line as well. */
export const noteRecalledReviews = (work: Work, ids: readonly string[], reason: string): Promise<void> =>
  noteFollowing(work, ids, { deed: "review.offer-recalled", reason });

/** The same of a file that is with the desk again, because two people have taken its applicant back. */
export const noteReinstatedReview = (work: Work, id: string, reason: string): Promise<void> =>
  noteFollowing(work, [id], { deed: "review.reinstated", reason });

async function noteFollowing(
  { trx, note }: Work,
  ids: readonly string[],
  why: { readonly deed: string; readonly reason: string },
): Promise<void> {
  for (const { _id, state } of await lockReviews(trx, ids))
    note({ ...why, subject: `review:${_id}`, after: { state } });
}

/** A review that nobody else changes until the transaction ends. */
export interface LockedReview {
  readonly _id: string;
  readonly applicant: string;
  readonly code: string;
  readonly name: string;
  readonly state: ReviewState;
  readonly version: number;
  readonly updatedAt: string;
}

/** In one order, so that two officers wait for each other. 404 for an unknown one. */
export async function lockReviews(trx: Trx, ids: readonly string[]): Promise<LockedReview[]> {
  const { rows } = await sql<LockedReview>`select _id, applicant, code, name, state, version, "updatedAt"
    from portal.review
    where _id = any(${[...ids]}::uuid[]) order by _id for update`.execute(trx);
  if (rows.length !== new Set(ids).size) throw notFound();
  return rows;
}

/** Why the first of the files that cannot go there cannot, with who brought it to where it stands. */
async function whyStuck(trx: Trx, [first, ...more]: readonly LockedReview[], to: ReviewState): Promise<string> {
  if (!first) throw new Error("Nothing is stuck");
  const { _id, code, state } = first;
  const lines = await auditOf(trx, `review:${_id}`, 20);
  const last = lines.find(({ after }) => after?.state === state);
  const names = await namesOfStaff(trx, last?.actor ? [last.actor] : []);
  const who = names.get(last?.actor ?? "");
  const since = last && who ? `: ${who} brought it there on ${asMinute(last.at)}` : "";
  const others = more.length === 0 ? "" : ` So do ${more.length} more of the chosen.`;
  return `${code} is ${state}${since}, so it can not become ${to}.${others} Look at it again; nothing was changed`;
}

interface Found {
  readonly _id: string;
  readonly applicant: string;
  readonly version: number;
}

/**
 * One file to look at, as far as the officer's right reaches: 404 beyond it. Nobody looks into the own one (403), since
 * nothing of the desk is for the applicant. Contract 3.11.
 */
export async function findReachedFile(db: Database, who: Officer, id: string): Promise<Found> {
  const { rows } = isId(id)
    ? await sql<Found>`select t._id, t.applicant, t.version from portal.review t
        where t._id = ${id} and ${mayRead(reviewRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  await refuseOwnFiles(db, who, [found.applicant]);
  return found;
}

/** The same to work on: nobody else changes it until the transaction ends. */
export async function lockFile(trx: Trx, who: Officer, id: string): Promise<LockedReview> {
  await findReachedFile(trx, who, id);
  const [locked] = await lockReviews(trx, [id]);
  if (!locked) throw notFound();
  return locked;
}
