import { type RawBuilder, sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { FrozenInstalment } from "../../instalment/instalment.rules.ts";
import { everyStudent } from "../../student/student.server.ts";
import type { BillSums, LineKind } from "../bill.rules.ts";

/** A bill as whoever changes it for the office sees it, with its student. */
export interface AdjustableBill extends BillSums {
  readonly bill: string;
  readonly student: string;
  readonly applicant: string | null;
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly status: string;
  /** How the record is called into which its student's was merged; null where it stands by itself. */
  readonly mergedinto: string | null;
  readonly session: string;
  readonly semester: number;
  /** The provider's service that takes it. */
  readonly serviceID: string;
  readonly instalments: FrozenInstalment[];
  readonly takenbackAt: string | null;
  /** Whether a payment counts on it. */
  readonly counted: boolean;
  /** Whether a reference of it is just being made, or what was paid with one is being checked. */
  readonly unclear: boolean;
  /** Fees and changes. */
  readonly charged_kobo: number;
  /** What is charged and not waived. Late charges are taken back, not waived. */
  readonly waivable_kobo: number;
  /** The lines that came later and stand: neither taken back nor taking back. */
  readonly standing: readonly StandingLine[];
  /** The places of lines that took a late charge back which was not charged again. */
  readonly struck: readonly number[];
}

interface StandingLine {
  readonly place: number;
  readonly kind: LineKind;
  readonly label: string;
  readonly amount_kobo: number;
}

/** The late charge of a name that stands on a bill; of several the latest. */
export const lateOn = ({ standing }: AdjustableBill, label: string): StandingLine | undefined =>
  standing.findLast((line) => line.kind === "late" && line.label.toLowerCase() === label.toLowerCase());

/** Whether what a line did to a bill still holds. */
export const standsAt = ({ standing, struck }: AdjustableBill, at: number | null): boolean =>
  at !== null && (struck.includes(at) || standing.some(({ place }) => place === at));

const adjustable = (where: RawBuilder<boolean>): RawBuilder<AdjustableBill> => sql<AdjustableBill>`
  select b._id as bill, b.student, s.applicant, s.name, s.matric, s.firstname, s.emailaddress, s.status,
    coalesce(kept.matric, kept.name) as mergedinto, b.session, b.semester, b."serviceID", b.instalments, b.billed_kobo, b.late_kobo,
    b.moved_kobo, b.paid_kobo, b."takenbackAt", l.charged_kobo, l.waivable_kobo, l.standing, l.struck,
    exists (select from portal.bill_payment p where p.bill = b._id and p."takenbackAt" is null) as counted,
    exists (select from ${everyPayment()} p where p.bill = b._id
      and p.state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'PARKED', 'HELD')) as unclear
  from portal.bill b
  join ${everyStudent()} s on s._id = b.student
  left join ${everyStudent()} kept on kept._id = s.mergedinto
  cross join lateral (
    select coalesce(sum(line.amount_kobo) filter (where line.kind in ('fee', 'change')), 0)::bigint as charged_kobo,
      coalesce(sum(line.amount_kobo) filter (where line.kind in ('fee', 'change', 'debt', 'waiver', 'scholarship')), 0)::bigint
        as waivable_kobo,
      coalesce(jsonb_agg(jsonb_build_object('place', line.place, 'kind', line.kind, 'label', line.label,
          'amount_kobo', line.amount_kobo) order by line.place)
        filter (where line.kind <> 'fee' and line.takesback is null and not exists (
          select from portal.bill_line back where back.bill = line.bill and back.takesback = line.place)), '[]') as standing,
      coalesce(jsonb_agg(line.place) filter (where line.kind = 'late' and line.takesback is not null and not exists (
        select from portal.bill_line again where again.bill = line.bill and again.latecharge = line.latecharge
          and again.takesback is null and again.place > line.place)), '[]') as struck
    from portal.bill_line line where line.bill = b._id) l
  where ${where} order by s.name, b._id`;

/** Of each of some students the bill of a semester, by the student; who has none is left out. */
export async function billsOfTerm(
  db: Database | Trx,
  { session, semester }: { readonly session: string; readonly semester: number },
  students: readonly string[],
): Promise<ReadonlyMap<string, AdjustableBill>> {
  const { rows } = await adjustable(
    sql<boolean>`b.session = ${session} and b.semester = ${semester} and b."takenbackAt" is null
      and b.student = any(${[...students]}::uuid[])`,
  ).execute(db);
  return new Map(rows.map((one) => [one.student, one]));
}

export interface PlacedLine {
  readonly bill: string;
  readonly place: number;
}

/** Where lines stand that were taken over from a merged record's bill, by the bill on which each stood first. */
export async function carriedLines(
  trx: Database | Trx,
  lines: readonly PlacedLine[],
): Promise<ReadonlyMap<string, PlacedLine>> {
  if (lines.length === 0) return new Map();
  const { rows } = await sql<PlacedLine & { first: string }>`
    with recursive led as (
      select l.bill as first, l.bill, l.place, l.kind, l.label, l.amount_kobo, 0 as steps
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(bill uuid, place smallint)
      join portal.bill_line l on l.bill = n.bill and l.place = n.place
      union all
      select led.first, c.bill, c.place, c.kind, c.label, c.amount_kobo, led.steps + 1 from led
      join portal.bill_line c on c.carriedfrom = led.bill and c.takesback is null
        and (c.kind, c.label, c.amount_kobo) = (led.kind, led.label, led.amount_kobo))
    select distinct on (led.first) led.first, led.bill, led.place from led where led.steps > 0
    order by led.first, led.steps desc, led.place`.execute(trx);
  return new Map(rows.map(({ first, bill, place }) => [first, { bill, place }]));
}

/** Some bills by `_id`. */
export async function adjustableBills(db: Database | Trx, ids: readonly string[]): Promise<AdjustableBill[]> {
  const { rows } = await adjustable(sql<boolean>`b._id = any(${[...ids]}::uuid[])`).execute(db);
  return rows;
}

/** Keeps bills as they stand until the end of the transaction, in the order in which others lock several. */
export async function lockBills(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select from portal.bill where _id = any(${[...ids]}::uuid[]) order by _id for no key update`.execute(trx);
}

/** Every line of every bill, for the checks of other nouns. */
export const everyBillLine = (): RawBuilder<unknown> => sql`(
  select bill, place, kind, amount_kobo, takesback, programme, carriedfrom, staff from portal.bill_line)`;

/** What the late charges that stand on bills are called, by name. */
export async function lateLabels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select distinct label from portal.bill_line where latecharge is not null and takesback is null order by label`.execute(
    db,
  );
  return rows.map(({ label }) => label);
}
