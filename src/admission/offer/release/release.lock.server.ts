import { type RawBuilder, sql } from "kysely";
import { refuseOwnFilesOf } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { notFound, Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { mayReleaseStep, type ReleaseKind, type ReleaseState } from "./release.rules.ts";

export interface LockedRelease {
  readonly _id: string;
  readonly title: string;
  readonly kind: ReleaseKind;
  readonly session: string;
  readonly run: string | null;
  readonly state: ReleaseState;
  readonly letter: string | null;
  readonly duedays: number | null;
  readonly minute: string | null;
  /** Whether its minute has come, by the database's clock. */
  readonly due: boolean;
  readonly proposedby: string | null;
  readonly approvedby: string | null;
  readonly releasedAt: string | null;
  readonly lines: number;
  /** Rises with whatever is done to the list. */
  readonly version: number;
}

/** A list that nobody else changes until the transaction ends, for who may decide about every department. 404. */
export async function lockedRelease(trx: Trx, who: Pick<Officer, "scope">, id: string): Promise<LockedRelease> {
  requireWholeCollege(who);
  const release = isId(id) ? await lockRelease(trx, id) : undefined;
  if (!release) throw notFound();
  return release;
}

export async function lockRelease(trx: Trx, id: string): Promise<LockedRelease | undefined> {
  const { rows } = await sql<LockedRelease>`select _id, title, kind, session, run, state, letter, duedays, minute,
      coalesce(minute <= now(), false) as due, proposedby, approvedby, "releasedAt", lines, version
    from portal.release where _id = ${id} for update`.execute(trx);
  return rows[0];
}

/** The same, if it is a draft still. */
export async function lockedDraft(trx: Trx, who: Pick<Officer, "scope">, id: string): Promise<LockedRelease> {
  const release = await lockedRelease(trx, who, id);
  if (release.state !== "Draft") throw noDraft(release);
  return release;
}

export const noDraft = ({ title, state }: LockedRelease): Refusal =>
  refuse("list-not-in-draft", `“${title}” is ${state}, so its applications stay as they are. Take it back first`);

/** Refuses whoever made a list, or changed what stands on it, to approve it. 403. The table has the same rule. */
export async function requireNoOwnHand(
  trx: Trx,
  { staff }: Pick<Officer, "staff">,
  { _id }: LockedRelease,
): Promise<void> {
  const { rows } = await sql`select from portal.release_hand where release = ${_id} and staff = ${staff}`.execute(trx);
  if (rows.length > 0)
    throw new Refusal(
      "another-must-decide",
      403,
      "You made this list or changed what stands on it, so somebody else must approve it. Ask a colleague who may",
    );
}

/** Notes who changed what stands on a draft: they do not approve it. Counts its applications anew. */
export async function markListChanged(trx: Trx, { staff }: Pick<Officer, "staff">, release: string): Promise<void> {
  await sql`insert into portal.release_hand (release, staff) values (${release}, ${staff}) on conflict do nothing`.execute(
    trx,
  );
  await recountLines(trx, release);
}

/** Writes down where a list stands, with what goes with it; `sets` ends with a comma. */
export async function setRelease(
  trx: Trx,
  { _id }: LockedRelease,
  state: ReleaseState,
  sets: RawBuilder<unknown> = sql``,
): Promise<void> {
  await sql`update portal.release set state = ${state}, ${sets} version = version + 1, "updatedAt" = now()
    where _id = ${_id}`.execute(trx);
}

/** A step of the portal itself, with its line of the audit. 409 for a list that stands where this step does not begin. */
export async function stepRelease(
  { trx, note }: Work,
  release: LockedRelease,
  to: ReleaseState,
  { deed, reason }: { readonly deed: string; readonly reason?: string },
  sets: RawBuilder<unknown> = sql``,
): Promise<void> {
  const { _id, state } = release;
  if (!mayReleaseStep(state, to)) throw await standsElsewhere(trx, release, to);
  await setRelease(trx, release, to, sets);
  note({ deed, subject: `release:${_id}`, before: { state }, after: { state: to }, ...(reason && { reason }) });
}

/** That somebody was faster: where the list stands now, by whom and since when. */
export async function standsElsewhere(
  trx: Trx,
  { _id, title, state }: LockedRelease,
  to: ReleaseState,
): Promise<Refusal> {
  const last = (await auditOf(trx, `release:${_id}`, 20)).find(({ after }) => after?.state === state);
  const names = await namesOfStaff(trx, last?.actor ? [last.actor] : []);
  const who = last ? `: ${names.get(last.actor ?? "") ?? "the portal"} brought it there on ${asMinute(last.at)}` : "";
  return stale("state-has-moved", `“${title}” is ${state} now${who}, so it can not become ${to}. Look at it again`);
}

/** Counts a list's applications anew, after some were added, taken off, released or held back. */
export const recountLines = (trx: Trx, release: string) =>
  sql`update portal.release set (lines, out, held, recalled) = (
      select count(*), count(*) filter (where standing = 'Out'), count(*) filter (where standing = 'Held back'),
        count(*) filter (where standing = 'Recalled')
      from portal.release_line where release = ${release}), version = version + 1, "updatedAt" = now()
    where _id = ${release}`.execute(trx);

/**
 * Nobody puts a list with their own file on its way, nor takes it back. 403. Answers what is said of somebody who is only alike.
 */
export const refuseOwnLines = (work: Pick<Work, "trx" | "note">, who: Officer, release: string): Promise<string> =>
  refuseOwnFilesOf(
    work,
    who,
    sql`select applicant from portal.release_line where release = ${release}`,
    `release:${release}`,
  );
