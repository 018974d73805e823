import { sql } from "kysely";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { lockTerm } from "../moderation/moderation.server.ts";
import type { Batch } from "./publication.read.server.ts";
import type { PublicationState } from "./publication.rules.ts";

export interface LockedPublication {
  readonly _id: string;
  readonly title: string;
  readonly session: string;
  readonly semester: number;
  readonly at: string;
  /** Whether its minute has come. */
  readonly due: boolean;
  readonly state: PublicationState;
  readonly seen: string;
  readonly results: number;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly version: number;
  readonly batches: Batch[];
}

/** A publication with its semester: nobody else publishes, moderates or takes back there until the end of the transaction. */
export async function lockPublication(trx: Trx, id: string): Promise<LockedPublication | undefined> {
  if (!isId(id)) return undefined;
  const { rows: terms } = await sql<{ session: string; semester: number }>`
    select session, semester from portal.publication where _id = ${id}`.execute(trx);
  const [term] = terms;
  if (!term) return undefined;
  await lockTerm(trx, term.session, term.semester);
  const { rows } = await sql<
    Omit<LockedPublication, "batches" | "due">
  >`select _id, title, session, semester, "at", state, seen, results, proposedby, decidedby, "decidedAt", version
    from portal.publication where _id = ${id} for update`.execute(trx);
  const { rows: batches } =
    await sql<Batch>`select programme, level from portal.publication_batch where publication = ${id}
    order by programme, level`.execute(trx);
  return rows[0] && { ...rows[0], batches, due: await isDue(trx, id) };
}

/** Whether its minute has come: by the clock, since whoever waited for the lock began before it. */
export async function isDue(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select "at" <= clock_timestamp() as due from portal.publication where _id = ${id}`.execute(trx);
  return rows[0]?.due ?? false;
}

/** From now on what it brought out is taken back, slice by slice. */
export async function beginTakingBack(trx: Trx, { _id }: Pick<LockedPublication, "_id">): Promise<void> {
  await sql`update portal.publication set state = 'Being recalled', upto = null, "toldAt" = null, version = version + 1,
    "updatedAt" = now() where _id = ${_id}`.execute(trx);
}

/** A publication that is being taken back and of which something of some students stands still: its name, or null. */
export async function beingRecalled(trx: Trx, students: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{
    title: string;
  }>`select p.title from portal.publication p where p.state = 'Being recalled'
    and exists (select from ${standingResults()} r where r.publication = p._id and r.student = any(${[...students]}::uuid[]))
    limit 1`.execute(trx);
  return rows[0]?.title ?? null;
}
