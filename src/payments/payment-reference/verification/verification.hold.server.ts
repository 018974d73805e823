import { setTimeout as wait } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { enqueueLater, type Job } from "#platform/jobs/jobs.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Payment } from "../lifecycle/lifecycle.step.server.ts";
import { awaitedStates, settledStates } from "../payment-reference.rules.ts";
import { endOfPayment } from "../read/read.server.ts";
import { secondsToNextCheck } from "./verification.rules.ts";

/** One reference is asked about at most so often, whoever wants to know. Contract 2. */
export const SECONDS_BETWEEN_QUESTIONS = 10;

/** Longer than the provider's client waits for one answer: a holder that is gone is missed after it. */
export const HOLD_SECONDS = 20;

/** A payment that its holder may ask about. Both times are PostgreSQL's own text: JavaScript drops the microseconds. */
export interface HeldPayment extends Payment {
  /** When the asking began: what is told of the payment later may be newer than the answer. */
  readonly heldAt: string;
  /** For when a question was planned then. */
  readonly plannedFor: string | null;
}

/**
 * Takes the right to ask the provider about a payment, for all processes, by one conditional update. Null when it is
 * being asked, was asked in the last 10 seconds, or nothing can change any more.
 */
export async function holdPayment(db: Database, _id: string): Promise<HeldPayment | null> {
  const held = await holding(db, _id).where(isOpenQuestion()).executeTakeFirst();
  return (held as HeldPayment | undefined) ?? null;
}

/** The same while the provider has not told its reference: who wished for that has nothing to ask once it is there. */
export async function holdAwaited(db: Database, _id: string): Promise<HeldPayment | null> {
  const held = await holding(db, _id).where("state", "in", awaitedStates).executeTakeFirst();
  return (held as HeldPayment | undefined) ?? null;
}

/** The same for a payment that no answer changes any more, whose reference the provider knows. */
export async function holdSettled(db: Database, _id: string): Promise<HeldPayment | null> {
  const held = await holding(db, _id)
    .where("state", "in", settledStates)
    .where("rrr", "is not", null)
    .where("waiver", "is", null)
    .executeTakeFirst();
  return (held as HeldPayment | undefined) ?? null;
}

const holding = (db: Database, _id: string) =>
  db
    .updateTable("payment_reference")
    .set({ askedAt: sql`now()`, askingUntil: holdEnd })
    .where("_id", "=", _id)
    .where(sql<boolean>`("askingUntil" is null or "askingUntil" < now())`)
    .where(
      sql<boolean>`("askedAt" is null or "askedAt" <= now() - make_interval(secs => ${SECONDS_BETWEEN_QUESTIONS}))`,
    )
    .returningAll()
    .returning([sql<string>`now()::text`.as("heldAt"), sql<string | null>`"nextCheckAt"::text`.as("plannedFor")]);

/** Whether an answer can still change anything: where it stands, or that people alone say it is paid. An SQL condition. */
export const isOpenQuestion = (): RawBuilder<boolean> =>
  sql<boolean>`(payment_reference.state <> all(${[...settledStates]}) or ${isUnconfirmed()})`;

/** A correction or money of another payment made it paid, and the provider has not said so since. */
const isUnconfirmed = () =>
  sql<boolean>`(payment_reference.state = 'PAID' and payment_reference.rrr is not null
    and (payment_reference.correction is not null or payment_reference.withdrawal is not null) and not exists (
    select from portal.payment_event said where said.payment = payment_reference._id and said.kind = 'paid'
      and said.at > payment_reference."verifiedAt"))`;

/** Before a further question while holding. */
export async function holdOn(db: Database, _id: string): Promise<void> {
  await db.updateTable("payment_reference").set({ askingUntil: holdEnd }).where("_id", "=", _id).execute();
}

const holdEnd = sql<string>`now() + make_interval(secs => ${HOLD_SECONDS})`;

const waiting = new Map<string, Promise<void>>();

/** Waits for whoever is asking, for as long as a question may take. Of any number who wait, one looks. */
export function waitWhileAsked(db: Database, _id: string): Promise<void> {
  const already = waiting.get(_id);
  if (already) return already;
  const looking = lookWhileAsked(db, _id).finally(() => waiting.delete(_id));
  waiting.set(_id, looking);
  return looking;
}

async function lookWhileAsked(db: Database, _id: string): Promise<void> {
  for (let waited = 0; waited < HOLD_SECONDS * 1_000; waited += 150) {
    const asked = await db
      .selectFrom("payment_reference")
      .select("_id")
      .where("_id", "=", _id)
      .where("askingUntil", ">", sql<string>`now()`)
      .executeTakeFirst();
    if (!asked) return;
    await wait(150);
  }
}

/** Gives the right back, notes since when an answer holds, and plans the next question by the plan and the database's clock. */
export async function releasePayment(
  db: Database,
  job: Job<{ payment: string }>,
  held: HeldPayment,
  answered: boolean,
): Promise<void> {
  const freed = await db
    .updateTable("payment_reference")
    .set({
      askingUntil: null,
      ...(answered && { checkedAt: sql`greatest("checkedAt", ${held.heldAt}::timestamptz)` }),
    })
    .where("_id", "=", held._id)
    .returning(["state", sql<number>`extract(epoch from now() - "createdAt")::float8`.as("age")])
    .returning(sql<number>`extract(epoch from ${endOfPayment()} - now())::float8`.as("left"))
    .returning(isUnconfirmed().as("unconfirmed"))
    .executeTakeFirstOrThrow();
  await planAfterAnswer(db, job, held, secondsToNextCheck(freed.state as Payment["state"], { ...freed, answered }));
}

/**
 * As `planCheck`, but what somebody has planned since the asking began is not put off: it may be for a payment that the
 * answer did not know of yet. One transaction, so that no plan comes between the row and its job.
 */
const planAfterAnswer = (
  db: Database,
  job: Job<{ payment: string }>,
  { _id, plannedFor }: HeldPayment,
  seconds: number | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { newer } = await trx
      .selectFrom("payment_reference")
      .select(
        sql<boolean>`"nextCheckAt" is distinct from ${plannedFor}::timestamptz and ${isOpenQuestion()}
          and "nextCheckAt" < coalesce(now() + make_interval(secs => ${seconds}::float8), 'infinity')`.as("newer"),
      )
      .where("_id", "=", _id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!newer) await planCheck(trx, job, _id, seconds);
  });

/** Asks again in so many seconds, whoever is alive then; null for never. A payment has one such plan. */
export async function planCheck(
  db: Database | Trx,
  job: Job<{ payment: string }>,
  payment: string,
  seconds: number | null,
): Promise<void> {
  await db
    .updateTable("payment_reference")
    .set({ nextCheckAt: seconds === null ? null : sql`now() + make_interval(secs => ${seconds}::float8)` })
    .where("_id", "=", payment)
    .execute();
  if (seconds !== null) await enqueueLater(db, job, { payment }, seconds, checkKey(payment));
}

/** By which a later plan for a payment takes the place of an earlier one. */
export const checkKey = (payment: string): string => `check-payment:${payment}`;

/** So many references of one person are asked about at once by one process, however many are wanted. */
const LINES = 3;

/** The references that are being asked about for each applicant, once for each request. */
const taken = new Map<string, readonly string[]>();

/**
 * Does what asks the provider about a person's payment, so that nobody keeps it busy for everybody else. Answers false,
 * without asking, when the person's lines are taken by other references: what is known stands.
 */
export async function onOwnLine(applicant: string, payment: string, ask: () => Promise<boolean>): Promise<boolean> {
  const lines = taken.get(applicant) ?? [];
  if (new Set([...lines, payment]).size > LINES) return false;
  taken.set(applicant, [...lines, payment]);
  try {
    return await ask();
  } finally {
    giveBack(applicant, payment);
  }
}

function giveBack(applicant: string, payment: string): void {
  const lines = [...(taken.get(applicant) ?? [])];
  lines.splice(lines.indexOf(payment), 1);
  if (lines.length > 0) taken.set(applicant, lines);
  else taken.delete(applicant);
}
