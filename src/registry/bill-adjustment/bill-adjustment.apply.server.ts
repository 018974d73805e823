import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import {
  type AdjustableBill,
  addBillLines,
  adjustableBills,
  carriedLines,
  chargeLinesAgain,
  lateOn,
  lockBills,
  type PlacedLine,
  takeBillsBack,
  takeLinesBack,
  whyNotTakenBack,
} from "../bill/bill.server.ts";
import { isTold } from "../status-change/status-change.rules.ts";
import type { StudentStatus } from "../student/student.rules.ts";
import { adjustmentMail } from "./bill-adjustment.mail.server.ts";
import { type AdjustmentKind, type AdjustmentState, refusalOf, TAKEN_BACK } from "./bill-adjustment.rules.ts";
import { whyNot } from "./plan/plan.server.ts";

export interface LockedAdjustment {
  readonly _id: string;
  readonly kind: AdjustmentKind;
  readonly label: string;
  readonly reason: string;
  readonly about: string;
  readonly session: string;
  readonly semester: number;
  readonly undoes: string | null;
  readonly state: AdjustmentState;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

export async function lockAdjustment(trx: Trx, id: string): Promise<LockedAdjustment | undefined> {
  const { rows } = await sql<LockedAdjustment>`
    select _id, kind, label, reason, about, session, semester, undoes, state, proposedby, decidedby, "decidedAt"
    from portal.bill_adjustment where _id = ${id} for update`.execute(trx);
  return rows[0];
}

interface LineToDo {
  readonly bill: string;
  readonly amount_kobo: number;
  /** Of a line that is taken back. */
  readonly place: number | null;
}

/**
 * Does what was approved, bill by bill as each stands now: whoever's bill no longer takes it is left as it is, with the reason, and
 * holds up nobody. Each student is written to. Answers how many were done and how many not.
 */
export async function applyAdjustment(
  work: Work,
  config: Config,
  adjustment: LockedAdjustment,
): Promise<{ readonly applied: number; readonly refused: number }> {
  const { trx } = work;
  const todo = await linesToDo(trx, adjustment);
  const ids = todo.map(({ bill }) => bill);
  await lockBills(trx, ids);
  const bills = new Map((await adjustableBills(trx, ids)).map((one) => [one.bill, one]));
  const outcomes = await applyLines(work, adjustment, todo, bills);
  await keepOutcomes(trx, adjustment._id, outcomes);
  const after = await adjustableBills(trx, ids);
  const amounts = new Map(todo.map(({ bill, amount_kobo }) => [bill, amount_kobo]));
  const told = after.flatMap((of) => {
    const [amount_kobo, done] = [amounts.get(of.bill), outcomes.get(of.bill)];
    return amount_kobo !== undefined && done && "place" in done ? [{ of, amount_kobo }] : [];
  });
  const letters = told.filter(({ of }) => isTold(of.status as StudentStatus));
  await writeMails(
    trx,
    letters.map((one) => ({ _id: newId(), ...adjustmentMail(config, adjustment, one) })),
  );
  return { applied: told.length, refused: todo.length - told.length };
}

async function linesToDo(trx: Trx, { _id, undoes }: LockedAdjustment): Promise<LineToDo[]> {
  const { rows } = await sql<LineToDo>`
    select l.bill, l.amount_kobo, undone.place from portal.bill_adjustment_line l
    left join portal.bill_adjustment_line undone on undone.adjustment = ${undoes} and undone.bill = l.bill
    where l.adjustment = ${_id} and l.state = 'Proposed' order by l.bill`.execute(trx);
  if (undoes === null || rows.every(({ place }) => place !== null)) return rows;
  const taken = await carriedLines(trx, await linesDone(trx, undoes));
  const places = new Map([...taken.values()].map(({ bill, place }) => [bill, place]));
  return rows.map((line) => ({ ...line, place: line.place ?? places.get(line.bill) ?? null }));
}

/** The lines by which an adjustment was done, as they were placed. */
export async function linesDone(
  trx: Trx,
  adjustment: string,
): Promise<(PlacedLine & { readonly amount_kobo: number })[]> {
  const { rows } = await sql<PlacedLine & { amount_kobo: number }>`
    select bill, place, amount_kobo from portal.bill_adjustment_line where adjustment = ${adjustment} and state = 'Applied'`.execute(
    trx,
  );
  return rows;
}

type Outcome = { readonly place: number } | { readonly refusal: string };

type Outcomes = ReadonlyMap<string, Outcome>;

/** By a few statements for all the bills that take it. They are locked, and read since. */
async function applyLines(
  work: Work,
  adjustment: LockedAdjustment,
  todo: readonly LineToDo[],
  bills: ReadonlyMap<string, AdjustableBill>,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  const fit: FitLine[] = [];
  for (const line of todo) {
    const of = bills.get(line.bill);
    const refusal = of ? whyNotNow(adjustment, of, line) : "This bill is there no more";
    if (refusal !== null) outcomes.set(line.bill, { refusal });
    else if (of) fit.push({ of, ...line });
  }
  const places = await placeLines(work, adjustment, fit);
  for (const { bill } of fit) {
    const place = places.get(bill);
    outcomes.set(bill, place === undefined ? { refusal: "It was taken back already" } : { place });
  }
  return outcomes;
}

interface FitLine extends LineToDo {
  readonly of: AdjustableBill;
}

const CHANGED = "The bill has changed meanwhile";

/** Why a bill, as it stands now, does not take what was approved for it; null where it does. */
function whyNotNow(
  { kind, label, undoes }: LockedAdjustment,
  of: AdjustableBill,
  { amount_kobo }: LineToDo,
): string | null {
  if (of.takenbackAt !== null) return TAKEN_BACK;
  if (kind === "taking-back") return whyNotTakenBack(of) ?? (-amount_kobo === of.waivable_kobo ? null : CHANGED);
  if (kind === "late-back" && undoes === null)
    return (
      whyNot(of, { kind, label }, amount_kobo) ?? (-amount_kobo === lateOn(of, label)?.amount_kobo ? null : CHANGED)
    );
  return undoes === null ? whyNot(of, { kind, label }, amount_kobo) : refusalOf(amount_kobo, of);
}

/** Takes bills back whole, or a line of each, or adds one to each. Answers the places of the lines that came, by the bill. */
async function placeLines(
  work: Work,
  { kind, label, reason, undoes, proposedby: staff }: LockedAdjustment,
  fit: readonly FitLine[],
): Promise<ReadonlyMap<string, number>> {
  if (kind === "taking-back") {
    const bills = fit.map(({ of }) => of);
    return takeBillsBack(work, bills, { reason, staff });
  }
  if (undoes !== null) {
    const lines = fit.flatMap(({ bill, place }) => (place === null ? [] : [{ bill, place, reason, staff }]));
    return kind === "late-back" ? chargeLinesAgain(work, lines) : takeLinesBack(work, lines);
  }
  if (kind === "late-back") {
    const lines = fit.flatMap(({ bill, of }) => {
      const late = lateOn(of, label);
      return late ? [{ bill, place: late.place, reason, staff }] : [];
    });
    return takeLinesBack(work, lines);
  }
  const lines = fit.map(({ bill, amount_kobo }) => ({ bill, kind, label, amount_kobo, reason, staff }));
  return addBillLines(work, lines);
}

async function keepOutcomes(trx: Trx, adjustment: string, outcomes: Outcomes): Promise<void> {
  const done = JSON.stringify([...outcomes].map(([bill, outcome]) => ({ bill, ...outcome })));
  await sql`update portal.bill_adjustment_line l set state = case when n.place is null then 'Refused' else 'Applied' end,
      place = n.place, refusal = n.refusal
    from jsonb_to_recordset(${done}::jsonb) as n(bill uuid, place smallint, refusal text)
    where l.adjustment = ${adjustment} and l.bill = n.bill`.execute(trx);
}
