import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";

export type IncomeAccount = "application-fee" | "acceptance-fee";

/** Double entry, in kobo: positive is what lies at the provider, negative is what it is for. Each journal sums to 0. */
type Account = "provider" | IncomeAccount | "credit" | "suspense";

interface Paid {
  readonly _id: string;
  readonly amount_kobo: number;
}

/** A verified payment becomes income. Once per payment: the database refuses a second journal. */
export const bookIncome = (trx: Trx, { _id, amount_kobo }: Paid, income: IncomeAccount): Promise<void> =>
  book(trx, _id, "paid", amount_kobo, income);

/** A verified payment that bought nothing is owed to its payer. */
export const bookCredit = (trx: Trx, { _id, amount_kobo }: Paid): Promise<void> =>
  book(trx, _id, "paid", amount_kobo, "credit");

/** Money that came for our order but not in the right amount waits in suspense for the bursary. */
export const bookHeld = (trx: Trx, payment: string, paid_kobo: number): Promise<void> =>
  book(trx, payment, "held", paid_kobo, "suspense");

async function book(trx: Trx, payment: string, kind: "paid" | "held", amount_kobo: number, account: Account) {
  const journal = newId();
  await trx.insertInto("ledger_journal").values({ _id: journal, payment, kind }).execute();
  await trx
    .insertInto("ledger_entry")
    .values([
      { journal, account: "provider" satisfies Account, amount_kobo },
      { journal, account, amount_kobo: -amount_kobo },
    ])
    .execute();
}
