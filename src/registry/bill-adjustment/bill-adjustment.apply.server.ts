import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import {
  type AdjustableBill,
  addBillLines,
  adjustableBills,
  lockBills,
  takeBillBack,
  takeLineBack,
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
  const todo = await linesToDo(trx, adjustment._id);
  await lockBills(
    trx,
    todo.map(({ bill }) => bill),
  );
  const bills = new Map(
    (
      await adjustableBills(
        trx,
        todo.map(({ bill }) => bill),
      )
    ).map((one) => [one.bill, one]),
  );
  const outcomes =
    adjustment.undoes === null && adjustment.kind !== "taking-back"
      ? await applyPlain(work, adjustment, todo, bills)
      : await applySingly(work, adjustment, todo, bills);
  await keepOutcomes(trx, adjustment._id, outcomes);
  const told = todo.flatMap(({ bill, amount_kobo }) => {
    const [of, done] = [bills.get(bill), outcomes.get(bill)];
    return of && done && "place" in done ? [{ of, amount_kobo }] : [];
  });
  const letters = told.filter(({ of }) => isTold(of.status as StudentStatus));
  await postMails(
    trx,
    letters.map((one) => ({ _id: newId(), ...adjustmentMail(config, adjustment, one) })),
  );
  return { applied: told.length, refused: todo.length - told.length };
}

async function linesToDo(trx: Trx, adjustment: string): Promise<LineToDo[]> {
  const { rows } = await sql<LineToDo>`
    select l.bill, l.amount_kobo, undone.place from portal.bill_adjustment_line l
    join portal.bill_adjustment a on a._id = l.adjustment
    left join portal.bill_adjustment_line undone on undone.adjustment = a.undoes and undone.bill = l.bill
    where l.adjustment = ${adjustment} and l.state = 'Proposed' order by l.bill`.execute(trx);
  return rows;
}

type Outcome = { readonly place: number } | { readonly refusal: string };

type Outcomes = ReadonlyMap<string, Outcome>;

type Bills = ReadonlyMap<string, AdjustableBill>;

const GONE: Outcome = { refusal: "This bill is there no more" };

/** Lines of one kind come to all the bills that take them by a few statements. The bills are locked and read since. */
async function applyPlain(
  work: Work,
  { kind, label, reason, proposedby: staff }: LockedAdjustment,
  todo: readonly LineToDo[],
  bills: Bills,
): Promise<Outcomes> {
  if (kind === "taking-back") throw new Error("a bill is taken back singly");
  const outcomes = new Map<string, Outcome>();
  for (const { bill, amount_kobo } of todo) {
    const of = bills.get(bill);
    const refusal = of && whyNot(of, { kind, label }, amount_kobo);
    if (!of) outcomes.set(bill, GONE);
    else if (refusal) outcomes.set(bill, { refusal });
  }
  const fit = todo.filter(({ bill }) => !outcomes.has(bill));
  const places = await addBillLines(
    work,
    fit.map(({ bill, amount_kobo }) => ({ bill, kind, label, amount_kobo, reason, staff })),
  );
  for (const [bill, place] of places) outcomes.set(bill, { place });
  return outcomes;
}

async function applySingly(
  work: Work,
  adjustment: LockedAdjustment,
  todo: readonly LineToDo[],
  bills: Bills,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  for (const line of todo) {
    const of = bills.get(line.bill);
    outcomes.set(line.bill, of ? await takeBack(work, adjustment, of, line) : GONE);
  }
  return outcomes;
}

/** Takes a whole bill back, or a line of it. */
async function takeBack(
  work: Work,
  { kind, reason, proposedby: staff }: LockedAdjustment,
  of: AdjustableBill,
  { bill, amount_kobo, place }: LineToDo,
): Promise<Outcome> {
  if (of.takenbackAt !== null) return { refusal: TAKEN_BACK };
  if (kind === "taking-back") {
    const refusal =
      whyNotTakenBack(of) ?? (-amount_kobo === of.waivable_kobo ? null : "The bill has changed meanwhile");
    return refusal === null ? { place: await takeBillBack(work, of, { reason, staff }) } : { refusal };
  }
  const refusal = refusalOf(amount_kobo, of);
  if (refusal !== null) return { refusal };
  const back = place === null ? null : await takeLineBack(work, { bill, place, reason, staff });
  return back === null ? { refusal: "It was taken back already" } : { place: back };
}

async function keepOutcomes(trx: Trx, adjustment: string, outcomes: Outcomes): Promise<void> {
  const done = JSON.stringify([...outcomes].map(([bill, outcome]) => ({ bill, ...outcome })));
  await sql`update portal.bill_adjustment_line l set state = case when n.place is null then 'Refused' else 'Applied' end,
      place = n.place, refusal = n.refusal
    from jsonb_to_recordset(${done}::jsonb) as n(bill uuid, place smallint, refusal text)
    where l.adjustment = ${adjustment} and l.bill = n.bill`.execute(trx);
}
