import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { accountWords, incomeAccounts } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import type { BookedSum, BookingCount } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { BookSums, DayReopening } from "./day-book.contract.ts";

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
export async function openReopening(db: Database | Trx): Promise<DayReopening | null> {
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
export function sumsOf(booked: readonly BookedSum[], counted: readonly BookingCount[]): BookSums {
  const of = (fits: (one: BookedSum) => boolean) => naira(sum(booked.filter(fits).map(({ kobo }) => kobo)));
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
  booked: readonly BookedSum[],
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
export const byProgramme = (booked: readonly BookedSum[], counted: readonly BookingCount[]) =>
  [...Map.groupBy(booked, ({ programme }) => programme)].map(([programme, own]) => {
    const { receipts, came } = sumsOf(
      own,
      counted.filter((one) => one.programme === programme),
    );
    const accounts = Object.fromEntries(byAccount(own).map(({ account, amount }) => [account, amount]));
    return { programme, accounts, receipts, came };
  });

const taken = (booked: readonly BookedSum[], wanted: string): number =>
  -naira(sum(booked.filter(({ account }) => account === wanted).map(({ kobo }) => kobo))) || 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The wishes of others than this member of staff to open closed days again, that nobody has answered. */
export const proposedReopenings = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.day_book_reopening where state = 'Proposed' and proposedby <> ${staff}`;

export interface BrokenDay {
  readonly day: string;
  readonly says: string;
}

interface Link {
  readonly day: string;
  readonly hash: string | null;
  readonly before: string | null;
  readonly says: string | null;
}

/** So many days are hashed by one statement: the books of many years take many, and each is short. */
const AT_ONCE = 20;

/** Names the hash found now: spoilt otherwise, a day is another finding. */
const spoilt = (hash: string) => `Its lines are not those that were closed. Their hash is now ${hash}`;

const formerSpoilt = (hash: string) =>
  `What is kept of a former closing is not what was closed. Its hash is now ${hash}`;

/**
 * Every closed day held against its hash, in order: how many there are, and those that do not match; also those of which a
 * former closing, that was opened again, does not.
 */
export async function proveDays(db: Database): Promise<{ days: number; wrong: BrokenDay[] }> {
  const { rows: chain } =
    await sql<Link>`select day, hash, before, says from portal.day_book_chain order by day`.execute(db);
  const closed = chain.filter(({ hash }) => hash !== null);
  const found = new Map<string, string>();
  for (const some of slicesOf(closed, AT_ONCE))
    for (const { day, hash } of await spoiltDays(db, some)) found.set(day, hash);
  const wrong = chain.flatMap(({ day, says }) => {
    const hash = found.get(day);
    const said = says ?? (hash ? spoilt(hash) : null);
    return said ? [{ day, says: said }] : [];
  });
  const named = new Set(wrong.map(({ day }) => day));
  const former = (await spoiltFormer(db)).filter(({ day }) => !named.has(day));
  return { days: closed.length, wrong: [...wrong, ...former].sort((one, other) => (one.day < other.day ? -1 : 1)) };
}

/** Days of which a closing that was opened again is not as it was kept, each with the hash of what is kept now. */
async function spoiltFormer(db: Database): Promise<BrokenDay[]> {
  const { rows } = await sql<{ day: string; hash: string }>`
    select distinct on (day) day, encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash from portal.day_book
    where reopening is not null and hash <> encode(sha256(convert_to(text, 'UTF8')), 'hex')
    order by day, "closedAt"`.execute(db);
  return rows.map(({ day, hash }) => ({ day, says: formerSpoilt(hash) }));
}

/** Of these days those that are not as they were closed, each with the hash of what stands there now. */
async function spoiltDays(db: Database, links: readonly Link[]): Promise<{ day: string; hash: string }[]> {
  const { rows } = await sql<{ day: string; hash: string }>`
    select link.day, now.hash
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(day date, hash text, before text)
    cross join lateral (select portal.book_hash(link.day, link.before) as hash offset 0) now
    where link.hash <> now.hash`.execute(db);
  return rows;
}

/** The same for whoever asks, with the time of it. */
export async function proofOfBook(db: Database) {
  const [at, proof] = await Promise.all([clock(db), proveDays(db)]);
  return { at, ...proof };
}

/** What the hash of a closed day is taken of; undefined for a day that is not closed. */
export async function textOfDay(db: Database, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select portal.book_text(day, before) as text from portal.day_book where day = ${day} and reopening is null`.execute(
    db,
  );
  return rows[0]?.text;
}

/** What a closing with this hash was taken of, in force or not, as it was kept then; undefined for none that is kept. */
export async function keptText(db: Database, day: string, hash: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const kept = await db
    .selectFrom("day_book")
    .select("text")
    .where("day", "=", day)
    .where("hash", "=", hash)
    .where("text", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return kept?.text ?? undefined;
}
