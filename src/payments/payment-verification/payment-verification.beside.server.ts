import type { FastifyInstance } from "fastify";
import { perform, portalItself, type Trx } from "#platform/perform.server.ts";
import { bookAgain } from "../ledger/ledger.correct.server.ts";
import { balancesOf } from "../ledger/ledger.server.ts";
import { purposeOf } from "../payment-reference/payment-reference.purpose.server.ts";
import { heardFrom, keepEvent, type Payment } from "../payment-reference/payment-reference.step.server.ts";
import type { RemitaResult } from "../remita/remita.contract.ts";
import { creditMail } from "./payment-verification.mail.server.ts";
import { postToPayer } from "./payment-verification.post.server.ts";

/**
 * Keeps an answer that changes no state: somebody was faster, or the payment is settled. Money that it tells of for a
 * reference which a credit had paid becomes credit, once, with a letter: it is there, and belongs to its payer.
 */
export async function keepBeside(app: FastifyInstance, _id: string, result: RemitaResult): Promise<void> {
  const heard = heardFrom(result);
  if (result.kind !== "paid" || !result.amountKobo) {
    await keepEvent(app.portal.db, _id, heard);
    return;
  }
  const { rrr, orderId, amountKobo } = result;
  await perform(app.portal.db, portalItself, async ({ trx, note }) => {
    const payment = await locked(trx, _id);
    await keepEvent(trx, _id, heard);
    note({ deed: "payment.heard", subject: `payment:${_id}`, after: heard });
    const ours = rrr === payment.rrr && orderId === payment.orderid;
    if (!ours || payment.state !== "PAID" || (await balancesOf(trx, _id)).provider) return;
    await bookAgain(trx, _id, amountKobo);
    await postToPayer(trx, payment, creditMail(app.portal.config, payment, purposeOf(app, payment), "second"));
  });
}

const locked = async (trx: Trx, _id: string): Promise<Payment> =>
  (await trx
    .selectFrom("payment_reference")
    .selectAll()
    .where("_id", "=", _id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Payment;
