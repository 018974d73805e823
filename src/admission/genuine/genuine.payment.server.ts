import { applicationBy } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { naira } from "#kit/value/money.contract.ts";
import {
  asRecords,
  type OwnPayment,
  paidOnOf,
  paymentByRrr,
} from "#payments/payment-reference/payment-reference.read.server.ts";
import { receiptStanding } from "#payments/receipt/receipt.standing.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** The receipt of an application fee. */
export async function provesApplicationFee(db: Database, rrr: string) {
  const payment = await paymentByRrr(db, rrr);
  if (payment?.purpose !== "application") return null;
  const [record] = await asRecords(db, [payment]);
  return record ? proofOf(db, payment, record) : null;
}

/** The receipt of an acceptance fee; programme and session as the application names them. */
export async function provesAcceptanceFee(db: Database, rrr: string) {
  const payment = await paymentByRrr(db, rrr);
  const application = payment?.acceptanceof ? await applicationBy(db, "_id", payment.acceptanceof) : undefined;
  return payment && application ? proofOf(db, payment, application) : null;
}

interface PaidFor {
  readonly programme: Parameters<typeof programmeTitle>[0];
  readonly session: { readonly name: string };
}

async function proofOf(db: Database, payment: OwnPayment, { programme, session }: PaidFor) {
  const { word, why } = receiptStanding(payment);
  const paidOn = await paidOnOf(db, payment);
  return {
    valid: why === null,
    name: payment.payername,
    programme: programmeTitle(programme),
    session: session.name,
    status: word,
    amount: naira(payment.amount_kobo),
    date: payment.state === "PAID" ? (paidOn ?? payment.verifiedAt) : null,
    why,
  };
}
