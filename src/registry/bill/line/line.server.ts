import { sql } from "kysely";
import { notFound } from "#kit/wire/refusal.server.ts";
import { cancelBeyond } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent } from "../../student/student.server.ts";
import type { LineKind } from "../bill.rules.ts";

export interface NewLine {
  readonly bill: string;
  /** Fees come with the bill, and late charges by the clock. */
  readonly kind: Exclude<LineKind, "fee" | "late">;
  readonly label: string;
  /** With its sign: what is to be paid more, or less. */
  readonly amount_kobo: number;
  readonly reason: string;
  /** Who of the office; null where the portal itself does. */
  readonly staff: string | null;
  /** To whose fees it brings the bill, where its student has moved to another programme. */
  readonly programme?: string;
}

/** Keeps a bill as it stands until the end of the transaction: lines and payments come to it one after another. */
export async function lockBill(trx: Trx, bill: string): Promise<void> {
  const { rows } = await sql`select from portal.bill where _id = ${bill} for no key update`.execute(trx);
  if (rows.length === 0) throw notFound();
}

/** What is left of a bill, in kobo; below nothing it is credit. */
export async function leftOf(db: Database | Trx, bill: string): Promise<number> {
  const { rows } = await sql<{ balance_kobo: number }>`
    select balance_kobo from portal.bill where _id = ${bill}`.execute(db);
  return rows[0]?.balance_kobo ?? 0;
}

/** The open reference of a bill that is larger than what is left of it is cancelled. The bill is locked. */
export const cancelBeyondBill = async (work: Work, bill: string): Promise<void> =>
  cancelBeyond(work, "bill", bill, await leftOf(work.trx, bill));

/** Adds a line to a bill that was made. Answers its place. */
export async function addBillLine(work: Work, line: NewLine): Promise<number> {
  const place = await keepLine(work, line);
  await carryOn(work, line.bill);
  return place;
}

/** Takes a line of a bill back by one of the same amount; once. Answers the new line's place, null where it was taken back. */
export async function takeLineBack(work: Work, line: LineBack): Promise<number | null> {
  const place = await keepLineBack(work, line);
  if (place !== null) await carryOn(work, line.bill);
  return place;
}

/** The same for a bill from which nothing is to be carried on yet. */
export async function keepLine(work: Work, line: NewLine): Promise<number> {
  const { trx, note } = work;
  const { bill, kind, label, amount_kobo, reason, staff, programme = null } = line;
  await lockBill(trx, bill);
  const { rows } = await sql<{ place: number }>`
    insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, programme)
    select ${bill}, max(place) + 1, ${kind}, ${label}, ${amount_kobo}, ${reason}, ${staff}, ${programme}::uuid
    from portal.bill_line where bill = ${bill}
    returning place`.execute(trx);
  const place = rows[0]?.place ?? 0;
  note({ deed: "bill.add-line", subject: `bill:${bill}`, after: { place, kind, label, amount_kobo }, reason });
  if (amount_kobo < 0) await cancelBeyondBill(work, bill);
  return place;
}

interface LineBack {
  readonly bill: string;
  readonly place: number;
  readonly reason: string;
  readonly staff: string | null;
}

export async function keepLineBack(work: Work, line: LineBack): Promise<number | null> {
  const { trx, note } = work;
  const { bill, place, reason, staff } = line;
  await lockBill(trx, bill);
  const { rows } = await sql<{ place: number; kind: string; label: string; amount_kobo: number }>`
    insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, programme, latecharge, takesback)
    select l.bill, (select max(place) + 1 from portal.bill_line where bill = l.bill), l.kind, left('Taken back: ' || l.label, 200),
      -l.amount_kobo, ${reason}, ${staff}, l.programme, l.latecharge, l.place
    from portal.bill_line l
    where l.bill = ${bill} and l.place = ${place} and l.takesback is null and l.kind <> 'fee'
      and not exists (select from portal.bill_line back where back.bill = l.bill and back.takesback = l.place)
    returning place, kind, label, amount_kobo`.execute(trx);
  if (!rows[0]) return null;
  note({ deed: "bill.take-line-back", subject: `bill:${bill}`, after: { ...rows[0], takesback: place }, reason });
  await cancelBeyondBill(work, bill);
  return rows[0].place;
}

/** Two bills of one semester that are one person's: `bill` was taken back when its record was merged into that of `twin`. */
interface Twins {
  readonly bill: string;
  readonly twin: string;
  readonly reason: string;
  readonly staff: string | null;
}

/**
 * What a bill that was taken back has too much goes to the other as far as that one owes, and what it owes goes there whole:
 * so what is left of it is credit, of the payments that were made on it. Both are locked.
 */
export async function balanceTwins(work: Work, { bill, twin, reason, staff }: Twins): Promise<void> {
  const own = await leftOf(work.trx, bill);
  const moved = own > 0 ? own : -Math.min(-own, Math.max(0, await leftOf(work.trx, twin)));
  if (moved === 0) return;
  const [away, here] =
    moved < 0
      ? ["Counts on the other bill of this semester", "Paid on another bill of this semester"]
      : ["Owed on the other bill of this semester", "Taken back on another bill of this semester"];
  await keepLine(work, { bill, kind: "moved", label: away, amount_kobo: -moved, reason, staff });
  await keepLine(work, { bill: twin, kind: "moved", label: here, amount_kobo: moved, reason, staff });
}

/** What comes to a bill of a merged record, or is taken from it, goes on to the bill in its place. The bill is locked. */
export async function carryOn(work: Work, bill: string): Promise<void> {
  const { rows } = await sql<{ twin: string; called: string }>`
    select twin._id as twin, coalesce(kept.matric, kept.name) as called from portal.bill b
    join ${everyStudent()} s on s._id = b.student and s.mergedinto is not null
    join ${everyStudent()} kept on kept._id = s.mergedinto
    join portal.bill twin on twin.student = kept._id and (twin.session, twin.semester) = (b.session, b.semester)
      and twin."takenbackAt" is null and b."takenbackAt" is null
    where b._id = ${bill}`.execute(work.trx);
  const [into] = rows;
  if (!into) return;
  await lockBill(work.trx, into.twin);
  const reason = `The record was merged into ${into.called}`;
  await balanceTwins(work, { bill, twin: into.twin, reason, staff: null });
}
