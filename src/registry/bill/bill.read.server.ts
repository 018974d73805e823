import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type FrozenInstalment, type Gate, gates } from "../instalment/instalment.rules.ts";
import { everyStudent, recordsOfPerson } from "../student/student.server.ts";
import { type LineKind, partsOf } from "./bill.rules.ts";
import type { BillShown, TuitionAccount } from "./bill.shown.contract.ts";

interface StoredBill {
  readonly _id: string;
  readonly session: string;
  readonly semester: number;
  readonly programme: string;
  readonly level: number;
  readonly indigene: boolean;
  readonly isnewstudent: boolean;
  readonly instalments: FrozenInstalment[];
  readonly billed_kobo: number;
  readonly late_kobo: number;
  readonly moved_kobo: number;
  readonly paid_kobo: number;
  readonly createdAt: string;
  readonly takenbackAt: string | null;
  /** What is still to be paid before each gate opens. */
  readonly left_kobo: Readonly<Record<Gate, number>>;
}

const stored = (where: RawBuilder<unknown>): RawBuilder<StoredBill> => sql<StoredBill>`
  select _id, session, semester, programme, level, indigene, isnewstudent, instalments, billed_kobo, late_kobo, moved_kobo, paid_kobo,
    "createdAt", "takenbackAt", (select jsonb_object_agg(one.gate, portal.left_before(_id, one.gate))
      from unnest(${[...gates]}::text[]) one(gate)) as left_kobo
  from portal.bill where ${where} order by "createdAt" desc, semester desc, _id desc`;

interface StoredLine {
  readonly bill: string;
  readonly place: number;
  readonly kind: LineKind;
  readonly label: string;
  readonly amount_kobo: number;
  readonly reason: string | null;
  readonly staff: string | null;
  readonly createdAt: string;
}

interface StoredPayment {
  readonly bill: string;
  readonly payment: string;
  readonly rrr: string | null;
  /** Who paid, where that is a sponsor. */
  readonly sponsor: string | null;
  readonly amount_kobo: number;
  readonly withdrawn_kobo: number;
  readonly paidon: string;
  readonly takenbackAt: string | null;
}

export interface BilledStudent {
  readonly _id: string;
  readonly name: string;
  readonly matric: string | null;
  readonly status: string;
  readonly programme: string | null;
}

/** The student whose record this is, or whose bill; undefined for neither. */
export async function studentBilled(db: Database, id: string): Promise<BilledStudent | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<BilledStudent>`
    select s._id, s.name, s.matric, s.status, s.programme from ${everyStudent()} s
    where s._id = coalesce((select student from portal.bill where _id = ${id}), ${id}::uuid)`.execute(db);
  return rows[0];
}

/** Of a student, or of an earlier record of the same person: who enters anew still owes. */
const isOfPerson = (student: string): RawBuilder<boolean> =>
  sql<boolean>`student in (${recordsOfPerson(sql`${student}::uuid`)})`;

/** The account of one student over all sessions, for the office. */
export async function accountOf(db: Database, student: BilledStudent): Promise<TuitionAccount> {
  const { _id, name, matric, status } = student;
  const { rows } = await stored(isOfPerson(_id)).execute(db);
  return { student: { _id, name, matric, status }, ...(await summed(db, rows)) };
}

/** The printed account: what its student owes at this moment. */
export async function provesAccount(db: Database, student: string) {
  const billed = await studentBilled(db, student);
  if (!billed) return null;
  const { bills, balance } = await accountOf(db, billed);
  const [programme, [newest]] = [billed.programme, bills];
  const taught = programme ? (await programmesById(db, [programme])).get(programme) : undefined;
  const status = balance > 0 ? "Owed" : balance < 0 ? "Paid, with credit" : "Nothing owed";
  return {
    valid: true,
    name: billed.name,
    programme: taught ? programmeTitle(taught) : "No programme is written down",
    session: newest?.session.name ?? "No bill yet",
    status: `${status} today`,
    amount: Math.max(balance, 0),
    date: null,
    why: null,
  };
}

/** Every bill that was not taken back, with its sums in kobo, as a part of a larger query. */
export const everyBill = (): RawBuilder<unknown> =>
  sql`(select _id, student, session, semester, billed_kobo, paid_kobo, balance_kobo from portal.bill
    where "takenbackAt" is null)`;

/**
 * The newest bill of each student that was not taken back, and for which programme it is: that of its last line which names one,
 * else the one that it was made for. As a part of a larger query: rows of `bill, student, programme, createdAt`.
 */
export const newestBills = (): RawBuilder<unknown> => sql`
  (select distinct on (b.student) b._id as bill, b.student, b."createdAt", coalesce((select l.programme from portal.bill_line l
      where l.bill = b._id and l.programme is not null order by l.place desc limit 1), b.programme) as programme
    from portal.bill b where b."takenbackAt" is null order by b.student, b."createdAt" desc, b._id desc)`;

/** What each student was billed for a session, at which level, has paid and still owes of it, in kobo; as a part of a larger query. */
export const billsOfSession = (session: string): RawBuilder<unknown> => sql`
  select b.student, (array_agg(b.level order by b.semester desc))[1] as level, sum(b.billed_kobo)::bigint as billed_kobo,
    sum(b.paid_kobo)::bigint as paid_kobo, sum(b.balance_kobo)::bigint as balance_kobo
  from portal.bill b where b.session = ${session} and b."takenbackAt" is null group by b.student`;

/** What a student owes over all bills, in kobo; below nothing it is credit. */
export async function balanceOf(db: Database, student: string): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(billed_kobo - paid_kobo), 0)::bigint as kobo from portal.bill where ${isOfPerson(student)}`.execute(
    db,
  );
  return rows[0]?.kobo ?? 0;
}

/** The same for its own student, who is not told who of the office it was. */
export async function billsOf(db: Database, student: string): Promise<Omit<TuitionAccount, "student">> {
  const { rows } = await stored(isOfPerson(student)).execute(db);
  const { bills, ...sums } = await summed(db, rows);
  return { ...sums, bills: bills.map(withoutNames) };
}

async function summed(db: Database, rows: readonly StoredBill[]): Promise<Omit<TuitionAccount, "student">> {
  const bills = await shownBills(db, rows);
  return {
    balance: naira(rows.reduce((sum, { billed_kobo, paid_kobo }) => sum + billed_kobo - paid_kobo, 0)),
    bills,
    asOf: await clock(db),
  };
}

const withoutNames = (bill: BillShown): BillShown => ({
  ...bill,
  lines: bill.lines.map((line) => ({ ...line, by: null })),
});

/** One bill of its own student. 404 for another's. */
export async function ownBillOf(db: Database, student: string, bill: string): Promise<BillShown> {
  if (!isId(bill)) throw notFound();
  const { rows } = await stored(sql`${isOfPerson(student)} and _id = ${bill}`).execute(db);
  const [shown] = await shownBills(db, rows);
  if (!shown) throw notFound();
  return withoutNames(shown);
}

async function shownBills(db: Database, bills: readonly StoredBill[]): Promise<BillShown[]> {
  const ids = bills.map(({ _id }) => _id);
  const [lines, payments, programmes, sessions, today] = await Promise.all([
    linesOf(db, ids),
    paymentsOf(db, ids),
    programmesById(db, [...new Set(bills.map(({ programme }) => programme))]),
    sessionsById(db, [...new Set(bills.map(({ session }) => session))]),
    clock(db).then(lagosDay),
  ]);
  const names = await namesOfStaff(
    db,
    lines.flatMap(({ staff }) => staff ?? []),
  );
  return bills.map((bill) => {
    const {
      instalments,
      billed_kobo,
      paid_kobo,
      session,
      programme,
      late_kobo: _late,
      moved_kobo: _moved,
      takenbackAt,
      left_kobo,
      ...one
    } = bill;
    const parts = partsOf(instalments, bill);
    const taught = programmes.get(programme);
    return {
      ...one,
      session: { _id: session, name: sessions.get(session)?.name ?? "" },
      programme: taught ? programmeTitle(taught) : "",
      takenback: takenbackAt,
      billed: naira(billed_kobo),
      paid: naira(paid_kobo),
      balance: naira(billed_kobo - paid_kobo),
      lines: lines
        .filter((line) => line.bill === bill._id)
        .map(({ place, kind, label, amount_kobo, reason, staff, createdAt }) => ({
          ...{ place, kind, label, reason },
          amount: naira(amount_kobo),
          at: createdAt,
          by: staff && (names.get(staff) ?? "A member of staff"),
        })),
      payments: payments
        .filter((payment) => payment.bill === bill._id)
        .map(({ payment, rrr, sponsor, amount_kobo, withdrawn_kobo, paidon, takenbackAt }) => ({
          _id: payment,
          rrr,
          sponsor,
          amount: naira(amount_kobo),
          withdrawn: naira(withdrawn_kobo),
          paidon,
          takenback: takenbackAt,
        })),
      parts: parts.map(({ amount_kobo, left_kobo, ...part }) => ({
        ...part,
        opens: [...part.opens],
        amount: naira(amount_kobo),
        left: naira(left_kobo),
        overdue: left_kobo > 0 && part.due < today,
      })),
      opened: (takenbackAt === null ? gates : []).map((gate) => ({
        gate,
        open: left_kobo[gate] === 0,
        left: naira(left_kobo[gate]),
      })),
    };
  });
}

async function linesOf(db: Database, bills: readonly string[]): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select bill, place, kind, label, amount_kobo, reason, staff, "createdAt" from portal.bill_line
    where bill = any(${[...bills]}::uuid[]) order by bill, place`.execute(db);
  return rows;
}

async function paymentsOf(db: Database, bills: readonly string[]): Promise<StoredPayment[]> {
  const { rows } = await sql<StoredPayment>`
    select counted.bill, coalesce(counted.sponsorshare, counted.payment) as payment, p.rrr,
      case when p.purpose = 'sponsorship' then p.payername end as sponsor, counted.amount_kobo, counted.withdrawn_kobo, counted.paidon,
      counted."takenbackAt"
    from portal.bill_payment counted join ${everyPayment()} p on p._id = counted.payment
    where counted.bill = any(${[...bills]}::uuid[]) order by counted.paidon, counted."createdAt"`.execute(db);
  return rows;
}

/** The bill of a semester, and what is still to be paid of it before a gate opens, in kobo; undefined where there is no bill. */
export async function leftBefore(
  db: Database | Trx,
  gate: Gate,
  student: string,
  { session, semester }: { readonly session: string; readonly semester: number },
): Promise<{ readonly bill: string; readonly left_kobo: number } | undefined> {
  const { rows } = await stored(
    sql`student = ${student} and session = ${session} and semester = ${semester} and "takenbackAt" is null`,
  ).execute(db);
  const [bill] = rows;
  return bill && { bill: bill._id, left_kobo: bill.left_kobo[gate] };
}

export interface OpenedTerm {
  /** Null where the student has no bill of this semester: then nothing is opened. */
  readonly bill: string | null;
  readonly opened: ReadonlySet<Gate>;
}

/** What of registration, examination and results a student's payments open in a semester. */
export async function opens(
  db: Database | Trx,
  student: string,
  { session, semester }: { readonly session: string; readonly semester: number },
): Promise<OpenedTerm> {
  const { rows } = await stored(
    sql`student = ${student} and session = ${session} and semester = ${semester} and "takenbackAt" is null`,
  ).execute(db);
  const [bill] = rows;
  if (!bill) return { bill: null, opened: new Set() };
  return { bill: bill._id, opened: new Set(gates.filter((gate) => bill.left_kobo[gate] === 0)) };
}
