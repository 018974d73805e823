import { sql } from "kysely";
import { lockApplicant } from "#identity/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { dropUnusedFilesOf } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { dropNotices } from "../notification/notification.server.ts";
import { DAYS_TO_ANSWER, type OwnData } from "./own-data.contract.ts";

interface Erasure {
  readonly applicant: string;
  readonly createdAt: string;
  /** The last day to answer, in Lagos. */
  readonly due: string;
  /** That day is over. */
  readonly overdue: boolean;
}

const columns = sql`applicant, "createdAt", due, due < (now() at time zone 'Africa/Lagos')::date as overdue`;

/** Asks the office to delete what may go; answers the last day of its answer. */
export async function askErasure(trx: Trx, applicant: string): Promise<string> {
  const asked = sql<{ due: string }>`insert into portal.erasure_request (_id, applicant, due)
    values (${newId()}, ${applicant}, (now() at time zone 'Africa/Lagos')::date + ${DAYS_TO_ANSWER}::int) returning due`;
  const { rows } = await onConstraint({ erasure_request_one_open: tryAgain }, asked.execute(trx));
  return rows[0]?.due ?? "";
}

/** The request of an applicant that waits for its answer; undefined without one. */
export async function openErasureOf(db: Database | Trx, applicant: string): Promise<Erasure | undefined> {
  const { rows } = await sql<Erasure>`select ${columns} from portal.erasure_request
    where applicant = ${applicant} and "answeredAt" is null`.execute(db);
  return rows[0];
}

/** The requests that wait for an answer, the most urgent first, at most a hundred. */
export async function openErasures(db: Database): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`select ${columns} from portal.erasure_request
    where "answeredAt" is null order by due, _id limit 100`.execute(db);
  return rows;
}

/** Closes the request that waits, with what was answered. Answers whether there was one. */
export async function answerErasure(trx: Trx, applicant: string, answer: string, by: string): Promise<boolean> {
  const answered = await trx
    .updateTable("erasure_request")
    .set({ answer, answeredby: by, answeredAt: sql`now()` })
    .where("applicant", "=", applicant)
    .where("answeredAt", "is", null)
    .returning("_id")
    .execute();
  return answered.length > 0;
}

/** What of somebody's data must stay for now, and why, of all that the nouns hold; with nothing of it the whole account may go. */
export async function whatStays(db: Database | Trx, owner: string, all: readonly OwnRows[]): Promise<OwnData["stays"]> {
  const kept: OwnData["stays"] = [];
  for (const { rows, stays } of all) {
    if (!stays) continue;
    const held = (await rows(owner).execute(db)).rows.map(({ row }) => row);
    if (held.length > 0) kept.push(...stays.what(held).map((what) => ({ what, why: stays.why })));
  }
  return kept;
}

export const whatGoes: readonly string[] = [
  "Your name, email address, phone number and JAMB number",
  "Your bio data, parents or guardians, examination results, photograph and documents",
  "Your password, and every sign-in on every device",
];

/**
 * Deletes of an applicant's data what no application and no payment rests on, of all that the nouns hold. Answers how many
 * of each were deleted, by what they are called. The account itself, its sign-ins and what was submitted stay.
 */
export async function dropUnused(
  trx: Trx,
  owner: string,
  all: readonly OwnRows[],
): Promise<Readonly<Record<string, number>>> {
  await lockApplicant(trx, owner);
  const dropped = new Map<string, number>();
  // What was filled in later rests on what stands before it.
  for (const { unused } of all.toReversed())
    if (unused) dropped.set(unused.what, Number((await unused.drop(owner).execute(trx)).numAffectedRows ?? 0));
  dropped.set("files", await dropUnusedFilesOf(trx, owner));
  dropped.set("notices", await dropNotices(trx, owner));
  return Object.fromEntries([...dropped].filter(([, many]) => many > 0));
}
