import { type RawBuilder, sql } from "kysely";
import { isLaterSession } from "#calendar/session/session.server.ts";
import { tuitionLinesOf } from "#fees/programme-tuition-fee-item/programme-tuition-fee-item.server.ts";
import { tuitionClassesOf } from "#fees/tuition-fee-item/tuition-fee-item.server.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { instalmentsToFreeze } from "../../instalment/instalment.server.ts";
import { everyStudent } from "../../student/student.server.ts";
import { carryOnAll } from "../line/line.server.ts";

/** For which semester bills are made. */
export interface BillTerm {
  readonly session: string;
  readonly semester: number;
}

export interface MadeBill {
  readonly _id: string;
  readonly student: string;
  readonly billed_kobo: number;
}

/** What a class of students pays in a semester, as things stand: or in `hole` why it cannot. */
interface TuitionClass {
  readonly programme: string;
  readonly level: number;
  readonly indigene: boolean;
  readonly isnewstudent: boolean;
  readonly serviceID: string;
  readonly amount_kobo: number;
  readonly hole: string | null;
  readonly lines: readonly { readonly label: string; readonly amount_kobo: number }[];
}

/** The class that a student is of, in the semester that is billed. */
export interface ClassOf {
  readonly programme: string | null;
  readonly level: number | null;
  readonly indigene: boolean;
  readonly isnewstudent: boolean;
}

/** The classes of a semester, of one programme or of all, by which students are looked up: all that a bill copies, as it stood at one moment. */
export async function classesOf(
  db: Database | Trx,
  { session, semester }: BillTerm,
  programme: string | null,
): Promise<(student: ClassOf) => TuitionClass | undefined> {
  const isOf = (column: string) => (programme === null ? sql`true` : sql`${sql.ref(column)} = ${programme}`);
  const { rows } = await sql<TuitionClass>`
    with lines as materialized (
      select programme, indigene, jsonb_agg(jsonb_build_object('label', label, 'amount_kobo', amount_kobo) order by nth) as list
      from (${tuitionLinesOf(session)}) line where ${isOf("line.programme")} group by programme, indigene
    )
    select c.programme, c.level, c.indigene, c.isnewstudent, c."serviceID", c.amount_kobo, c.hole,
      coalesce(lines.list, '[]') as lines
    from (${tuitionClassesOf(session)}) c
    left join lines on lines.programme = c.programme and lines.indigene = c.indigene
    where c.semester = ${semester} and ${isOf("c.programme")}`.execute(db);
  const known = new Map(rows.map((one) => [keyOf(one), one]));
  return (student) => known.get(keyOf(student));
}

const keyOf = ({ programme, level, indigene, isnewstudent }: ClassOf): string =>
  [programme, level, indigene, isnewstudent].join();

/** Why students of a class cannot be billed; null where they can. */
export const holeOf = (student: ClassOf, found: TuitionClass | undefined): string | null => {
  if (student.programme === null || student.level === null) return "No programme or level";
  return found ? found.hole : "No service";
};

/** The class of a student called `s` in a session: new is who entered in it. */
export const classColumns = (session: string): RawBuilder<unknown> =>
  sql`s.programme, s.level, s.indigene, coalesce(s.session = ${session}::uuid, false) as isnewstudent`;

/** Who is billed in a run: whoever is Active, of one programme or of all, and did not enter in a later session. */
const isInRun = (session: string, programme: string | null): RawBuilder<boolean> =>
  sql<boolean>`(s.status = 'Active' and (${programme}::uuid is null or s.programme = ${programme}::uuid)
    and not coalesce(${isLaterSession(sql.ref("s.session"), session)}, false))`;

/** A class of students in a run: how many, and what each is billed, or why not. */
export interface CountedClass extends ClassOf {
  readonly hole: string | null;
  readonly count: number;
  readonly amount_kobo: number;
}

export interface BillRunPlan {
  /** Who has no bill of this semester yet, by class; those that cannot be billed first. */
  readonly classes: readonly CountedClass[];
  /** How many have one. */
  readonly already: number;
}

/** What a run over a semester would do now. */
export async function planBills(
  db: Database | Trx,
  term: BillTerm,
  programme: string | null = null,
): Promise<BillRunPlan> {
  const students = await studentsInRun(db, term, programme);
  const billed = await billedAmong(db, term, null);
  const classOf = await classesOf(db, term, programme);
  const counted = new Map<string, CountedClass>();
  for (const { _id, ...one } of students.filter((student) => !billed.has(student._id))) {
    const found = classOf(one);
    const had = counted.get(keyOf(one));
    const count = (had?.count ?? 0) + 1;
    counted.set(keyOf(one), { ...one, count, hole: holeOf(one, found), amount_kobo: found?.amount_kobo ?? 0 });
  }
  return {
    classes: [...counted.values()].toSorted(
      (one, other) => Number(one.hole === null) - Number(other.hole === null) || (keyOf(one) < keyOf(other) ? -1 : 1),
    ),
    already: students.filter(({ _id }) => billed.has(_id)).length,
  };
}

/** Everybody whom a run over a semester makes a bill for, but who cannot be billed. */
export async function studentsToBill(trx: Trx, term: BillTerm, programme: string | null): Promise<string[]> {
  const students = await studentsInRun(trx, term, programme);
  const billed = await billedAmong(trx, term, null);
  return students.flatMap(({ _id }) => (billed.has(_id) ? [] : [_id]));
}

async function studentsInRun(
  db: Database | Trx,
  { session }: BillTerm,
  programme: string | null,
): Promise<(ClassOf & { readonly _id: string })[]> {
  const { rows } = await sql<ClassOf & { _id: string }>`
    select s._id, ${classColumns(session)} from ${everyStudent()} s where ${isInRun(session, programme)}`.execute(db);
  return rows;
}

/**
 * Who of some students, or of all, has a bill of a semester that was not taken back. Asked for by itself: joined to the students, a database that has
 * not counted the new bills yet looks through all of them for each.
 */
export async function billedAmong(
  db: Database | Trx,
  { session, semester }: BillTerm,
  students: readonly string[] | null,
): Promise<ReadonlySet<string>> {
  const some = students === null ? sql`true` : sql`student = any(${[...students]}::uuid[])`;
  const { rows } = await sql<{ student: string }>`
    select student from portal.bill where session = ${session} and semester = ${semester} and "takenbackAt" is null and ${some}`.execute(
    db,
  );
  return new Set(rows.map(({ student }) => student));
}

/** Bills in one statement: a second or less. */
const AT_ONCE = 2_000;

/**
 * Makes the bill of a semester for each of these students who has none and whose class has its fee, frozen as things stand:
 * class, service, lines and instalments. Any number; whoever runs at the same time makes none twice. Answers the new ones.
 */
export const makeBills = (work: Work, term: BillTerm, students: readonly string[]): Promise<MadeBill[]> =>
  makeBillsOf(work, term, students, null);

/** The same where all of them are of one programme, or of any. */
export async function makeBillsOf(
  work: Work,
  term: BillTerm,
  students: readonly string[],
  programme: string | null,
): Promise<MadeBill[]> {
  const { trx, note } = work;
  const instalments = JSON.stringify(await instalmentsToFreeze(trx, term.session, term.semester));
  const classOf = await classesOf(trx, term, programme);
  const made: MadeBill[] = [];
  // In one order, so that two runs wait for each other and not both for one another.
  for (const some of slicesOf(students.toSorted(), AT_ONCE)) {
    const wanted = await billsWanted(trx, term, some, classOf);
    const kept = await keepBills(trx, term, wanted, instalments);
    await keepLines(trx, kept);
    for (const { _id, student, fees } of kept) made.push({ _id, student, billed_kobo: fees.amount_kobo });
  }
  for (const { _id, student, billed_kobo } of made)
    note({ deed: "bill.make", subject: `bill:${_id}`, after: { student, ...term, billed_kobo } });
  // What a merged record has paid for this semester counts at once.
  await carryOnAll(
    work,
    made.map(({ _id }) => _id),
  );
  return made;
}

interface WantedBill {
  readonly _id: string;
  readonly student: string;
  readonly fees: TuitionClass;
}

async function billsWanted(
  trx: Trx,
  term: BillTerm,
  students: readonly string[],
  classOf: (student: ClassOf) => TuitionClass | undefined,
): Promise<WantedBill[]> {
  // Locked: whose programme is just being changed is billed for the one that comes out.
  const { rows } = await sql<ClassOf & { student: string }>`
    select s._id as student, ${classColumns(term.session)} from ${everyStudent()} s
    where s._id = any(${[...students]}::uuid[]) order by s._id for key share`.execute(trx);
  const billed = await billedAmong(trx, term, students);
  return rows.flatMap(({ student, ...one }) => {
    const fees = billed.has(student) ? undefined : classOf(one);
    return fees && holeOf(one, fees) === null ? [{ _id: newId(), student, fees }] : [];
  });
}

/** Answers those that nobody else has made meanwhile. */
async function keepBills(
  trx: Trx,
  { session, semester }: BillTerm,
  wanted: readonly WantedBill[],
  instalments: string,
): Promise<WantedBill[]> {
  const { rows } = await sql<{ _id: string }>`
    insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID", billed_kobo,
      instalments)
    select b._id, b.student, ${session}::uuid, ${semester}::int, b.programme, b.level, b.indigene, b.isnewstudent, b.service, b.kobo,
      ${instalments}::jsonb
    from unnest(${wanted.map(({ _id }) => _id)}::uuid[], ${wanted.map(({ student }) => student)}::uuid[],
      ${wanted.map(({ fees }) => fees.programme)}::uuid[], ${wanted.map(({ fees }) => fees.level)}::int[],
      ${wanted.map(({ fees }) => fees.indigene)}::boolean[], ${wanted.map(({ fees }) => fees.isnewstudent)}::boolean[],
      ${wanted.map(({ fees }) => fees.serviceID)}::text[], ${wanted.map(({ fees }) => fees.amount_kobo)}::bigint[])
      as b(_id, student, programme, level, indigene, isnewstudent, service, kobo)
    on conflict do nothing returning _id`.execute(trx);
  const kept = new Set(rows.map(({ _id }) => _id));
  return wanted.filter(({ _id }) => kept.has(_id));
}

async function keepLines(trx: Trx, bills: readonly WantedBill[]): Promise<void> {
  const lines = bills.flatMap(({ _id, fees }) =>
    fees.lines.map((line, nth) => ({ bill: _id, place: nth + 1, ...line })),
  );
  await sql`insert into portal.bill_line (bill, place, kind, label, amount_kobo)
    select l.bill, l.place, 'fee', l.label, l.amount_kobo
    from unnest(${lines.map(({ bill }) => bill)}::uuid[], ${lines.map(({ place }) => place)}::int[],
      ${lines.map(({ label }) => label)}::text[], ${lines.map(({ amount_kobo }) => amount_kobo)}::bigint[])
      as l(bill, place, label, amount_kobo)`.execute(trx);
}
