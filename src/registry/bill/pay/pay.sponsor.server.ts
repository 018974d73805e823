import { type RawBuilder, sql } from "kysely";
import { openOnBills } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { lockBills } from "../line/line.adjust.server.ts";
import { forgiveLate } from "../line/line.late.server.ts";
import { cancelBeyondBill, carryOnAll } from "../line/line.server.ts";

interface SponsoredShare {
  readonly _id: string;
  readonly bill: string;
  readonly amount_kobo: number;
}

interface CountedShare {
  readonly share: string;
  readonly bill: string;
  readonly counted_kobo: number;
}

/** What a sponsor's payment was made on, and whether the books are still to hear that it is tuition. */
interface Counting {
  readonly payment: string;
  /** `2026-11-20`. */
  readonly paidOn: string;
  /** The booking of the payment itself says it in the same transaction; else the bills do, out of its credit. */
  readonly isBooked: boolean;
}

/**
 * Counts of one payment what is meant for each bill, and at most what is left of it then; each share once. What is not counted
 * stays the payment's. Answers those that counted.
 */
export async function countSponsored(
  work: Work,
  shares: readonly SponsoredShare[],
  { payment, paidOn, isBooked }: Counting,
): Promise<CountedShare[]> {
  const { trx, note } = work;
  const bills = shares.map(({ bill }) => bill);
  await lockBills(trx, bills);
  const { rows } = await sql<CountedShare>`
    insert into portal.bill_payment (payment, bill, amount_kobo, paidon, sponsorshare, tuition_kobo)
    select ${payment}::uuid, b._id, least(s.amount_kobo, b.balance_kobo), ${paidOn}::date, s._id,
      case when ${isBooked}::boolean then least(s.amount_kobo, b.balance_kobo) else 0 end
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as s(_id uuid, bill uuid, amount_kobo bigint)
    join portal.bill b on b._id = s.bill
    where b.balance_kobo > 0
    returning sponsorshare as share, bill, amount_kobo as counted_kobo`.execute(trx);
  for (const { share, bill, counted_kobo } of rows)
    note({ deed: "bill.pay", subject: `bill:${bill}`, after: { payment, share, amount_kobo: counted_kobo, paidOn } });
  for (const bill of await lateAmong(trx, bills)) await forgiveLate(work, bill);
  for (const bill of await openAmong(trx, bills)) await cancelBeyondBill(work, bill);
  return rows;
}

async function lateAmong(trx: Trx, bills: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bill: string }>`
    select _id as bill from portal.bill where _id = any(${[...bills]}::uuid[]) and late_kobo > 0`.execute(trx);
  return rows.map(({ bill }) => bill);
}

async function openAmong(trx: Trx, bills: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bill: string }>`
    select distinct o.bill from ${openOnBills()} o where o.bill = any(${[...bills]}::uuid[])`.execute(trx);
  return rows.map(({ bill }) => bill);
}

/** What counts of a sponsor's payment, and what of that the books hold as tuition, in kobo. */
export async function sponsoredSums(
  db: Database | Trx,
  payment: string,
): Promise<{ readonly counted_kobo: number; readonly tuition_kobo: number }> {
  const { rows } = await sql<{ counted_kobo: number; tuition_kobo: number }>`
    select coalesce(sum(counted_kobo), 0)::bigint as counted_kobo, coalesce(sum(tuition_kobo), 0)::bigint as tuition_kobo
    from portal.bill_counted where payment = ${payment} and sponsorshare is not null`.execute(db);
  return rows[0] ?? { counted_kobo: 0, tuition_kobo: 0 };
}

/**
 * What of a sum that a bill needs of its payments no more becomes credit of sponsors, in kobo: as the books do it, the latest payment
 * gives first. A part of a larger query.
 */
export const sponsorsPartOf = (
  bill: RawBuilder<unknown>,
  kobo: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(
  select coalesce(sum(least(paid.tuition_kobo, greatest(${kobo} - paid.before_kobo, 0))), 0) from (
    select c.sponsorshare, c.tuition_kobo,
      sum(c.tuition_kobo) over (order by c."createdAt" desc, c.payment) - c.tuition_kobo as before_kobo
    from portal.bill_counted c where c.bill = ${bill}) paid
  where paid.sponsorshare is not null)`;

/** A sponsor's payment that the bank took back counts on no bill any more. Answers the shares that did. */
export async function takeSponsoredOff(work: Work, payment: string): Promise<CountedShare[]> {
  const { trx, note } = work;
  const { rows: counted } = await sql<CountedShare>`
    select sponsorshare as share, bill, counted_kobo from portal.bill_counted where payment = ${payment}`.execute(trx);
  const bills = counted.map(({ bill }) => bill);
  await lockBills(trx, bills);
  await sql`update portal.bill_payment set "takenbackAt" = now() where payment = ${payment} and "takenbackAt" is null`.execute(
    trx,
  );
  for (const { bill, share } of counted)
    note({ deed: "bill.take-payment-off", subject: `bill:${bill}`, before: { payment, share } });
  await carryOnAll(work, bills);
  return counted;
}

/** Takes off the bills what of a sponsor's payment is more than they come to: the sponsor's credit, which is given back. */
export async function takeSponsoredCredit({ trx, note }: Work, payment: string): Promise<void> {
  const { rows } = await sql<{ bill: string }>`
    select bill from portal.bill_counted where payment = ${payment} and counted_kobo > tuition_kobo`.execute(trx);
  const bills = rows.map(({ bill }) => bill);
  await lockBills(trx, bills);
  await sql`update portal.bill_payment p set withdrawn_kobo = p.withdrawn_kobo + c.counted_kobo - c.tuition_kobo
    from portal.bill_counted c
    where p.payment = ${payment} and c.payment = p.payment and c.sponsorshare = p.sponsorshare
      and c.counted_kobo > c.tuition_kobo`.execute(trx);
  for (const bill of bills) note({ deed: "bill.take-out-of-payment", subject: `bill:${bill}`, after: { payment } });
}

/** What counts of sponsors' shares, for the checks of other nouns: rows of `sponsorshare`, `bill`, `amount_kobo`. */
export const everySponsored = (): RawBuilder<unknown> => sql`(
  select sponsorshare, bill, amount_kobo from portal.bill_payment where sponsorshare is not null and "takenbackAt" is null)`;
