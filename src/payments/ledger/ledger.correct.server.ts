import type { Trx } from "#platform/perform.server.ts";
import { type Account, balancesOf, book, type IncomeAccount } from "./ledger.server.ts";

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
  came_kobo: number,
  income: IncomeAccount,
): Promise<void> {
  await book(trx, _id, "paid", {
    ...(await cleared(trx, _id, came_kobo)),
    [income]: -amount_kobo,
    credit: amount_kobo - came_kobo,
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
  { from, to, amount_kobo }: { from: string; to: string; amount_kobo: number },
  income: IncomeAccount,
): Promise<void> {
  await book(trx, from, "applied", { credit: amount_kobo, transfer: -amount_kobo });
  await book(trx, to, "paid", { transfer: amount_kobo, [income]: -amount_kobo });
}

/** What is owed to a payer, as credit or in suspense, was given back. */
export const bookRefund = (
  trx: Trx,
  payment: string,
  account: "credit" | "suspense",
  amount_kobo: number,
): Promise<void> => book(trx, payment, "refunded", { [account]: amount_kobo, refunded: -amount_kobo });

/** The provider took a payment back: nothing of it is left in any account. */
export async function bookReversal(trx: Trx, payment: string): Promise<void> {
  const booked = Object.entries(await balancesOf(trx, payment)) as [Account, number][];
  await book(trx, payment, "reversed", Object.fromEntries(booked.map(([account, kobo]) => [account, -kobo])));
}

/** Money came for a reference that was paid otherwise: it is owed to its payer. */
export const bookAgain = (trx: Trx, payment: string, came_kobo: number): Promise<void> =>
  book(trx, payment, "again", { provider: came_kobo, credit: -came_kobo });
