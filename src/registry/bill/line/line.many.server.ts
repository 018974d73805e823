import { sql } from "kysely";
import { openOnBills } from "#payments/payment-reference/payment-reference.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { lockBills } from "./line.adjust.server.ts";
import { cancelBeyondBill, carryOnAll, type NewLine } from "./line.server.ts";

/** Lines in one statement: a second or less, with what the books make of them. */
const AT_ONCE = 1_000;

/**
 * Adds a line to each of many bills, one to a bill at most, by a few statements for all. Answers the places, by the bill.
 * References for more than is left are cancelled, as with one line.
 */
export async function addBillLines(work: Work, lines: readonly NewLine[]): Promise<ReadonlyMap<string, number>> {
  const { trx, note } = work;
  const places = new Map<string, number>();
  const ids = lines.map(({ bill }) => bill);
  await lockBills(trx, ids);
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = JSON.stringify(lines.slice(at, at + AT_ONCE));
    const { rows } = await sql<{ bill: string; place: number }>`
      insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff)
      select n.bill, (select max(l.place) + 1 from portal.bill_line l where l.bill = n.bill), n.kind, n.label, n.amount_kobo, n.reason,
        n.staff
      from jsonb_to_recordset(${some}::jsonb) as n(bill uuid, kind text, label text, amount_kobo bigint, reason text, staff uuid)
      returning bill, place`.execute(trx);
    for (const { bill, place } of rows) places.set(bill, place);
    // The books move now, a slice at a time, and not all at the end in the one statement that commits.
    await sql`set constraints portal.bill_moved immediate`.execute(trx);
    await sql`set constraints portal.bill_moved deferred`.execute(trx);
  }
  for (const { bill, kind, label, amount_kobo, reason } of lines)
    note({
      deed: "bill.add-line",
      subject: `bill:${bill}`,
      after: { place: places.get(bill), kind, label, amount_kobo },
      reason,
    });
  await carryOnAll(work, ids);
  const { rows } = await sql<{ bill: string }>`
    select distinct b._id as bill from portal.bill b join ${openOnBills()} o on o.bill = b._id
    where b._id = any(${ids}::uuid[]) and o.amount_kobo > b.balance_kobo order by b._id`.execute(trx);
  for (const { bill } of rows) await cancelBeyondBill(work, bill);
  return places;
}
