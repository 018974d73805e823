import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { accountWords, incomeAccounts } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import type { Booked, Counted } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Reopening, Sums } from "./day-book.contract.ts";

/** A day that was closed, in force or not. */
interface Closing {
  readonly day: string;
  readonly hash: string;
  readonly before: string | null;
  readonly lines: number;
  readonly closedby: string;
  readonly closedAt: string;
  readonly reopening: string | null;
}

/** Without the text, which is as long as the day. */
const columns = ["day", "hash", "before", "lines", "closedby", "closedAt", "reopening"] as const;

/** A day of the path, or 404: days that no calendar has are nowhere. */
export function dayOf(text: string): string {
  const isDay = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw notFound();
  return text;
}

/** What is closed between two days, by day. */
export async function closedBetween(db: Database | Trx, from: string, until: string): Promise<Map<string, Closing>> {
  const rows = await db
    .selectFrom("day_book")
    .select(columns)
    .where("day", ">=", from)
    .where("day", "<=", until)
    .where("reopening", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}

/** The last day that is closed, before `day` where one is given; undefined while there is none. */
export async function lastClosed(db: Database | Trx, day?: string): Promise<Closing | undefined> {
  let closed = db.selectFrom("day_book").select(columns).where("reopening", "is", null);
  if (day) closed = closed.where("day", "<", day);
  return closed.orderBy("day", "desc").limit(1).executeTakeFirst();
}

/** What waits for a second person, with the number of days that it would open; null for nothing. */
export async function openReopening(db: Database | Trx): Promise<Reopening | null> {
  const found = await db
    .selectFrom("day_book_reopening")
    .select(["_id", "day", "reason", "proposedby", "createdAt"])
    .select(
      sql<number>`(select count(*)::int from portal.day_book b where b.reopening is null and b.day >= day_book_reopening.day)`.as(
        "days",
      ),
    )
    .where("state", "=", "Proposed")
    .executeTakeFirst();
  if (!found) return null;
  const names = await namesOfStaff(db, [found.proposedby]);
  return { ...found, proposedby: { _id: found.proposedby, name: names.get(found.proposedby) ?? "" } };
}

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

/** The wishes of others than this member of staff to open closed days again, that nobody has answered. */
export const proposedReopenings = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.day_book_reopening where state = 'Proposed' and proposedby <> ${staff}`;
