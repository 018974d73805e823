import { sql } from "kysely";
import type * as v from "valibot";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { type AdjustableBill, adjustableBills, carriedLines, standsAt } from "../../bill/bill.server.ts";
import { refuseOwnStudents } from "../../student/student.server.ts";
import { type LockedAdjustment, linesDone, lockAdjustment } from "../bill-adjustment.apply.server.ts";
import type { proposeAdjustment, proposeAdjustmentUndone } from "../bill-adjustment.contract.ts";
import { kindWords } from "../bill-adjustment.rules.ts";
import { aboutWords, changeWords, mergedWords, type PlannedBill, planAdjustment } from "./plan.server.ts";

type Asked<E extends { readonly path: string; readonly body: v.GenericSchema }> = Ask<
  Officer,
  E["path"],
  v.InferOutput<E["body"]>
>;

/** Keeps a proposal about the bills that were seen to change. Refuses where these are others by now, and one's own bill. */
export async function keepAdjustment(work: Work, { who, body }: Asked<typeof proposeAdjustment>) {
  const { kind, session, semester, reason, count } = body;
  const label = kind === "taking-back" ? "Bill taken back" : body.label;
  const { bills, leftOut, how } = await planAdjustment(work.trx, body);
  if (bills.length === 0)
    throw refuseFields("nobody-to-adjust", {
      students: leftOut[0] ? `${leftOut[0].given}: ${leftOut[0].why}` : "Nobody",
    });
  if (bills.length !== count)
    throw stale("list-has-changed", `It is about ${asCount(bills.length, "bill")} now, not ${count}. Look at it again`);
  const _id = await keep(work, who, bills, {
    ...{ kind, label, session, semester, reason, undoes: null },
    percent: how && "percent" in how ? how.percent : null,
    amount_kobo: how && "amount_kobo" in how ? how.amount_kobo : null,
  });
  return { message: `${kindWords[kind]}, ${label}, for ${aboutWords(bills)} is proposed`, reply: { _id } };
}

/** Keeps a proposal to take back what was done, on one bill or on all where it still stands. */
export async function keepUndoing(work: Work, { who, params, body }: Asked<typeof proposeAdjustmentUndone>) {
  const wrong = isId(params.id) ? await lockAdjustment(work.trx, params.id) : undefined;
  if (!wrong) throw notFound();
  if (wrong.state !== "Approved" || wrong.undoes !== null || wrong.kind === "taking-back")
    throw refuse("change-not-undone", "Only what was done is taken back, and a bill that is gone is made anew");
  await refuseWaiting(work.trx, wrong);
  const wanted = await doneBills(work.trx, wrong, body.bill);
  const bills = wanted.filter(({ of }) => of.mergedinto === null);
  const stay = wanted.flatMap(({ of }) => (of.mergedinto === null ? [] : [mergedWords(of.matric, of.mergedinto)]));
  if (bills.length === 0) throw refuse("change-not-undone", stay[0] ?? "It is taken back already");
  const { kind, label, session, semester } = wrong;
  const _id = await keep(work, who, bills, {
    ...{ kind, label, session, semester, reason: body.reason, undoes: wrong._id, percent: null, amount_kobo: null },
  });
  const left =
    stay.length === 0 ? "" : `, without ${asCount(stay.length, "bill")} that stayed behind: ${stay.join("; ")}`;
  return { message: `To take back ${label} for ${aboutWords(bills)} is proposed${left}`, reply: { _id } };
}

/** One proposal at a time takes back what another did. */
async function refuseWaiting(trx: Trx, { _id }: LockedAdjustment): Promise<void> {
  const { rows } =
    await sql`select from portal.bill_adjustment where undoes = ${_id} and state = 'Proposed' limit 1`.execute(trx);
  if (rows.length > 0)
    throw refuse("proposal-waits-already", "To take it back is proposed already, and waits for a second person");
}

/**
 * The bills on which the lines of an adjustment stand, all or the one that was adjusted, with what would come against each: of a
 * merged record the bill that has taken the line over.
 */
async function doneBills(trx: Trx, { _id }: LockedAdjustment, only: string | undefined): Promise<PlannedBill[]> {
  const done = (await linesDone(trx, _id)).filter(({ bill }) => only === undefined || bill === only);
  const first = await adjustableBills(
    trx,
    done.map(({ bill }) => bill),
  );
  const merged = new Set(first.flatMap(({ bill, mergedinto }) => (mergedinto === null ? [] : [bill])));
  const taken = await carriedLines(
    trx,
    done.filter(({ bill }) => merged.has(bill)),
  );
  const lines = new Map(
    done.map((line) => [taken.get(line.bill)?.bill ?? line.bill, { ...line, ...taken.get(line.bill) }]),
  );
  const others = await adjustableBills(
    trx,
    [...taken.values()].map(({ bill }) => bill),
  );
  return [...first.filter(({ bill }) => !taken.has(bill)), ...others].flatMap((of) => {
    const line = lines.get(of.bill);
    return line && of.takenbackAt === null && standsAt(of, line.place) ? [{ of, amount_kobo: -line.amount_kobo }] : [];
  });
}

interface Kept {
  readonly kind: LockedAdjustment["kind"];
  readonly label: string;
  readonly session: string;
  readonly semester: number;
  readonly reason: string;
  readonly undoes: string | null;
  readonly percent: number | null;
  readonly amount_kobo: number | null;
}

async function keep({ trx, note }: Work, who: Officer, bills: readonly PlannedBill[], kept: Kept): Promise<string> {
  await refuseOwnStudents(
    trx,
    who,
    bills.map(({ of }) => of),
  );
  const _id = newId();
  const total_kobo = bills.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
  const counted = { about: aboutWords(bills), count: bills.length, total_kobo };
  const named = bills.map(({ of }) => nameOf(of)).join(" ");
  await trx
    .insertInto("bill_adjustment")
    .values({ _id, ...kept, ...counted, named, proposedby: who.staff })
    .execute();
  const lines = bills.map(({ of, amount_kobo }) => ({ bill: of.bill, student: of.student, amount_kobo }));
  await sql`insert into portal.bill_adjustment_line (adjustment, bill, student, amount_kobo)
    select ${_id}, l.bill, l.student, l.amount_kobo
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(bill uuid, student uuid, amount_kobo bigint)`.execute(
    trx,
  );
  const { reason, ...after } = kept;
  note({
    deed: kept.undoes === null ? "bill_adjustment.propose" : "bill_adjustment.propose-undoing",
    subject: `bill_adjustment:${_id}`,
    after: { ...after, ...counted, total: naira(total_kobo), comesTo: changeWords(total_kobo) },
    reason,
  });
  return _id;
}

const nameOf = ({ matric, name }: AdjustableBill): string => matric ?? name;
