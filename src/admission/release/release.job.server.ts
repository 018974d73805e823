import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { lockApplications } from "#applications/application/application.status.server.ts";
import type { Round } from "#platform/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/perform.server.ts";
import { lockedReviews } from "#selection/review/review.move.server.ts";
import { awaitingDean } from "./release.dean.server.ts";
import { type LockedRelease, lockRelease, recount, stepRelease } from "./release.locked.server.ts";
import { type GoingLine, sendOut } from "./release.out.server.ts";

/** Lines in one transaction, so that nobody waits long for a programme's seats: what a crash cuts goes on a minute later. */
export const AT_ONCE = 100;

/** Each minute: sends out what was approved for it, batch by batch. Of several portals one sends at a time. */
export const releaseDue: Round = { name: "release-due", cron: "* * * * *", run: releaseWhatIsDue };

/** A list that fails keeps no other waiting: those behind it go out first, and the round fails in the end. */
export async function releaseWhatIsDue(app: FastifyInstance): Promise<void> {
  const failed = new Map<string, unknown>();
  for (let next = await nextDue(app, []); next !== undefined; next = await nextDue(app, [...failed.keys()]))
    try {
      if (!(await releaseBatch(app, next))) break;
    } catch (fault) {
      app.log.error({ release: next, err: fault }, "a batch of a list did not go out; it is tried again in a minute");
      failed.set(next, fault);
    }
  for (const fault of failed.values()) throw fault;
}

/** The list whose minute came first, but for those of which a batch has failed. */
export async function nextDue(
  { portal: { db } }: FastifyInstance,
  failed: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ _id: string }>`select _id from portal.release
    where state in ('Approved', 'Releasing') and minute <= now() and _id <> all(${[...failed]}::uuid[])
    order by minute, _id limit 1`.execute(db);
  return rows[0]?._id;
}

/** Sends out one batch of a list that is due; false when another portal is at it. */
export async function releaseBatch(app: FastifyInstance, list: string): Promise<boolean> {
  const { db } = app.portal;
  try {
    await perform(db, portalItself, (work) => sendBatch(app, work, list));
    return true;
  } catch (fault) {
    if (fault instanceof SomebodyElse) return false;
    throw fault;
  }
}

class SomebodyElse extends Error {}

async function sendBatch(app: FastifyInstance, work: Work, id: string): Promise<void> {
  const { trx } = work;
  const release = await ownTurn(trx, id);
  if (release.state === "Approved") await stepRelease(work, release, "Releasing", { deed: "release.begin" });
  const lines = await nextLines(trx, id);
  // Locked at once and in one order: whoever decides about one of them waits, or is waited for.
  const ids = lines.map(({ application }) => application);
  const applications = await lockApplications(trx, ids);
  const reviews = new Map((await lockedReviews(trx, ids)).map(({ _id, state }) => [_id, state]));
  const awaiting = await awaitingDean(trx, release);
  for (const line of lines) {
    const { application } = line;
    await sendOut(app, work, {
      release,
      line,
      application: applications.get(application),
      state: reviews.get(application),
      awaitsDean: awaiting.has(application),
    });
  }
  await recount(trx, id);
  work.note({ deed: "release.batch", subject: `release:${id}`, after: { count: lines.length } });
  if (lines.length === AT_ONCE) return;
  await stepRelease(
    work,
    { ...release, state: "Releasing" },
    "Released",
    { deed: "release.end" },
    sql`"releasedAt" = now(),`,
  );
}

/** The list, if it still is to go out and no other portal is sending one. */
async function ownTurn(trx: Trx, id: string): Promise<LockedRelease> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('release')) as mine`.execute(
    trx,
  );
  const release = rows[0]?.mine ? await lockRelease(trx, id) : undefined;
  const isGoing = release?.state === "Approved" || release?.state === "Releasing";
  if (!release || !isGoing || !release.due) throw new SomebodyElse();
  return release;
}

/** By programme, so that two who take seats of several programmes do so in one order. */
async function nextLines(trx: Trx, release: string): Promise<GoingLine[]> {
  const { rows } = await sql<GoingLine>`select _id, application, kind, condition, reason, words from portal.release_line
    where release = ${release} and standing = 'Waiting' order by programme, place limit ${AT_ONCE}`.execute(trx);
  return rows;
}
