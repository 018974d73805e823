import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

export type IncomeAccount = "application-fee" | "acceptance-fee" | "tuition-fee" | "service-fee";

/**
 * Double entry, in kobo: positive is what lies at the provider, negative is what it is for. Each journal sums to 0. What
 * is given back by voucher is `refunded`; what moves from one payment to another passes through `transfer`. What was taken out and
 * is not paid out yet is `payable`; what a payer has in hand of a payment that the bank took back is `owed`.
 */
type Account = "provider" | IncomeAccount | "credit" | "suspense" | "payable" | "refunded" | "transfer" | "owed";

/**
 * One of each for a payment at most: the database refuses a second. As a bill moves, the database itself books `rebilled`
 * between tuition and credit, as often as that.
 */
type JournalKind =
  | "paid"
  | "held"
  | "again"
  | "refunded"
  | "applied"
  | "reversed"
  | "rebilled"
  | "relisted"
  | "withdrawn"
  | "returned";

interface Paid {
  readonly _id: string;
  readonly amount_kobo: number;
}

/**
 * A verified payment becomes income, but for what there was not to pay: that is its payer's credit. Once per payment: the
 * database refuses a second journal.
 */
export const bookIncome = (trx: Trx, { _id, amount_kobo }: Paid, income: IncomeAccount, beyond_kobo: number) =>
  book(trx, _id, "paid", { provider: amount_kobo, [income]: beyond_kobo - amount_kobo, credit: -beyond_kobo });

/** A verified payment that bought nothing is owed to its payer. */
export const bookCredit = (trx: Trx, { _id, amount_kobo }: Paid): Promise<void> =>
  book(trx, _id, "paid", { provider: amount_kobo, credit: -amount_kobo });

/** Money that came for our order but not in the right amount waits in suspense for the bursary. */
export const bookHeld = (trx: Trx, payment: string, paid_kobo: number): Promise<void> =>
  book(trx, payment, "held", { provider: paid_kobo, suspense: -paid_kobo });

/** What each account holds of one payment, in kobo; absent where that is nothing. */
export async function balancesOf(db: Database, payment: string): Promise<Partial<Record<Account, number>>> {
  const { rows } = await sql<{ account: Account; kobo: number }>`
    select e.account, sum(e.amount_kobo)::bigint as kobo
    from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = ${payment} group by e.account having sum(e.amount_kobo) <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ account, kobo }) => [account, kobo]));
}

/** Writes one journal; what is 0 is left out. */
async function book(
  trx: Trx,
  payment: string,
  kind: JournalKind,
  amounts: Partial<Record<Account, number>>,
  part: string | null = null,
): Promise<void> {
  const journal = newId();
  await trx.insertInto("ledger_journal").values({ _id: journal, payment, kind, part }).execute();
  const entries = Object.entries(amounts).map(([account, amount_kobo]) => ({ journal, account, amount_kobo }));
  await trx
    .insertInto("ledger_entry")
    .values(entries.filter(({ amount_kobo }) => amount_kobo !== 0))
    .execute();
}

interface Confirmed {
  readonly _id: string;
  readonly amount_kobo: number;
}

/**
 * A payment that two people have confirmed: what lay in suspense for it is cleared, `came_kobo` is what lies at the provider
 * by the evidence, the fee becomes income and what is more of it the payer's credit.
 */
export async function bookConfirmed(
  trx: Trx,
  { _id, amount_kobo }: Confirmed,
  { came_kobo, beyond_kobo }: { readonly came_kobo: number; readonly beyond_kobo: number },
  income: IncomeAccount,
): Promise<void> {
  await book(trx, _id, "paid", {
    ...(await cleared(trx, _id, came_kobo)),
    [income]: beyond_kobo - amount_kobo,
    credit: amount_kobo - came_kobo - beyond_kobo,
  });
}

/** The same for a payment that bought nothing: all of it is owed to its payer. */
export async function bookConfirmedCredit(trx: Trx, payment: string, came_kobo: number): Promise<void> {
  await book(trx, payment, "paid", { ...(await cleared(trx, payment, came_kobo)), credit: -came_kobo });
}

/** What was booked as held gives way to what came. */
async function cleared(trx: Trx, payment: string, came_kobo: number) {
  const { provider = 0, suspense = 0 } = await balancesOf(trx, payment);
  return { provider: came_kobo - provider, suspense: -suspense };
}

/** Money of one payment, held as credit, pays another: two journals, which meet in `transfer`. */
export async function bookApplied(
  trx: Trx,
  { from, to, amount_kobo, correction }: { from: string; to: string; amount_kobo: number; correction: string },
  income: IncomeAccount,
  beyond_kobo: number,
): Promise<void> {
  await book(trx, from, "applied", { credit: amount_kobo, transfer: -amount_kobo }, correction);
  await bookMoved(trx, { _id: to, amount_kobo }, income, beyond_kobo);
}

/** What is owed to a payer, as credit or in suspense, was given back, once by each correction. */
export const bookRefund = (
  trx: Trx,
  { payment, correction, amount_kobo }: { payment: string; correction: string; amount_kobo: number },
  account: "credit" | "suspense",
): Promise<void> => book(trx, payment, "refunded", { [account]: amount_kobo, refunded: -amount_kobo }, correction);

/**
 * The provider took a payment back: nothing of it is left but what its payer has in hand by then, in cash or as something else
 * that it pays. That is owed.
 */
export async function bookReversal(trx: Trx, payment: string): Promise<void> {
  const { refunded = 0, transfer = 0, ...left } = await balancesOf(trx, payment);
  const back = Object.fromEntries(Object.entries(left).map(([account, kobo]) => [account, -kobo]));
  await book(trx, payment, "reversed", { ...back, owed: -(refunded + transfer) });
}

/** A part of what is left of a payment, taken out of it. */
export interface TakenOut {
  readonly withdrawal: string;
  readonly payment: string;
  readonly amount_kobo: number;
}

/** Money is taken out of a payment, its credit first; it is to be paid out, or on its way to another payment. */
export async function bookWithdrawal(
  trx: Trx,
  { withdrawal, payment, amount_kobo }: TakenOut,
  to: "payable" | "transfer",
  income: IncomeAccount,
): Promise<void> {
  const { credit = 0 } = await balancesOf(trx, payment);
  const ofCredit = Math.min(amount_kobo, -credit);
  const amounts = { credit: ofCredit, [income]: amount_kobo - ofCredit, [to]: -amount_kobo };
  await book(trx, payment, "withdrawn", amounts, withdrawal);
}

/** What was taken out of a payment was paid out. */
export const bookPayout = (trx: Trx, { withdrawal, payment, amount_kobo }: TakenOut): Promise<void> =>
  book(trx, payment, "refunded", { payable: amount_kobo, refunded: -amount_kobo }, withdrawal);

/** What was taken out could not be paid out: it is its payer's credit again. */
export const bookReturned = (trx: Trx, { withdrawal, payment, amount_kobo }: TakenOut): Promise<void> =>
  book(trx, payment, "returned", { payable: amount_kobo, credit: -amount_kobo }, withdrawal);

/** Money of another payment pays this one. */
export const bookMoved = (trx: Trx, { _id, amount_kobo }: Paid, income: IncomeAccount, beyond_kobo: number) =>
  book(trx, _id, "paid", { transfer: amount_kobo, [income]: beyond_kobo - amount_kobo, credit: -beyond_kobo });

/**
 * A line of a list is freed: so much of its payment is the payer's credit by now; or, below nothing, income again, because it is
 * given to another. As often as that.
 */
export const bookRelisted = (trx: Trx, payment: string, income: IncomeAccount, freed_kobo: number): Promise<void> =>
  book(trx, payment, "relisted", { [income]: freed_kobo, credit: -freed_kobo }, newId());

/** Money came for a reference that was paid otherwise: it is owed to its payer. */
export const bookAgain = (trx: Trx, payment: string, came_kobo: number): Promise<void> =>
  book(trx, payment, "again", { provider: came_kobo, credit: -came_kobo });

interface JournalLine {
  readonly at: string;
  readonly kind: JournalKind;
  readonly account: Account;
  readonly amount_kobo: number;
}

/** Every line that was booked for a payment, in order; positive lies at the provider, negative is what it is for. */
export async function journalLinesOf(db: Database, payment: string): Promise<JournalLine[]> {
  const { rows } = await sql<JournalLine>`
    select j."createdAt" as at, j.kind, e.account, e.amount_kobo
    from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = ${payment} order by j."createdAt", j._id, e.amount_kobo desc, e.account`.execute(db);
  return rows;
}
