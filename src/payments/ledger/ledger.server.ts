import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";

export type IncomeAccount = "application-fee" | "acceptance-fee";

/**
 * Double entry, in kobo: positive is what lies at the provider, negative is what it is for. Each journal sums to 0. What
 * is given back by voucher is `refunded`; what moves from one payment to another passes through `transfer`.
 */
export type Account = "provider" | IncomeAccount | "credit" | "suspense" | "refunded" | "transfer";

/** One of each for a payment at most: the database refuses a second. */
export type JournalKind = "paid" | "held" | "again" | "refunded" | "applied" | "reversed";

interface Paid {
  readonly _id: string;
  readonly amount_kobo: number;
}

/** A verified payment becomes income. Once per payment: the database refuses a second journal. */
export const bookIncome = (trx: Trx, { _id, amount_kobo }: Paid, income: IncomeAccount): Promise<void> =>
  book(trx, _id, "paid", { provider: amount_kobo, [income]: -amount_kobo });

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
export async function book(
  trx: Trx,
  payment: string,
  kind: JournalKind,
  amounts: Partial<Record<Account, number>>,
): Promise<void> {
  const journal = newId();
  await trx.insertInto("ledger_journal").values({ _id: journal, payment, kind }).execute();
  const entries = Object.entries(amounts).map(([account, amount_kobo]) => ({ journal, account, amount_kobo }));
  await trx
    .insertInto("ledger_entry")
    .values(entries.filter(({ amount_kobo }) => amount_kobo !== 0))
    .execute();
}
