import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { enqueueMany, type Job, type Round } from "#platform/jobs/jobs.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { askProvider } from "./verification.ask.server.ts";
import {
  checkKey,
  type HeldPayment,
  holdAwaited,
  holdPayment,
  holdSettled,
  isOpenQuestion,
  planCheck,
  releasePayment,
  SECONDS_BETWEEN_QUESTIONS,
} from "./verification.hold.server.ts";

/**
 * Asks about one payment, as a person's Verify Payment does. When somebody else has just asked, it waits its turn: what
 * it was enqueued for may be newer than that answer.
 */
export const checkPaymentJob: Job<{ payment: string }> = {
  name: "check-payment",
  attempts: 25,
  // Three at once in all processes: a provider that takes its time keeps no letter waiting.
  lane: ({ payment }) => `provider-${Number.parseInt(payment.slice(-1), 16) % 3}`,
  async run(app, { payment }) {
    if (await checkPayment(app, payment)) return;
    const row = await app.portal.db
      .selectFrom("payment_reference")
      .select("state")
      .where("_id", "=", payment)
      .where(isOpenQuestion())
      .executeTakeFirst();
    if (row) await planCheck(app.portal.db, checkPaymentJob, payment, SECONDS_BETWEEN_QUESTIONS + 1);
  },
};

/** Asks the provider now, unless it is being asked or was just asked; then answers false and what is known stands. */
export const checkPayment = async (app: FastifyInstance, payment: string): Promise<boolean> =>
  ask(app, await holdPayment(app.portal.db, payment));

/** The same until its reference is there: an answer about whether it is paid is left to who asks that. */
export const askForReference = async (app: FastifyInstance, payment: string): Promise<boolean> =>
  ask(app, await holdAwaited(app.portal.db, payment));

/** The same about a payment that no answer changes any more: what the provider says is kept in its history. */
export const lookAtPayment = async (app: FastifyInstance, payment: string): Promise<boolean> =>
  ask(app, await holdSettled(app.portal.db, payment));

async function ask(app: FastifyInstance, held: HeldPayment | null): Promise<boolean> {
  if (!held) return false;
  const { db } = app.portal;
  let heard = { answered: false, more: false };
  try {
    heard = await askProvider(app, held);
  } finally {
    await releasePayment(db, checkPaymentJob, held, heard.answered);
  }
  if (heard.more) await planCheck(db, checkPaymentJob, held._id, SECONDS_BETWEEN_QUESTIONS + 1);
  return true;
}

/** Hourly: plans anew what should have been asked long ago, should its job have been lost or have failed too often. */
export const missedChecks: Round = {
  name: "missed-payment-checks",
  cron: "41 * * * *",
  async run({ portal: { db } }) {
    const missed = await db
      .selectFrom("payment_reference")
      .select("_id")
      .where("nextCheckAt", "<", sql<string>`now() - interval '10 minutes'`)
      .orderBy("nextCheckAt")
      .limit(1_000)
      .execute();
    for (const { _id } of missed) await planCheck(db, checkPaymentJob, _id, Math.random() * 600);
  },
};

/**
 * Has a payment asked about beside, for who does not wait for it: at most every ten seconds, and only where an answer can change
 * anything. Answers whether it is being asked or will be at once.
 */
export async function askSoon(db: Database, payment: string): Promise<boolean> {
  const { rows } = await sql<{ asking: boolean; due: boolean }>`
    select coalesce("askingUntil" > now(), false) as asking, ${isOpenQuestion()} and rrr is not null
      and ("askedAt" is null or "askedAt" <= now() - make_interval(secs => ${SECONDS_BETWEEN_QUESTIONS})) as due
    from portal.payment_reference where _id = ${payment}`.execute(db);
  const [{ asking, due } = { asking: false, due: false }] = rows;
  if (asking || !due) return asking;
  return (await db.transaction().execute((trx) => planChecksNow(trx, [payment]))).length > 0;
}

/** Has these payments asked about now, as the lanes have room; answers those that an answer can still change. */
export async function planChecksNow(trx: Trx, payments: readonly string[]): Promise<string[]> {
  const planned = await trx
    .updateTable("payment_reference")
    .set({ nextCheckAt: sql`now()` })
    .where(sql<boolean>`_id = any(${[...payments]}::uuid[])`)
    .where(isOpenQuestion())
    .returning("_id")
    .execute();
  const ids = planned.map(({ _id }) => _id);
  await enqueueMany(
    trx,
    checkPaymentJob,
    ids.map((payment) => ({ payload: { payment }, key: checkKey(payment) })),
  );
  return ids;
}
