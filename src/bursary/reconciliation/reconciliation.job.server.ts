import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { asMinute } from "#kit/value/dates.rules.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import { compareWithProvider, paymentsToCompare } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueueLater, type Job, type Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { finishRun } from "./reconciliation.finish.server.ts";
import { providerKinds } from "./reconciliation.rules.ts";

/** At once, so that a provider which takes its time does not take the night. */
const AT_ONCE = 3;

/** One step takes so long at most: whoever stops the portal does not wait for the whole run. */
const STEP_MS = 10_000;

/** A question without an answer is put so often. */
const ATTEMPTS = 6;

/**
 * Seconds until the provider is asked again when it is silent: longer than it is left alone after failures, and twice as
 * long each time that the same is asked.
 */
const PAUSE = 40;

/** Hours after which a run ends with what it has heard. */
const LONGEST = 6;

const stepKey = (run: string): string => `reconcile:${run}`;

/**
 * One step of a run: asks about some of what is left, each outside of any transaction, and plans the next step; at the
 * end it gathers what differs. A step that was cut goes on with what has no answer.
 */
export const reconcileJob: Job<{ run: string }> = {
  name: "reconcile",
  attempts: 25,
  lane: () => "reconciliation",
  async run(app, { run }) {
    const { db } = app.portal;
    const standing = await standingOf(db, run);
    if (!standing) return;
    if (standing.late) return finishRun(app, run);
    const until = performance.now() + STEP_MS;
    for (let begun = false; performance.now() < until; begun = true) {
      const questions = await nextQuestions(db, run);
      const [first] = questions;
      if (!first) return finishRun(app, run);
      // What has just had no answer is not asked again at once.
      if (begun && first.attempts > 0) return pause(db, run, first.attempts - 1);
      const answered = await Promise.all(questions.map(({ payment }) => ask(app, run, payment)));
      if (!answered.includes(true)) return pause(db, run, first.attempts);
    }
    await enqueueLater(db, reconcileJob, { run }, 0, stepKey(run));
  },
};

/** Goes on later, the later the more often the same was asked before. */
const pause = (db: Database, run: string, attempts: number): Promise<void> =>
  enqueueLater(db, reconcileJob, { run }, PAUSE * 2 ** attempts, stepKey(run));

/** A run that is under way, and whether it has taken too long; undefined for one that has ended. */
async function standingOf(db: Database, run: string): Promise<{ late: boolean } | undefined> {
  const { rows } = await sql<{ late: boolean }>`
    select "createdAt" < now() - make_interval(hours => ${LONGEST}) as late
    from portal.reconciliation where _id = ${run} and state = 'Running'`.execute(db);
  return rows[0];
}

/** Those that were asked least often first: one that is never answered holds nothing up. */
const nextQuestions = (db: Database, run: string) =>
  db
    .selectFrom("reconciliation_question")
    .select(["payment", "attempts"])
    .where("run", "=", run)
    .where("answeredAt", "is", null)
    .where("attempts", "<", ATTEMPTS)
    .orderBy("attempts")
    .orderBy("place")
    .limit(AT_ONCE)
    .execute();

/** Puts one question and writes down what was heard; answers whether anything was. */
async function ask(app: FastifyInstance, run: string, payment: string): Promise<boolean> {
  const { state, answer, code, amount_kobo, same } = await compareWithProvider(app, payment);
  const heard =
    answer === null ? { state } : { state, answer, code, amount_kobo, same, answeredAt: sql<string>`now()` };
  await app.portal.db
    .updateTable("reconciliation_question")
    .set({ ...heard, attempts: sql`attempts + 1` })
    .where("run", "=", run)
    .where("payment", "=", payment)
    .execute();
  return answer !== null;
}

interface Wanted {
  /** Null: the portal itself, by night. */
  readonly askedby: string | null;
  /** Every reference of this day and later is asked about too. */
  readonly since: string | null;
}

/** Begins a run with all its questions; the newest payment is asked about first. Refuses while one is under way (409). */
export async function openRun({ trx, note }: Work, { askedby, since }: Wanted): Promise<string> {
  const _id = newId();
  const running = await runningOne(trx);
  if (running)
    throw stale("run-under-way", `A run is under way since ${asMinute(running.createdAt)}. Wait until it has ended`);
  await onConstraint(
    { reconciliation_one: () => stale("run-under-way", "Another run has just begun. Wait until it has ended") },
    trx.insertInto("reconciliation").values({ _id, askedby, since }).execute(),
  );
  await sql`insert into portal.reconciliation_question (run, payment, place)
    select ${_id}, wanted.payment, row_number() over (order by wanted.payment desc)
    from (${paymentsToCompare(since)}
      union select d.payment from portal.discrepancy d
      where d.state = 'Open' and d.payment is not null and d.rrr is not null and d.kind = any(${[...providerKinds]})) wanted`.execute(
    trx,
  );
  const { rows } = await sql<{ asked: number }>`
    update portal.reconciliation set asked = (
      select count(*)::int from portal.reconciliation_question where run = ${_id}) where _id = ${_id} returning asked`.execute(
    trx,
  );
  await enqueueLater(trx, reconcileJob, { run: _id }, 0, stepKey(_id));
  note({
    deed: "reconciliation.begin",
    subject: `reconciliation:${_id}`,
    after: { since, asked: rows[0]?.asked ?? 0 },
  });
  return _id;
}

/** The run that is under way. */
const runningOne = (trx: Trx) =>
  trx.selectFrom("reconciliation").select(["_id", "createdAt"]).where("state", "=", "Running").executeTakeFirst();

/** At two in the morning in Lagos: begins a run, or goes on with one that lost its job. */
export const reconcileByNight: Round = {
  name: "reconcile-by-night",
  cron: "0 1 * * *",
  async run({ portal: { db } }) {
    await perform(db, portalItself, async (work) => {
      const running = await runningOne(work.trx);
      if (!running) return openRun(work, { askedby: null, since: null });
      await enqueueLater(work.trx, reconcileJob, { run: running._id }, 0, stepKey(running._id));
      work.note({ deed: "reconciliation.go-on", subject: `reconciliation:${running._id}` });
      return running._id;
    });
  },
};
