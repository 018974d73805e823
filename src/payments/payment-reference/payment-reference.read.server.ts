import { sessionsById } from "#calendar/session/session.server.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { naira } from "#kit/money.contract.ts";
import { notFound } from "#kit/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { bareRrr, rrrPattern } from "../remita/remita.contract.ts";
import type { PaymentReference } from "./payment-reference.contract.ts";
import type { Payment } from "./payment-reference.step.server.ts";

/** The applicant's references for application fees, newest first, as they travel. */
export async function paymentReferencesOf(db: Database, owner: string): Promise<PaymentReference[]> {
  const found = await own(db, owner).orderBy("createdAt", "desc").orderBy("_id", "desc").execute();
  return asRecords(db, found as Payment[]);
}

/** One's own payment by `_id` or trxcode, dashes and spaces allowed. Anything else, and another's, is 404. */
export async function ownPayment(db: Database, owner: string, named: string): Promise<Payment> {
  const rrr = bareRrr(named);
  const wanted = isId(named) ? own(db, owner).where("_id", "=", named) : own(db, owner).where("rrr", "=", rrr);
  const found = isId(named) || rrrPattern.test(rrr) ? await wanted.executeTakeFirst() : undefined;
  if (!found) throw notFound();
  return found as Payment;
}

/** Payments as they travel, with programme and session by name. */
export async function asRecords(db: Database, payments: readonly Payment[]): Promise<PaymentReference[]> {
  const [programmes, sessions] = await Promise.all([
    programmesById(db, [...new Set(payments.map(({ programme }) => programme))]),
    sessionsById(db, [...new Set(payments.map(({ session }) => session))]),
  ]);
  return payments.map((payment) => {
    const [programme, session] = [programmes.get(payment.programme), sessions.get(payment.session)];
    if (!programme || !session) throw new Error("A payment names a programme or session that does not exist");
    return {
      ...{ _id: payment._id, trxcode: payment.rrr, rrr: payment.rrr, amount: naira(payment.amount_kobo) },
      items: itemsOf(payment),
      trxdata: { description: payment.description },
      ...{ programme, session, application: payment.application },
      ...{ isverified: payment.state === "PAID", verified: payment.verifiedAt, state: payment.state },
      ...{ checkedAt: payment.checkedAt, createdAt: payment.createdAt },
    };
  });
}

/** The fee items as they were when the reference was made, in naira. */
export const itemsOf = ({ items }: Payment): { name: string; amount: number }[] =>
  (items as unknown as { name: string; amount_kobo: number }[]).map(({ name, amount_kobo }) => ({
    name,
    amount: naira(amount_kobo),
  }));

const own = (db: Database, owner: string) =>
  db.selectFrom("payment_reference").selectAll().where("applicant", "=", owner).where("purpose", "=", "application");
