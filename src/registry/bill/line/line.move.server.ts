import { sql } from "kysely";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { isLaterSession, sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { classesOf, holeOf } from "../make/make.server.ts";
import { settleLines } from "./line.many.server.ts";
import { addBillLine } from "./line.server.ts";

/** What another programme makes of one bill, in kobo. */
export interface MovedBill {
  readonly bill: string;
  /** "First semester 2026/2027". */
  readonly term: string;
  /** Billed for the programme so far. */
  readonly before_kobo: number;
  /** What such students of the other programme pay now; null where the college has not said. */
  readonly after_kobo: number | null;
  /** Whether more would be waived on the bill than is charged. */
  readonly overwaived: boolean;
}

interface Moving {
  readonly _id: string;
  readonly session: string;
  readonly semester: number;
  readonly level: number;
  readonly indigene: boolean;
  readonly isnewstudent: boolean;
  readonly kobo: number;
  /** Charged, less what is waived. */
  readonly waivable_kobo: number;
}

/**
 * What other programmes make of a student's bills: of the semester that runs and of later ones; while no session runs, of the
 * newest. What was studied before is paid for as it was, and a bill of a debt alone has no fees.
 */
export async function billMoves(
  db: Database | Trx,
  student: string,
): Promise<(programme: string) => readonly MovedBill[]> {
  const { session, semester } = await termToMove(db, student);
  if (session === null) return () => [];
  const { rows: bills } = await sql<Moving>`
    select b._id, b.session, b.semester, b.level, b.indigene, b.isnewstudent, l.kobo::bigint as kobo,
      coalesce(l.waivable_kobo, 0)::bigint as waivable_kobo
    from portal.bill b cross join lateral (
      select sum(line.amount_kobo) filter (where line.kind = 'fee' or line.programme is not null) as kobo,
        sum(line.amount_kobo) filter (where line.kind in ('fee', 'change', 'debt', 'waiver', 'scholarship')) as waivable_kobo
      from portal.bill_line line where line.bill = b._id) l
    where b.student = ${student} and b."takenbackAt" is null and l.kobo is not null and (b.session = ${session} and b.semester >= ${semester}
      or ${isLaterSession(sql.ref("b.session"), session)}) order by b."createdAt", b.semester`.execute(db);
  const names = await sessionsById(
    db,
    bills.map((bill) => bill.session),
  );
  const known = new Map<string, Awaited<ReturnType<typeof classesOf>>>();
  for (const { _id, ...term } of bills) known.set(_id, await classesOf(db, term, null));
  return (programme) =>
    bills.map(({ _id: bill, kobo, waivable_kobo, ...one }) => {
      const entering = { ...one, programme };
      const fees = known.get(bill)?.(entering);
      const after_kobo = fees && holeOf(entering, fees) === null ? fees.amount_kobo : null;
      return {
        bill,
        term: `${semesterTitle(one.semester)} ${names.get(one.session)?.name ?? ""}`,
        before_kobo: kobo,
        after_kobo,
        overwaived: after_kobo !== null && waivable_kobo + Math.min(after_kobo - kobo, 0) < 0,
      };
    });
}

async function termToMove(db: Database | Trx, student: string) {
  const { session = null, semester = 1 } = await usualRunningSession(db);
  if (session !== null) return { session, semester };
  const { rows } = await sql<{ session: string; semester: number }>`select session, semester from portal.bill
    where student = ${student} and "takenbackAt" is null
      and exists (select from portal.bill_line line where line.bill = bill._id and line.kind = 'fee') order by "createdAt" desc, semester desc limit 1`.execute(
    db,
  );
  return rows[0] ?? { session: null, semester: 1 };
}

/** What programmes make of the bills of a student, as they were read. */
export type BillMoves = Awaited<ReturnType<typeof billMoves>>;

/** Keeps the bills of a student as they stand until the end of the transaction, in the order in which others lock several. */
export async function lockBillsOf(trx: Trx, student: string): Promise<void> {
  await sql`select from portal.bill where student = ${student} order by _id for no key update`.execute(trx);
}

interface Moved {
  readonly programme: string;
  readonly moves: readonly MovedBill[];
  /** "NCE Biology/Chemistry". */
  readonly title: string;
  readonly reason: string;
  readonly staff: string;
}

/**
 * Brings bills to what the other programme costs, each by a line of its own. They were locked before the moves were read. Refuses
 * one whose fees nobody has said.
 */
export async function moveBills(work: Work, { moves, programme, title, reason, staff }: Moved): Promise<void> {
  for (const { bill, term, before_kobo, after_kobo, overwaived } of moves) {
    if (after_kobo === null) throw feesUnknown(title, term);
    if (overwaived) throw refuse("waived-beyond-charges", `${overwaivedWords(term)}, so nothing was changed`);
    const amount_kobo = after_kobo - before_kobo;
    const label = `${title}: ${asNaira(naira(after_kobo))} in place of ${asNaira(naira(before_kobo))}`.slice(0, 200);
    if (amount_kobo !== 0)
      await addBillLine(work, { bill, kind: "change", label, amount_kobo, reason, staff, programme });
  }
  await settleLines(
    work,
    moves.map(({ bill }) => bill),
  );
}

/** Why a bill can not shrink, and who mends it. */
export const overwaivedWords = (term: string): string =>
  `More would be waived in the ${term.toLowerCase()} than is charged. The bursary takes the waiver back first`;

const feesUnknown = (title: string, term: string) =>
  refuse(
    "fee-not-set",
    `Nobody has said what ${title} costs such students in the ${term.toLowerCase()}. The bursary fills it in under Tuition fees`,
  );
