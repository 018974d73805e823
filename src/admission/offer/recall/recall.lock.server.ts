import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
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

export async function setRecallState(
  { trx }: Pick<Work, "trx">,
  { _id }: Pick<LockedRecall, "_id">,
  state: RecallState,
  { staff }: { readonly staff: string },
): Promise<void> {
  await sql`update portal.recall set state = ${state}, decidedby = ${staff}, "decidedAt" = now(), version = version + 1
    where _id = ${_id}`.execute(trx);
}

export async function endRecall({ trx, note }: Work, { _id }: Pick<LockedRecall, "_id">): Promise<void> {
  await sql`update portal.recall set state = 'Recalled', version = version + 1 where _id = ${_id}`.execute(trx);
  note({
    deed: "recall.recalled",
    subject: `recall:${_id}`,
    before: { state: "Approved" },
    after: { state: "Recalled" },
  });
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
