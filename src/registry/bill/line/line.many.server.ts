import { sql } from "kysely";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { openOnBills } from "#payments/payment-reference/payment-reference.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { lockBills } from "./line.adjust.server.ts";
import { needlessLate } from "./line.late.server.ts";
import { cancelBeyondBill, carryOnAll, type LineBack, type NewLine } from "./line.server.ts";

/**
 * Adds a line to each of many bills, one to a bill at most, by a few statements for all. Answers the places, by the bill.
 * References for more than is left are cancelled, as with one line.
 */
export async function addBillLines(work: Work, lines: readonly NewLine[]): Promise<ReadonlyMap<string, number>> {
  const bills = lines.map(({ bill }) => bill);
  await lockBills(work.trx, bills);
  const places = await keepLines(work, lines);
  await settleLines(work, bills);
  return places;
}

/**
 * Takes a line of each of many bills back by one of the same amount, one of a bill at most. Answers the places of the new lines, by
 * the bill, without those of what was taken back already.
 */
export async function takeLinesBack(work: Work, lines: readonly LineBack[]): Promise<ReadonlyMap<string, number>> {
  const bills = lines.map(({ bill }) => bill);
  await lockBills(work.trx, bills);
  const places = await keepLinesBack(work, lines);
  await settleLines(work, bills);
  return places;
}

/**
 * Charges late charges again that were taken back, one of a bill at most: each is told by the place of the line that took it back.
 * Answers the places of the new lines, by the bill, without those of what stands again already.
 */
export async function chargeLinesAgain(work: Work, lines: readonly LineBack[]): Promise<ReadonlyMap<string, number>> {
  const { trx, note } = work;
  const bills = lines.map(({ bill }) => bill);
  await lockBills(trx, bills);
  const { rows } = await sql<Omit<KeptBack, "takesback">>`
    insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, latecharge)
    select late.bill, (select max(place) + 1 from portal.bill_line l where l.bill = late.bill), 'late', late.label, late.amount_kobo,
      n.reason, n.staff, late.latecharge
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(bill uuid, place smallint, reason text, staff uuid)
    join portal.bill_line back on back.bill = n.bill and back.place = n.place
    join portal.bill_line late on late.bill = back.bill and late.place = back.takesback and late.kind = 'late'
    where not exists (select from portal.bill_line again where again.bill = late.bill and again.latecharge = late.latecharge
      and again.takesback is null and again.place > back.place)
    returning bill, place, kind, label, amount_kobo, reason`.execute(trx);
  for (const { bill, reason, ...after } of rows)
    note({ deed: "bill.charge-late-again", subject: `bill:${bill}`, after, reason });
  await settleLines(work, bills);
  return new Map(rows.map(({ bill, place }) => [bill, place]));
}

/** The same as `addBillLines` for locked bills from which nothing is to be carried on yet. */
export async function keepLines({ trx, note }: Work, lines: readonly NewLine[]): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  await inSlices(trx, lines, async (some) => {
    const { rows } = await sql<{ bill: string; place: number }>`
      insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff)
      select n.bill, (select max(l.place) + 1 from portal.bill_line l where l.bill = n.bill), n.kind, n.label, n.amount_kobo, n.reason,
        n.staff
      from jsonb_to_recordset(${some}::jsonb) as n(bill uuid, kind text, label text, amount_kobo bigint, reason text, staff uuid)
      returning bill, place`.execute(trx);
    for (const { bill, place } of rows) places.set(bill, place);
  });
  for (const { bill, kind, label, amount_kobo, reason } of lines)
    note({
      deed: "bill.add-line",
      subject: `bill:${bill}`,
      after: { place: places.get(bill), kind, label, amount_kobo },
      reason,
    });
  return places;
}

interface KeptBack {
  readonly bill: string;
  readonly place: number;
  readonly kind: string;
  readonly label: string;
  readonly amount_kobo: number;
  readonly takesback: number;
  readonly reason: string;
}

/** The same as `takeLinesBack` for locked bills from which nothing is to be carried on yet; any number of a bill's lines. */
export async function keepLinesBack(
  { trx, note }: Work,
  lines: readonly LineBack[],
): Promise<ReadonlyMap<string, number>> {
  const kept: KeptBack[] = [];
  await inSlices(trx, lines, async (some) => {
    const { rows } = await sql<KeptBack>`
      insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, programme, latecharge, carriedfrom,
        takesback)
      select l.bill, (select max(place) from portal.bill_line where bill = l.bill) + row_number() over (partition by l.bill order by l.place),
        l.kind, left('Taken back: ' || l.label, 200), -l.amount_kobo, n.reason, n.staff, l.programme, l.latecharge, l.carriedfrom, l.place
      from jsonb_to_recordset(${some}::jsonb) as n(bill uuid, place smallint, reason text, staff uuid)
      join portal.bill_line l on l.bill = n.bill and l.place = n.place
      where l.takesback is null and l.kind <> 'fee'
        and not exists (select from portal.bill_line back where back.bill = l.bill and back.takesback = l.place)
      returning bill, place, kind, label, amount_kobo, takesback, reason`.execute(trx);
    kept.push(...rows);
  });
  for (const { bill, reason, ...after } of kept)
    note({ deed: "bill.take-line-back", subject: `bill:${bill}`, after, reason });
  return new Map(kept.map(({ bill, place }) => [bill, place]));
}

const LESS = "What was to be paid by its day is less now";

/**
 * A late charge that a bill no longer deserves is taken back, what was paid is carried on to where it counts, and references for more
 * than is left are cancelled. The bills are locked.
 */
export async function settleLines(work: Work, bills: readonly string[]): Promise<void> {
  const needless = await needlessLate(
    work.trx,
    bills.map((bill) => ({ bill, more_kobo: 0 })),
  );
  if (needless.length > 0)
    await keepLinesBack(
      work,
      needless.map(({ bill, place }) => ({ bill, place, reason: LESS, staff: null })),
    );
  await carryOnAll(work, bills);
  const { rows } = await sql<{ bill: string }>`
    select distinct b._id as bill from portal.bill b join ${openOnBills()} o on o.bill = b._id
    where b._id = any(${[...bills]}::uuid[]) and o.amount_kobo > b.balance_kobo order by b._id`.execute(work.trx);
  for (const { bill } of rows) await cancelBeyondBill(work, bill);
}

/** Lines in one statement: a second or less, with what the books make of them. */
const AT_ONCE = 1_000;

async function inSlices<T>(trx: Trx, lines: readonly T[], keep: (some: string) => Promise<void>): Promise<void> {
  for (const some of slicesOf(lines, AT_ONCE)) {
    await keep(JSON.stringify(some));
    // The books move now, a slice at a time, and not all at the end in the one statement that commits.
    await sql`set constraints portal.bill_moved immediate`.execute(trx);
    await sql`set constraints portal.bill_moved deferred`.execute(trx);
  }
}
