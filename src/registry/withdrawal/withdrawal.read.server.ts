import { type RawBuilder, sql } from "kysely";
import { approversBeside } from "#access/staff/staff.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import {
  deskPayment,
  leftOfPayment,
  type OwnPayment,
  openReferencesUpTo,
  paymentByRrr,
} from "#payments/payment-reference/payment-reference.server.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type BillOfPerson, billOfPayment, billsOfPerson } from "../bill/bill.server.ts";
import {
  type readWithdrawable,
  type readWithdrawalFile,
  type WithdrawalSource,
  withdrawals,
} from "./withdrawal.contract.ts";

export const withdrawalRules: RecordRules<typeof withdrawals> = {
  of: withdrawals,
  table: "withdrawal",
  within: wholeCollege,
};

/** A payment by what staff type: its reference with or without dashes, or its `_id`. */
export async function paymentNamed(db: Database | Trx, trx: string): Promise<OwnPayment | undefined> {
  const rrr = bareRrr(trx);
  if (rrrPattern.test(rrr)) return paymentByRrr(db, rrr);
  return isId(trx) ? deskPayment(db, trx) : undefined;
}

/** What is left of a transaction, and what its money could pay instead. 404 for one that nobody knows. */
export async function withdrawable(
  db: Database,
  who: Officer,
  named: string,
): Promise<Replied<typeof readWithdrawable>> {
  requireWholeCollege(who);
  const payment = await paymentNamed(db, named);
  if (!payment) throw notFound();
  const source = await sourceOf(db, payment);
  const [bills, references, approvers] = await Promise.all([
    payment.applicant === null ? [] : billsOfPerson(db, payment.applicant),
    payment.applicant === null ? [] : openReferencesUpTo(db, payment.applicant, Math.round(source.left * 100)),
    approversBeside(db, "withdrawals.approve", who.staff),
  ]);
  return {
    source,
    bills: bills.filter(({ _id, left_kobo }) => left_kobo > 0 && _id !== source.bill?._id).map(asBill),
    references: references.map(({ _id, rrr, description, amount_kobo }) => ({
      ...{ _id, description },
      rrr: rrr ?? "",
      amount: naira(amount_kobo),
    })),
    approvers,
  };
}

const asBill = ({ _id, label, left_kobo }: BillOfPerson) => ({ _id, label, left: naira(left_kobo) });

async function sourceOf(db: Database, payment: OwnPayment): Promise<WithdrawalSource> {
  const { _id, rrr, payer, jamb, matric, description, purpose, state, amount_kobo, withdrawn_kobo } = payment;
  const [{ left_kobo, credit_kobo }, waiting_kobo, counted] = await Promise.all([
    leftOfPayment(db, payment),
    waitingOf(db, _id),
    billOfPayment(db, payment),
  ]);
  return {
    ...{ _id, rrr, payer, jamb, matric, description, purpose, state },
    amount: naira(amount_kobo),
    withdrawn: naira(withdrawn_kobo),
    left: naira(left_kobo),
    credit: naira(credit_kobo),
    spare: naira(credit_kobo - (counted?.credit_kobo ?? 0)),
    waiting: naira(waiting_kobo),
    bill: counted && asBill(counted),
    bought: boughtBy(payment),
  };
}

/** What a payment has bought that stays when its money is taken out; null for a bill, whose balance says it. */
function boughtBy({ purpose, surplus, state, applicationcode }: OwnPayment): string | null {
  if (state !== "PAID" || surplus !== null) return null;
  if (purpose === "application") return applicationcode && `Application ${applicationcode}, which stays`;
  if (purpose === "acceptance") return "The place that was accepted with it, which stays";
  return purpose === "service"
    ? "A service that was ordered: it stays once the office has begun with it, and is cancelled before when all is taken out"
    : null;
}

/** What is proposed to be taken out of a payment, and waits for a second person, in kobo. */
export async function waitingOf(db: Database | Trx, payment: string): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo from portal.withdrawal
    where payment = ${payment} and state = 'Proposed'`.execute(db);
  return rows[0]?.kobo ?? 0;
}

/** One withdrawal, its payment as it stands now, and the bill that it goes to. 404 for an unknown one. */
export async function withdrawalFile(
  db: Database,
  who: Officer,
  id: string,
): Promise<Replied<typeof readWithdrawalFile>> {
  requireWholeCollege(who);
  const found = isId(id)
    ? await db
        .selectFrom("withdrawal")
        .select(["payment", "bill", "proposedby", "unpaidby"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const payment = await deskPayment(db, found.payment);
  const bills = found.bill && payment.applicant !== null ? await billsOfPerson(db, payment.applicant) : [];
  const bill = bills.find(({ _id }) => _id === found.bill);
  return {
    source: await sourceOf(db, payment),
    bill: bill ? asBill(bill) : null,
    own: (found.unpaidby ?? found.proposedby) === who.staff,
  };
}

/** Those that another proposed, and nobody has answered. */
export const proposedWithdrawals = (member: string): RawBuilder<unknown> =>
  sql`select from portal.withdrawal where state = 'Proposed' and proposedby <> ${member}`;

/** Refunds that another found not payable. */
export const unpayableRefunds = (member: string): RawBuilder<unknown> =>
  sql`select from portal.withdrawal where state = 'Not payable' and unpaidby <> ${member}`;

/** Refunds that are agreed to, and not paid out. */
export const refundsToPay = (): RawBuilder<unknown> => sql`select from portal.withdrawal where state = 'Approved'`;

export const ownWithdrawals: OwnRows = {
  name: "withdrawals",
  tables: ["withdrawal"],
  rows: (
    owner,
  ) => sql`select to_jsonb(w) - array['search', 'proposedby', 'decidedby', 'paidoutby', 'unpaidby', 'returnedby'] as row
    from portal.withdrawal w where w.applicant = ${owner} order by w."createdAt"`,
};
