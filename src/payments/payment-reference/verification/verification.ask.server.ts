import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import type { RemitaResult } from "../../remita/remita.rules.ts";
import { purposeOf } from "../lifecycle/lifecycle.purpose.server.ts";
import { heardFrom, keepAnswer, type Payment, takeStep } from "../lifecycle/lifecycle.step.server.ts";
import { endOfPayment } from "../read/read.server.ts";
import { holdOn } from "./verification.hold.server.ts";
import { providerClient } from "./verification.provider.server.ts";
import { orderVerdict, secondsToNextCheck, stepAfter } from "./verification.rules.ts";
import { keepBeside, settlePayment } from "./verification.settle.server.ts";

/**
 * What one question came to: `next` is the payment when there is more to ask at once; `answered` says whether an answer
 * came; `absent` that the provider knows no such order, so that it may be wished for.
 */
interface Outcome {
  readonly next: Payment | null;
  readonly answered: boolean;
  readonly absent?: true;
}

/**
 * Wishes for a reference, once; the intent stands in the database already. From CREATED or UNKNOWN. There the provider has
 * made none, so that none is wanted any more when the offer was recalled.
 */
async function wishForReference(app: FastifyInstance, payment: Payment): Promise<Outcome> {
  const { db } = app.portal;
  if (payment.recalledAt) {
    await takeStep(db, payment, { to: "REFUSED", heard: { kind: payment.givenup ? "given-up" : "recalled" } });
    return { next: null, answered: true };
  }
  const asking = await takeStep(db, payment, { to: "REQUESTING", heard: { kind: "request" } });
  if (!asking) return { next: null, answered: false };
  await holdOn(db, payment._id);
  const result = await providerClient(app).generate({
    orderId: payment.orderid,
    serviceTypeId: payment.servicetypeid,
    amountKobo: payment.amount_kobo,
    payerName: payment.payername,
    payerEmail: payment.payeremail,
    payerPhone: payment.payerphone,
    description: payment.description,
  });
  const heard = heardFrom(result);
  if (result.kind === "open" && result.rrr) {
    await learnReference(app, asking, result.rrr, result);
    return { next: null, answered: true };
  }
  if (result.kind === "refused" || result.kind === "configError") {
    if (result.kind === "configError")
      app.log.error({ payment: payment._id, heard }, "the provider refuses our account");
    await takeStep(db, asking, { to: "REFUSED", heard });
    return { next: null, answered: true };
  }
  const unknown = await takeStep(db, asking, { to: "UNKNOWN", heard });
  return { next: result.kind === "unknown" && madeBefore.has(result.reason) ? unknown : null, answered: false };
}

/** The provider says that this order has a reference already: it is told when asked by order. */
const madeBefore: ReadonlySet<string> = new Set(["duplicateOrder", "alreadyProcessed"]);

/** After a lost answer: asks by our order id before anything is made. From UNKNOWN or PARKED. */
async function askByOrder(app: FastifyInstance, payment: Payment): Promise<Outcome> {
  const { db } = app.portal;
  await holdOn(db, payment._id);
  const result = await providerClient(app).statusByOrder(payment.orderid);
  const verdict = orderVerdict({ orderId: payment.orderid, amountKobo: payment.amount_kobo }, result);
  switch (verdict.kind) {
    case "found": {
      const open = await learnReference(app, payment, verdict.rrr, result);
      return { next: verdict.more ? open : null, answered: true };
    }
    case "none":
      if (payment.state === "UNKNOWN" && !(await wasCalledDuplicate(app, payment._id)))
        return { next: payment, answered: false, absent: true };
      await park(app, payment, result);
      return { next: null, answered: true };
    case "strange":
      await park(app, payment, result);
      return { next: null, answered: true };
    case "silent":
      await keepAnswer(db, payment._id, heardFrom(result));
      return { next: null, answered: false };
  }
}

/** The reference is ours from now on. One that another payment has already is a matter for the bursary. */
async function learnReference(app: FastifyInstance, payment: Payment, rrr: string, result: RemitaResult) {
  try {
    const step = { to: "OPEN", rrr, heard: heardFrom(result) } as const;
    return await takeStep(app.portal.db, payment, step, async (work, open) => purposeOf(app, open).open?.(work, open));
  } catch (error) {
    if (brokenConstraint(error) !== "payment_reference_rrr") throw error;
    await park(app, payment, result);
    return null;
  }
}

async function park(app: FastifyInstance, payment: Payment, result: RemitaResult): Promise<void> {
  app.log.error({ payment: payment._id, heard: heardFrom(result) }, "a payment reference is parked for the bursary");
  if (payment.state === "PARKED") await keepAnswer(app.portal.db, payment._id, heardFrom(result));
  else await takeStep(app.portal.db, payment, { to: "PARKED", heard: heardFrom(result) });
}

/** Refused as a duplicate, and yet no such order: only a person can find out. */
const wasCalledDuplicate = (app: FastifyInstance, payment: string) =>
  app.portal.db
    .selectFrom("payment_event")
    .select("_id")
    .where("payment", "=", payment)
    .where("kind", "in", ["unknown: duplicateOrder", "unknown: alreadyProcessed"])
    .limit(1)
    .executeTakeFirst();

/**
 * Asks whatever is to be asked about a payment that the caller holds, and settles it. Answers whether an answer came, and
 * whether there is more to ask: no further question is begun once one answer's time is over, because somebody may wait.
 */
export async function askProvider(
  app: FastifyInstance,
  held: Payment,
): Promise<{ readonly answered: boolean; readonly more: boolean }> {
  const until = performance.now() + providerClient(app).timeoutMs;
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
  const result = await providerClient(app).statusByRrr(rrr);
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
  const result = await providerClient(app).statusByRrr(rrr);
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
