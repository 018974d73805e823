import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  everyChoice,
  type LockedApplication,
  lockApplications,
  moveApplication,
} from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { isPassing } from "#platform/database/outage.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { type Note, perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { mayReviewGo, type ReviewState } from "#selection/review/review.rules.ts";
import { judgeAnew, lockReviews, moveReviews } from "#selection/review/review.server.ts";
import { makeOffer } from "../offer.make.server.ts";
import { todayInLagos } from "../offer.read.server.ts";
import type { OfferKind } from "../offer.rules.ts";
import { type LockedRelease, lockRelease, recountLines, stepRelease } from "../release/release.lock.server.ts";
import { awaitingDean } from "./release-line.fill.server.ts";
import { refusalMail } from "./release-line.mail.server.ts";
import type { RefusalReason } from "./release-line.refusal.rules.ts";

interface GoingLine {
  readonly _id: string;
  readonly application: string;
  /** What it offers a place in: the programme that was applied for, or a further choice. */
  readonly programme: string;
  readonly kind: OfferKind | null;
  readonly condition: string | null;
  readonly conditiondue: string | null;
  /** Whether the condition's day is over. */
  readonly late: boolean;
  readonly reason: RefusalReason | null;
  readonly words: string | null;
}

interface Going {
  readonly release: LockedRelease;
  readonly line: GoingLine;
  readonly application: LockedApplication | undefined;
  readonly state: ReviewState | undefined;
  readonly awaitsDean: boolean;
}

/**
 * Sends one line out, or holds it back with why: whatever happens to it, the others go on. What only passes, such as a
 * broken connection, is thrown, and the whole batch is tried again later.
 */
async function sendOut(app: FastifyInstance, { trx, note }: Work, going: Going): Promise<void> {
  const notes: Note[] = [];
  await sql`savepoint line`.execute(trx);
  try {
    await release(app, { trx, note: (one) => notes.push(one) }, going);
    await sql`update portal.release_line set standing = 'Out', "outAt" = now() where _id = ${going.line._id}`.execute(
      trx,
    );
    await sql`release savepoint line`.execute(trx);
    for (const one of notes) note(one);
  } catch (fault) {
    if (isPassing(fault)) throw fault;
    await sql`rollback to savepoint line`.execute(trx);
    await holdBack(trx, going.line, whyHeld(app, going, fault));
  }
}

async function release(app: FastifyInstance, work: Work, going: Going): Promise<unknown> {
  const { release: list, line, application } = going;
  if (!application) throw new Error("A line names an application that does not exist");
  if (line.kind === null) return refuseApplication(app, work, going, application);
  if (going.awaitsDean)
    throw refuse("dean-has-not-answered", `${application.code} awaits the dean, so it can not be offered a place`);
  if (line.late)
    throw refuse(
      "condition-over",
      `${application.code} was to meet its condition by a day that is over. Offer the place again with a later day`,
    );
  const { kind, condition, conditiondue } = line;
  const offering = { kind, condition, conditiondue, days: list.duedays, release: list._id, letter: list.letter };
  const placed = line.programme === application.programme ? application : await moveToChoice(work, application, line);
  return makeOffer(work, app.portal.config, placed, offering);
}

/** A seat in a further choice: the application goes there with its offer, and nothing of it is known before. */
async function moveToChoice(work: Work, application: LockedApplication, { programme }: GoingLine) {
  const { rows } = await sql`select from ${everyChoice()} choice
    where choice.application = ${application._id} and choice.programme = ${programme}`.execute(work.trx);
  if (rows.length === 0)
    throw refuse(
      "not-a-choice",
      `${application.code} stands in another programme now, and this one is none of its choices. Put it on a new list`,
    );
  const moved = await moveApplication(work, { application, to: programme, why: "Choice" });
  await judgeAnew(work.trx, [application._id]);
  return moved;
}

async function refuseApplication(
  app: FastifyInstance,
  work: Work,
  { release: list, line: { words, reason }, state }: Going,
  { _id, code, status, snapshot }: LockedApplication,
): Promise<void> {
  if (status !== 0) throw refuse("offer-made-already", `${code} has an offer, so it can not be refused`);
  if (!state || !mayReviewGo(state, "Refused") || !words || !reason)
    throw refuse("application-not-refusable", `${code} is ${state}, so it can not be refused`);
  await moveReviews(work, { who: approverOf(list), ids: [_id], to: "Refused", reason: words, deed: "review.refuse" });
  const { bio, programme, session } = snapshot;
  const told = { bio, code, programme: programmeTitle(programme), session: session.name, words, reason };
  await writeMail(work.trx, refusalMail(app.portal.config, told));
  work.note({ deed: "application.refuse", subject: `application:${_id}`, after: { release: list._id, reason, words } });
}

/** What goes out at its minute was decided by who approved it. */
const approverOf = ({ approvedby }: LockedRelease): Officer => ({
  actor: portalItself.actor,
  staff: approvedby ?? "",
  session: "",
  scope: "all",
});

const holdBack = (trx: Trx, { _id }: GoingLine, held: string) =>
  sql`update portal.release_line set standing = 'Held back', held = ${held.slice(0, LONGEST)} where _id = ${_id}`.execute(
    trx,
  );

const LONGEST = 600;

function whyHeld(app: FastifyInstance, { release: list, line }: Going, fault: unknown): string {
  if (fault instanceof Refusal) return fault.message;
  app.log.error({ err: fault, release: list._id, line: line._id }, "a line of a release could not go out");
  return "The portal could not send this one out. An administrator finds why in its log";
}

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
async function nextDue({ portal: { db } }: FastifyInstance, failed: readonly string[]): Promise<string | undefined> {
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
  const reviews = new Map((await lockReviews(trx, ids)).map(({ _id, state }) => [_id, state]));
  const awaiting = await awaitingDean(trx, release, ids);
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
  await recountLines(trx, id);
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
  const { rows } = await sql<GoingLine>`select _id, application, programme, kind, condition, conditiondue,
      coalesce(conditiondue < ${todayInLagos}, false) as late, reason, words from portal.release_line
    where release = ${release} and standing = 'Waiting' order by programme, place limit ${AT_ONCE}`.execute(trx);
  return rows;
}
