import type { FastifyInstance } from "fastify";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import { heardFrom, keepAnswer, type Payment, takeStep } from "../payment-reference/payment-reference.step.server.ts";
import type { RemitaResult } from "../remita/remita.contract.ts";
import { holdOn } from "./payment-verification.hold.server.ts";
import { orderVerdict } from "./payment-verification.judge.contract.ts";
import { provider } from "./payment-verification.provider.server.ts";

/**
 * What one question came to: `next` is the payment when there is more to ask at once; `answered` says whether an answer
 * came; `absent` that the provider knows no such order, so that it may be wished for.
 */
export interface Outcome {
  readonly next: Payment | null;
  readonly answered: boolean;
  readonly absent?: true;
}

/**
 * Wishes for a reference, once; the intent stands in the database already. From CREATED or UNKNOWN. There the provider has
 * made none, so that none is wanted any more when the offer was recalled.
 */
export async function wishForReference(app: FastifyInstance, payment: Payment): Promise<Outcome> {
  const { db } = app.portal;
  if (payment.recalledAt) {
    await takeStep(db, payment, { to: "REFUSED", heard: { kind: "recalled" } });
    return { next: null, answered: true };
  }
  const asking = await takeStep(db, payment, { to: "REQUESTING", heard: { kind: "request" } });
  if (!asking) return { next: null, answered: false };
  await holdOn(db, payment._id);
  const result = await provider(app).generate({
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
export async function askByOrder(app: FastifyInstance, payment: Payment): Promise<Outcome> {
  const { db } = app.portal;
  await holdOn(db, payment._id);
  const result = await provider(app).statusByOrder(payment.orderid);
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
    return await takeStep(app.portal.db, payment, { to: "OPEN", rrr, heard: heardFrom(result) });
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
