import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Work } from "#platform/perform.server.ts";
import { endOfPayment } from "../payment-reference/payment-reference.end.server.ts";
import { heardFrom, keepAnswer, type Payment, takeStep } from "../payment-reference/payment-reference.step.server.ts";
import type { RemitaResult } from "../remita/remita.contract.ts";
import { keepBeside } from "./payment-verification.beside.server.ts";
import { holdOn } from "./payment-verification.hold.server.ts";
import { stepAfter } from "./payment-verification.judge.contract.ts";
import { askByOrder, type Outcome, wishForReference } from "./payment-verification.order.server.ts";
import { secondsToNextCheck } from "./payment-verification.plan.contract.ts";
import { provider } from "./payment-verification.provider.server.ts";
import { settlePayment } from "./payment-verification.settle.server.ts";

/**
 * Asks whatever is to be asked about a payment that the caller holds, and settles it. Answers whether an answer came, and
 * whether there is more to ask: no further question is begun once one answer's time is over, because somebody may wait.
 */
export async function askProvider(
  app: FastifyInstance,
  held: Payment,
): Promise<{ readonly answered: boolean; readonly more: boolean }> {
  const until = performance.now() + provider(app).timeoutMs;
  let round: Outcome = { next: held, answered: false };
  // Four: not found by its order, refused as a duplicate, found by its order, asked by its reference.
  for (let asked = 0; asked < 4 && round.next && performance.now() < until; asked += 1)
    round = await askOnce(app, round.next, round);
  return { answered: round.answered, more: round.next !== null };
}

async function askOnce(app: FastifyInstance, payment: Payment, { absent }: Outcome): Promise<Outcome> {
  switch (payment.state) {
    case "CREATED":
      return wishForReference(app, payment);
    case "REQUESTING":
      // Whoever was asking is gone, and nobody knows how far it came.
      return {
        next: await takeStep(app.portal.db, payment, { to: "UNKNOWN", heard: { kind: "lost" } }),
        answered: false,
      };
    case "UNKNOWN":
      return absent ? wishForReference(app, payment) : askByOrder(app, payment);
    case "PARKED":
      return askByOrder(app, payment);
    case "OPEN":
    case "CANCELLED":
    case "EXPIRED":
      return askByReference(app, payment);
    default:
      return askBeside(app, payment);
  }
}

/** The only way to PAID without people. From OPEN, CANCELLED or EXPIRED. */
async function askByReference(app: FastifyInstance, payment: Payment): Promise<Outcome> {
  const { _id, rrr, orderid: orderId, amount_kobo: amountKobo, state } = payment;
  if (!rrr) return { next: null, answered: false };
  await holdOn(app.portal.db, _id);
  const result = await provider(app).statusByRrr(rrr);
  const heard = heardFrom(result);
  const to = stepAfter({ state, rrr, orderId, amountKobo }, result) ?? (await lapse(app, payment, result));
  const settle = (work: Work, moved: Payment) => settlePayment(app, work, moved, result);
  if (!to) await keepAnswer(app.portal.db, _id, heard);
  else if (!(await takeStep(app.portal.db, payment, { to, heard }, settle))) await keepBeside(app, _id, result);
  report(app, payment, result, to);
  return { next: null, answered: isAnswer(result) };
}

/** What the provider says now of a payment that stands whatever it says. */
async function askBeside(app: FastifyInstance, { _id, rrr }: Payment): Promise<Outcome> {
  if (!rrr) return { next: null, answered: false };
  await holdOn(app.portal.db, _id);
  const result = await provider(app).statusByRrr(rrr);
  await keepBeside(app, _id, result);
  return { next: null, answered: isAnswer(result) };
}

const isAnswer = ({ kind }: RemitaResult) => kind !== "unknown" && kind !== "configError";

/** An open reference lapses with its session, once it is a month old and the provider still has no payment. */
async function lapse({ portal }: FastifyInstance, { _id, state }: Payment, result: RemitaResult) {
  if (state !== "OPEN" || result.kind !== "open") return null;
  const { rows } = await sql<{ age: number; left: number }>`
    select extract(epoch from now() - "createdAt")::float8 as age, extract(epoch from ${endOfPayment()} - now())::float8 as left
    from portal.payment_reference where _id = ${_id}`.execute(portal.db);
  const over = rows[0] && secondsToNextCheck(state, { ...rows[0], answered: true }) === null;
  return over ? ("EXPIRED" as const) : null;
}

/** What somebody in the office should see. */
function report({ log }: FastifyInstance, { _id }: Payment, result: RemitaResult, to: Payment["state"] | null): void {
  const line = { payment: _id, heard: heardFrom(result) };
  if (to === "HELD") log.error(line, "a payment differs from what was asked and is held for the bursary");
  else if (result.kind === "configError" || result.kind === "notFound")
    log.error(line, "the provider does not know our reference");
  else if (result.kind === "unknown" && result.reason === "unreadableInvoice")
    log.error(line, "the provider says paid in a way that can not be read; it is asked again");
  else if (result.kind === "unknown" && result.reason === "unexpectedCode")
    log.warn(line, "the provider sent a new code");
}
