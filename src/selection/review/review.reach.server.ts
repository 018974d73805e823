import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { columnsOf, reached } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { reviewRules } from "./review.list.server.ts";
import { type LockedReview, lockedReviews } from "./review.move.server.ts";

interface Found {
  readonly _id: string;
  readonly applicant: string;
  readonly version: number;
}

/**
 * One file to look at, as far as the officer's right reaches: 404 beyond it. Nobody looks into the own one (403), since
 * nothing of the desk is for the applicant. Contract 3.11.
 */
export async function reachedFile(db: Database, who: Officer, id: string): Promise<Found> {
  const { rows } = isId(id)
    ? await sql<Found>`select t._id, t.applicant, t.version from portal.review t
        where t._id = ${id} and ${reached(reviewRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  await refuseOwnFiles(db, who, [found.applicant]);
  return found;
}

/** The same to work on: nobody else changes it until the transaction ends. */
export async function lockedFile(trx: Trx, who: Officer, id: string): Promise<LockedReview> {
  await reachedFile(trx, who, id);
  const [locked] = await lockedReviews(trx, [id]);
  if (!locked) throw notFound();
  return locked;
}
