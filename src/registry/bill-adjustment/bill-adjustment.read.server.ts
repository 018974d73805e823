import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { adjustableBills, carriedLines, standsAt } from "../bill/bill.server.ts";
import { everyStudent } from "../student/student.server.ts";
import type { readAdjusted } from "./bill-adjustment.contract.ts";
import type { AdjustmentKind, AdjustmentLineState, AdjustmentState } from "./bill-adjustment.rules.ts";
import { asAdjusted, besideLate, partsBeside, type SeenBill } from "./plan/plan.server.ts";

/** The accounts of whom an adjustment is about. */
export async function studentsOfAdjustment(trx: Trx, id: string) {
  const { rows } = await sql<{ applicant: string | null; emailaddress: string }>`
    select s.applicant, s.emailaddress from portal.bill_adjustment_line l join ${everyStudent()} s on s._id = l.student
    where l.adjustment = ${id}`.execute(trx);
  return rows;
}

interface StoredLine {
  readonly bill: string;
  readonly amount_kobo: number;
  readonly state: AdjustmentLineState;
  readonly refusal: string | null;
  readonly place: number | null;
}

/** The bills of an adjustment: what it would do to each as it stands now, or what was done. */
export async function adjustedBills(db: Database, who: Officer, id: string): Promise<Replied<typeof readAdjusted>> {
  const kept = isId(id)
    ? await db
        .selectFrom("bill_adjustment")
        .select(["proposedby", "undoes", "state"])
        .select(sql<AdjustmentKind>`kind`.as("kind"))
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!kept) throw notFound();
  const { rows } = await sql<StoredLine>`
    select bill, amount_kobo, state, refusal, place from portal.bill_adjustment_line where adjustment = ${id}`.execute(
    db,
  );
  const lines = new Map(rows.map((line) => [line.bill, line]));
  const bills = await adjustableBills(db, [...lines.keys()]);
  const merged = new Set(bills.flatMap(({ bill, mergedinto }) => (mergedinto === null ? [] : [bill])));
  const carried = await standingElsewhere(
    db,
    rows.filter(({ bill }) => merged.has(bill)),
  );
  const planned = bills.map((of) => ({ of, amount_kobo: lines.get(of.bill)?.amount_kobo ?? 0, late_kobo: 0 }));
  const seen = kept.state === "Proposed" ? await besideLate(db, kept.kind, planned) : planned;
  return {
    own: kept.proposedby === who.staff,
    bills: seen.flatMap((one) => {
      const line = lines.get(one.of.bill);
      return line
        ? [
            shownLine(one, line, {
              isFirst: kept.undoes === null && kept.kind !== "taking-back",
              carried: carried.get(one.of.bill),
            }),
          ]
        : [];
    }),
    parts: kept.state === "Proposed" ? partsBeside(kept.kind, seen) : [],
    undoneby: await undoneBy(db, id),
  };
}

/** Once it is done, what is left after it stands in the bill; before it was as much other. */
function shownLine(
  one: SeenBill,
  line: StoredLine,
  /** `carried`: of a merged record, whether the line stands on the bill that has taken it over. */
  { isFirst, carried }: { readonly isFirst: boolean; readonly carried: boolean | undefined },
) {
  const { state, refusal, place } = line;
  const shown = asAdjusted(one);
  const { takenbackAt, mergedinto } = one.of;
  const stands = carried ?? (takenbackAt === null && mergedinto === null && standsAt(one.of, place));
  const undoable = isFirst && state === "Applied" && stands;
  const done = { before: naira(one.of.billed_kobo - one.of.paid_kobo - one.amount_kobo), after: shown.before };
  return { ...shown, ...(state === "Applied" && done), state, refusal, undoable };
}

/** Of lines that were taken over by another bill, whether they stand there, by the bill on which each stood first. */
async function standingElsewhere(db: Database, lines: readonly StoredLine[]): Promise<ReadonlyMap<string, boolean>> {
  const placed = lines.flatMap(({ bill, place }) => (place === null ? [] : [{ bill, place }]));
  const carried = await carriedLines(db, placed);
  const bills = new Map(
    (await adjustableBills(db, [...new Set([...carried.values()].map(({ bill }) => bill))])).map((of) => [of.bill, of]),
  );
  return new Map(
    [...carried].map(([first, { bill, place }]) => {
      const of = bills.get(bill);
      return [first, of?.takenbackAt === null && standsAt(of, place)];
    }),
  );
}

async function undoneBy(db: Database, id: string): Promise<{ _id: string; state: AdjustmentState; about: string }[]> {
  const { rows } = await sql<{ _id: string; state: AdjustmentState; about: string }>`
    select _id, state, about from portal.bill_adjustment where undoes = ${id} and state in ('Proposed', 'Approved')
    order by "createdAt"`.execute(db);
  return rows;
}
