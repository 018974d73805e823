import { type RawBuilder, sql } from "kysely";
import { notFound, stale } from "#kit/wire/refusal.server.ts";

import { cancelBeyond } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
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
  /** The bill of a merged record of which it was taken over. */
  readonly carriedfrom?: string;
}

/**
 * Keeps a bill as it stands until the end of the transaction, and those among which its money is moved: lines and payments come to
 * them one after another. All in one order.
 */
export async function lockBill(trx: Trx, bill: string): Promise<void> {
  const { rows } =
    await sql`select from portal.bill where _id = ${bill} or _id = any(array(select twin._id ${twinsOf(bill)}))
    order by _id for no key update`.execute(trx);
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
  const { bill, kind, label, amount_kobo, reason, staff, programme = null, carriedfrom = null } = line;
  await lockBill(trx, bill);
  const { rows } = await onConstraint(
    { bill_line_taken_back: billTakenBack },
    sql<{ place: number }>`
      insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, programme, carriedfrom)
      select ${bill}, max(place) + 1, ${kind}, ${label}, ${amount_kobo}, ${reason}, ${staff}, ${programme}::uuid,
        ${carriedfrom}::uuid
      from portal.bill_line where bill = ${bill}
      returning place`.execute(trx),
  );
  const place = rows[0]?.place ?? 0;
  note({ deed: "bill.add-line", subject: `bill:${bill}`, after: { place, kind, label, amount_kobo }, reason });
  if (amount_kobo < 0) await cancelBeyondBill(work, bill);
  return place;
}

const billTakenBack = () =>
  stale("bill-taken-back", "A bill was taken back meanwhile, so nothing was changed. Look at it again");

export interface LineBack {
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
    insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff, programme, latecharge, carriedfrom,
      takesback)
    select l.bill, (select max(place) + 1 from portal.bill_line where bill = l.bill), l.kind, left('Taken back: ' || l.label, 200),
      -l.amount_kobo, ${reason}, ${staff}, l.programme, l.latecharge, l.carriedfrom, l.place
    from portal.bill_line l
    where l.bill = ${bill} and l.place = ${place} and l.takesback is null and l.kind <> 'fee'
      and not exists (select from portal.bill_line back where back.bill = l.bill and back.takesback = l.place)
    returning place, kind, label, amount_kobo`.execute(trx);
  if (!rows[0]) return null;
  note({ deed: "bill.take-line-back", subject: `bill:${bill}`, after: { ...rows[0], takesback: place }, reason });
  await cancelBeyondBill(work, bill);
  return rows[0].place;
}

/**
 * The bills that one person has for the semester of a bill, as the end of a query: `twin`, whose student is `one`. One of them
 * stays; the others were taken back when their records were merged into its student's.
 */
const twinsOf = (bill: string): RawBuilder<unknown> => sql`
  from portal.bill own join ${everyStudent()} s on s._id = own.student
  join ${everyStudent()} one on one._id = coalesce(s.mergedinto, s._id) or one.mergedinto = coalesce(s.mergedinto, s._id)
  join portal.bill twin on twin.student = one._id and (twin.session, twin.semester) = (own.session, own.semester)
    and twin."takenbackAt" is null
  where own._id = ${bill} and own."takenbackAt" is null`;

interface Twin {
  readonly _id: string;
  readonly stays: boolean;
  /** The student's matric number, or name. */
  readonly called: string;
}

/** The bill that stays for the semester of a bill, and those that were taken back beside it. */
async function readTwins(trx: Trx, bill: string): Promise<{ stays: Twin | undefined; others: readonly string[] }> {
  const { rows } = await sql<Twin>`
    select twin._id, one.mergedinto is null as stays, coalesce(one.matric, one.name) as called ${twinsOf(bill)}
    order by twin."createdAt", twin._id`.execute(trx);
  return { stays: rows.find(({ stays }) => stays), others: rows.filter(({ stays }) => !stays).map(({ _id }) => _id) };
}

/** The bill on which a semester of a person's is paid: of a merged record, the one in its place. */
export async function billInPlaceOf(trx: Trx, bill: string): Promise<string> {
  return (await readTwins(trx, bill)).stays?._id ?? bill;
}

interface Why {
  readonly reason: string;
  readonly staff: string | null;
}

/**
 * What was paid on any bill of a person's semester counts on the one that stays as far as that one needs it, and what is owed on
 * another is owed there: so whatever is left of the others is credit, of the payments that were made on them. Moved by lines, to
 * and fro, whenever one of them has changed. The bill is locked.
 */
export async function carryOn(work: Work, bill: string, why?: Why): Promise<void> {
  const { trx } = work;
  const { stays, others } = await readTwins(trx, bill);
  if (!stays || others.length === 0) return;
  await lockBill(trx, bill);
  const because = why ?? { reason: `The record was merged into ${stays.called}`, staff: null };
  const kept = stays._id;
  // What a bill no longer needs of another counts there again.
  for (const short of [kept, ...others])
    for (const other of others) {
      const needless = other === short ? 0 : Math.min(-(await billedOf(trx, short)), await billedOf(trx, other));
      if (needless > 0)
        await moveBetween(work, { from: other, to: short, kobo: needless, label: needlessWords }, because);
    }
  for (const other of others) {
    const owed = await leftOf(trx, other);
    if (owed > 0) await moveBetween(work, { from: other, to: kept, kobo: owed, label: owedWords }, because);
  }
  for (const other of others) {
    const paid = Math.min(-(await leftOf(trx, other)), await leftOf(trx, kept));
    if (paid > 0) await moveBetween(work, { from: kept, to: other, kobo: paid, label: paidWords }, because);
  }
}

/** The same for many bills that have just changed; few of them have another beside them. */
export async function carryOnAll(work: Work, bills: readonly string[]): Promise<void> {
  const { rows } = await sql<{ bill: string }>`
    select b._id as bill from portal.bill b join ${everyStudent()} s on s._id = b.student where b._id = any(${[...bills]}::uuid[])
      and (s.mergedinto is not null or exists (select from ${everyStudent()} gone where gone.mergedinto = s._id))
    order by b._id`.execute(work.trx);
  for (const { bill } of rows) await carryOn(work, bill);
}

async function billedOf(trx: Trx, bill: string): Promise<number> {
  const { rows } = await sql<{ billed_kobo: number }>`select billed_kobo from portal.bill where _id = ${bill}`.execute(
    trx,
  );
  return rows[0]?.billed_kobo ?? 0;
}

/** What the line says on the bill that it leaves, and on the other one. */
interface MovedWords {
  readonly from: string;
  readonly to: string;
}

const needlessWords: MovedWords = {
  from: "Counts on the other bill of this semester no more",
  to: "Not needed from another bill of this semester",
};
const owedWords: MovedWords = {
  from: "Owed on the other bill of this semester",
  to: "Taken back on another bill of this semester",
};
const paidWords: MovedWords = {
  from: "Paid on another bill of this semester",
  to: "Counts on the other bill of this semester",
};

interface Between {
  readonly from: string;
  readonly to: string;
  readonly kobo: number;
  readonly label: MovedWords;
}

/** One bill comes to less, and another to as much more. */
async function moveBetween(work: Work, { from, to, kobo, label }: Between, why: Why): Promise<void> {
  await keepLine(work, { bill: from, kind: "moved", label: label.from, amount_kobo: -kobo, ...why });
  await keepLine(work, { bill: to, kind: "moved", label: label.to, amount_kobo: kobo, ...why });
}
