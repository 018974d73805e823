import { naira } from "#kit/value/money.contract.ts";
import type { Booked, Counted } from "#payments/payment-reference/ledger/ledger.book.server.ts";
import { accountWords, incomeAccounts } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import type { Sums } from "./day-book.contract.ts";

/** What lies at the provider is the other side of every account, so it stands apart. */
const PROVIDER = "provider";

/** What bookings come to. An account's sum is what it took: the ledger writes it with the other sign. */
export function sumsOf(booked: readonly Booked[], counted: readonly Counted[]): Sums {
  const of = (fits: (one: Booked) => boolean) => naira(sum(booked.filter(fits).map(({ kobo }) => kobo)));
  const took = (fits: (account: string) => boolean) => -of(({ account }) => account !== PROVIDER && fits(account)) || 0;
  const known = (account: string) => incomeAccounts.includes(account) || account === "credit" || account === "suspense";
  return {
    lines: sum(counted.map(({ count }) => count)),
    receipts: sum(counted.filter(({ kind }) => kind === "paid").map(({ count }) => count)),
    came: of(({ account }) => account === PROVIDER),
    income: took((account) => incomeAccounts.includes(account)),
    credit: took((account) => account === "credit"),
    suspense: took((account) => account === "suspense"),
    other: took((account) => !known(account)),
    corrected: of(({ account, kind, kobo }) => account === PROVIDER && kind === "paid" && kobo < 0),
    reversed: of(({ account, kind }) => account === PROVIDER && kind === "reversed"),
  };
}

/** By account, what each took; accounts in the order in which the books name them. */
export function byAccount(
  booked: readonly Booked[],
): { account: string; name: string; income: boolean; amount: number }[] {
  const order = Object.keys(accountWords);
  const touched = [...new Set(booked.map(({ account }) => account))].filter((account) => account !== PROVIDER);
  return touched
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((account) => ({
      account,
      name: accountWords[account] ?? account,
      income: incomeAccounts.includes(account),
      amount: taken(booked, account),
    }));
}

/** The same for each programme, by its `_id`. */
export const byProgramme = (booked: readonly Booked[], counted: readonly Counted[]) =>
  [...Map.groupBy(booked, ({ programme }) => programme)].map(([programme, own]) => {
    const { receipts, came } = sumsOf(
      own,
      counted.filter((one) => one.programme === programme),
    );
    const accounts = Object.fromEntries(byAccount(own).map(({ account, amount }) => [account, amount]));
    return { programme, accounts, receipts, came };
  });

const taken = (booked: readonly Booked[], wanted: string): number =>
  -naira(sum(booked.filter(({ account }) => account === wanted).map(({ kobo }) => kobo))) || 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
