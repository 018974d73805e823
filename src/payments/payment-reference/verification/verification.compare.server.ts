import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type PaymentState, settledStates } from "../payment-reference.rules.ts";
import { HOLD_SECONDS, SECONDS_BETWEEN_QUESTIONS, waitWhileAsked } from "./verification.hold.server.ts";
import { checkPayment, lookAtPayment } from "./verification.job.server.ts";

export interface ProviderSays {
  /** Where it stood before it was asked about. */
  readonly state: PaymentState;
  /** `paid`, `open`, `cancelled` or `notFound`; null where no answer came that says anything of it. */
  readonly answer: string | null;
  readonly code: string | null;
  readonly amount_kobo: number | null;
  /** That reference and order of the answer are ours. */
  readonly same: boolean | null;
}

/**
 * Asks the provider about one payment, whatever became of it here, by the same claim as everybody's question. What may
 * still change is settled by the answer as ever; of a settled payment nothing changes.
 */
export async function compareWithProvider(app: FastifyInstance, payment: string): Promise<ProviderSays> {
  const { db } = app.portal;
  const before = await db
    .selectFrom("payment_reference")
    .select(["state", sql<string>`now()::text`.as("now")])
    .where("_id", "=", payment)
    .executeTakeFirstOrThrow();
  const state = before.state as PaymentState;
  const asked = await (settledStates.includes(state) ? lookAtPayment : checkPayment)(app, payment);
  if (!asked) await waitWhileAsked(db, payment);
  // Who has just been asked about is not asked again: then the answer is at most so old.
  const age = asked ? 0 : SECONDS_BETWEEN_QUESTIONS + 1;
  // An answer that says what the line before it says has no line of its own: that the last question was answered tells it.
  const longest = asked ? 0 : SECONDS_BETWEEN_QUESTIONS + HOLD_SECONDS;
  const { rows } = await sql<Omit<ProviderSays, "state"> & { answer: string }>`
    select e.kind as answer, e.code, e.amount_kobo, (e.rrr = p.rrr and e.orderid = p.orderid) as same
    from portal.payment_event e join portal.payment_reference p on p._id = e.payment
    where e.payment = ${payment} and (e.kind = any(${[...says]}) or e.kind = 'configError' or e.kind like 'unknown:%')
      and (e.at >= ${before.now}::timestamptz - make_interval(secs => ${age})
        or p."checkedAt" >= p."askedAt" and p."askedAt" >= ${before.now}::timestamptz - make_interval(secs => ${longest}))
    order by e.at desc, e._id desc limit 1`.execute(db);
  const [last] = rows;
  return last && says.includes(last.answer)
    ? { state, ...last }
    : { state, answer: null, code: null, amount_kobo: null, same: null };
}

/** The answers that say something of a payment; others say that nobody knows. */
const says: readonly string[] = ["paid", "open", "cancelled", "notFound"];
