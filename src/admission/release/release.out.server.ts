import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { LockedApplication } from "#applications/application/application.status.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { type Note, portalItself, type Trx, type Work } from "#platform/perform.server.ts";
import { moveReviews } from "#selection/review/review.move.server.ts";
import { mayGo, type ReviewState } from "#selection/review/review.states.contract.ts";
import type { OfferKind } from "../offer/offer.contract.ts";
import { makeOffer } from "../offer/offer.make.server.ts";
import type { LockedRelease } from "./release.locked.server.ts";
import { refusalMail } from "./release.mail.server.ts";
import type { RefusalReason } from "./release.words.contract.ts";

/** One application of a list that goes out. */
export interface GoingLine {
  readonly _id: string;
  readonly application: string;
  readonly kind: OfferKind | null;
  readonly condition: string | null;
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
export async function sendOut(app: FastifyInstance, { trx, note }: Work, going: Going): Promise<void> {
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

function release(app: FastifyInstance, work: Work, going: Going): Promise<unknown> {
  const { release: list, line, application } = going;
  if (!application) throw new Error("A line names an application that does not exist");
  if (line.kind === null) return refuseApplication(app, work, going, application);
  if (going.awaitsDean) throw refuse(`${application.code} awaits the dean, so it can not be offered a place`);
  const { kind, condition } = line;
  const offering = { kind, condition, days: list.duedays, release: list._id, letter: list.letter };
  return makeOffer(work, app.portal.config, application, offering);
}

async function refuseApplication(
  app: FastifyInstance,
  work: Work,
  { release: list, line: { words, reason }, state }: Going,
  { _id, code, status, snapshot }: LockedApplication,
): Promise<void> {
  if (status !== 0) throw refuse(`${code} has an offer, so it can not be refused`);
  if (!state || !mayGo(state, "Refused") || !words || !reason)
    throw refuse(`${code} is ${state}, so it can not be refused`);
  await moveReviews(work, { who: approverOf(list), ids: [_id], to: "Refused", reason: words, deed: "review.refuse" });
  const { bio, programme, session } = snapshot;
  const told = { bio, code, programme: programmeTitle(programme), session: session.name, words, reason };
  await postMail(work.trx, refusalMail(app.portal.config, told));
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

/** Deadlocks, lost connections, and what waited too long: the same will do later. */
const passing = /^(?:08|40|53|55|57)/;

const isPassing = (fault: unknown): boolean =>
  fault instanceof Error && "code" in fault && passing.test(String(fault.code));
