import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { RecallState } from "./recall.contract.ts";

export interface LockedRecall {
  readonly _id: string;
  readonly release: string | null;
  readonly application: string | null;
  readonly state: RecallState;
  readonly reason: string;
  readonly words: string;
  readonly about: string;
  readonly proposedby: string;
  readonly taken: number | null;
}

export async function lockRecall(trx: Trx, id: string): Promise<LockedRecall | undefined> {
  const { rows } =
    await sql<LockedRecall>`select _id, release, application, state, reason, words, about, proposedby, taken
    from portal.recall where _id = ${id} for update`.execute(trx);
  return rows[0];
}

/** A proposed recall that nobody else decides until the transaction ends. 404; 409 for one that is decided. */
export async function lockedProposal(trx: Trx, who: Pick<Officer, "scope">, id: string): Promise<LockedRecall> {
  requireWholeCollege(who);
  const recall = isId(id) ? await lockRecall(trx, id) : undefined;
  if (!recall) throw notFound();
  if (recall.state !== "Proposed")
    throw stale("already-decided", `This recall is ${recall.state} already. Look at it again`);
  return recall;
}

/** Takes a step, with its line of the audit. */
export async function stepRecall(
  { trx, note }: Work,
  { _id, state }: LockedRecall,
  to: RecallState,
  by: string | null,
): Promise<void> {
  const decided = by === null ? sql`` : sql`decidedby = ${by}, "decidedAt" = now(),`;
  await sql`update portal.recall set state = ${to}, ${decided} version = version + 1 where _id = ${_id}`.execute(trx);
  note({ deed: `recall.${to.toLowerCase()}`, subject: `recall:${_id}`, before: { state }, after: { state: to } });
}

/** Refuses when the hours to recall are over, by the database's clock. */
export async function requireRecallInTime(trx: Trx, releasedAt: string): Promise<void> {
  const hours = await readSetting(trx, "recallHours");
  const { rows } = await sql<{ over: boolean; until: string }>`
    select now() >= until as over, until from (
      select ${releasedAt}::timestamptz + make_interval(hours => ${hours}::int) as until) asked`.execute(trx);
  if (rows[0]?.over)
    throw refuse(
      "recall-time-over",
      `An offer can be recalled within ${hours} hours of its release. That time was over on ${asMinute(rows[0].until)}`,
    );
}

/** The last recall of a whole list, with who proposed it; undefined where nobody has. */
export async function lastRecallOf(db: Database, release: string) {
  const { rows } = await sql<{ _id: string; state: RecallState; reason: string; proposedby: string }>`
    select _id, state, reason, proposedby from portal.recall where release = ${release}
    order by "createdAt" desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return undefined;
  const { proposedby, ...shown } = last;
  const names = await namesOfStaff(db, [proposedby]);
  return { proposedby, shown: { ...shown, by: names.get(proposedby) ?? "" } };
}

/** The recalls of single offers, as rows of `recall`; `applications` selects `application`. */
export const recallsOf = (applications: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select r._id as recall from portal.recall r where r.application in (${applications})`;
