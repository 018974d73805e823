import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import {
  type AdjustableBill,
  addBillLine,
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
  const told: { of: AdjustableBill; amount_kobo: number }[] = [];
  let refused = 0;
  for (const line of todo) {
    const of = bills.get(line.bill);
    const done = of ? await applyLine(work, adjustment, of, line) : { refusal: "This bill is there no more" };
    await keepOutcome(trx, adjustment._id, line.bill, done);
    if (of && "place" in done) told.push({ of, amount_kobo: line.amount_kobo });
    else refused += 1;
  }
  const letters = told.filter(({ of }) => isTold(of.status as StudentStatus));
  await postMails(
    trx,
    letters.map((one) => ({ _id: newId(), ...adjustmentMail(config, adjustment, one) })),
  );
  return { applied: told.length, refused };
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

/** The bill is locked and its sums are read since. */
async function applyLine(
  work: Work,
  { kind, label, reason, undoes, proposedby: staff }: LockedAdjustment,
  of: AdjustableBill,
  { bill, amount_kobo, place }: LineToDo,
): Promise<Outcome> {
  if (of.takenbackAt !== null) return { refusal: TAKEN_BACK };
  if (kind === "taking-back") {
    const refusal =
      whyNotTakenBack(of) ?? (-amount_kobo === of.waivable_kobo ? null : "The bill has changed meanwhile");
    return refusal === null ? { place: await takeBillBack(work, of, { reason, staff }) } : { refusal };
  }
  if (undoes === null) {
    const refusal = whyNot(of, { kind, label }, amount_kobo);
    if (refusal !== null) return { refusal };
    return { place: await addBillLine(work, { bill, kind, label, amount_kobo, reason, staff }) };
  }
  const refusal = refusalOf(amount_kobo, of);
  if (refusal !== null) return { refusal };
  const back = place === null ? null : await takeLineBack(work, { bill, place, reason, staff });
  return back === null ? { refusal: "It was taken back already" } : { place: back };
}

async function keepOutcome(trx: Trx, adjustment: string, bill: string, done: Outcome): Promise<void> {
  const [place, refusal] = "place" in done ? [done.place, null] : [null, done.refusal];
  await sql`update portal.bill_adjustment_line set state = ${place === null ? "Refused" : "Applied"}, place = ${place},
      refusal = ${refusal} where adjustment = ${adjustment} and bill = ${bill}`.execute(trx);
}
