import type { FastifyInstance } from "fastify";
import { personOf } from "#identity/account/account.person.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { notFound } from "#kit/refusal.server.ts";
import { bioOf } from "#profile/bio/bio.server.ts";
import { asRecords, ownPayment } from "../payment-reference/payment-reference.read.server.ts";
import type { Payment } from "../payment-reference/payment-reference.step.server.ts";
import { readApplicationReceipt } from "./receipt.contract.ts";

export function receiptCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readApplicationReceipt, applicant, async ({ who, params }) => {
    const payment = await ownPayment(db, who.applicant, params.id);
    const [[record], person, bio, paidOn] = await Promise.all([
      asRecords(db, [payment]),
      personOf(db, who.applicant),
      bioOf(db, who.applicant),
      paidOnOf(app, payment),
    ]);
    if (!record || !bio) throw notFound();
    const { rrr, trxcode, items, application, checkedAt, ...find } = record;
    const used = application && payment.applicationcode ? { _id: application, code: payment.applicationcode } : null;
    return {
      bio: { firstname: bio.firstname, middlename: bio.middlename, lastname: bio.lastname },
      find: { ...find, paymentReference: trxcode, application: used, applicant: person },
      RRR: rrr,
      details: {
        ...{ payerName: payment.payername, payerEmail: payment.payeremail, payerPhone: payment.payerphone },
        ...{ amount: record.amount, description: payment.description, items, paidOn },
      },
    };
  });
}

/** When the provider says that it was paid, from the answer that proved it. */
async function paidOnOf({ portal }: FastifyInstance, { state, evidence }: Payment): Promise<string | null> {
  if (state !== "PAID" || !evidence) return null;
  const event = await portal.db
    .selectFrom("payment_event")
    .select("paidon")
    .where("_id", "=", evidence)
    .executeTakeFirst();
  return event?.paidon ? lagosTime(event.paidon) : null;
}

/** The provider's `2026-10-06 06:02:06 PM`, in Lagos and without a zone, as an ISO time in UTC; null for any other form. */
export function lagosTime(text: string): string | null {
  const [, day, hour, rest, half] = /^(\d{4}-\d{2}-\d{2}) (\d{2})(:\d{2}:\d{2}) (AM|PM)$/.exec(text) ?? [];
  const hours = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  const time = new Date(`${day}T${String(hours).padStart(2, "0")}${rest}+01:00`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
