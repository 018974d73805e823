import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import type { MergePair, MergePart, MergePlan } from "#console/noun/noun.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import {
  cancelOpen,
  isUnsettled,
  referencesFor,
  referenceWords,
  unsettledWords,
} from "#payments/payment-reference/payment-reference.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { LineKind } from "../bill.rules.ts";
import { forgiveLate } from "../line/line.late.server.ts";
import { carryOn, keepLine, keepLineBack } from "../line/line.server.ts";

interface MergedBill {
  readonly _id: string;
  /** "first semester 2026/2027". */
  readonly term: string;
  readonly billed_kobo: number;
  readonly paid_kobo: number;
  /** The bill of the same semester on the record that stays; null where there is none, so that this one goes along. */
  readonly twin: string | null;
}

/** The bills of the record that goes, the oldest first. */
async function billsOf(trx: Trx, { kept, gone }: MergePair): Promise<MergedBill[]> {
  const { rows } = await sql<Omit<MergedBill, "term"> & { session: string; semester: number }>`
    select b._id, b.semester, coalesce(${sessionName(sql.ref("b.session"))}, '') as session, b.billed_kobo, b.paid_kobo,
      twin._id as twin
    from portal.bill b
    left join portal.bill twin on twin.student = ${kept._id} and (twin.session, twin.semester) = (b.session, b.semester)
      and twin."takenbackAt" is null and b."takenbackAt" is null
    where b.student = ${gone._id} order by b."createdAt", b._id`.execute(trx);
  return rows.map(({ semester, session, ...bill }) => ({
    ...bill,
    term: `${semesterWords(semester)} ${session}`,
  }));
}

interface MergedLine {
  readonly place: number;
  readonly kind: LineKind;
  readonly label: string;
  readonly amount_kobo: number;
}

/** The lines of a bill that stand: neither taken back nor taking back. */
async function standingLines(trx: Trx, bill: string): Promise<MergedLine[]> {
  const { rows } = await sql<MergedLine>`
    select l.place, l.kind, l.label, l.amount_kobo from portal.bill_line l
    where l.bill = ${bill} and l.takesback is null
      and not exists (select from portal.bill_line back where back.bill = l.bill and back.takesback = l.place)
    order by l.place`.execute(trx);
  return rows;
}

/** What was charged, or let off. Late charges are taken back one by one; whatever else there is was paid, or moved. */
const charged: readonly LineKind[] = ["fee", "change", "debt", "waiver", "scholarship"];

const sumOf = (lines: readonly MergedLine[]): number => lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);

type CarriedKind = "debt" | "waiver" | "scholarship";

/** What was let off of what is charged. */
const letOff: readonly LineKind[] = ["waiver", "scholarship"];

/** Of a bill that is there twice, the lines that the other does not have yet: a debt, and what was let off. */
const carriedOf = (lines: readonly MergedLine[], twins: readonly MergedLine[]): MergedLine[] =>
  lines.filter(
    ({ kind, amount_kobo }) =>
      (kind === "debt" && !twins.some((twin) => twin.kind === kind && twin.amount_kobo === amount_kobo)) ||
      letOff.includes(kind),
  );

/** Why what was let off on two bills of one semester can not be let off on one; null where it can. */
function whyNotCarried(term: string, lines: readonly MergedLine[], twins: readonly MergedLine[]): string | null {
  const [own, other] = [lines, twins].map((of) => of.filter(({ kind }) => letOff.includes(kind)));
  if (!own?.length) return null;
  if (other?.length)
    return `Of the ${term} something is let off on both bills. The bursary takes back first what shall not count, under Changes of bills`;
  const standing = sumOf([...twins.filter(({ kind }) => charged.includes(kind)), ...carriedOf(lines, twins)]);
  return standing < 0
    ? `Of the ${term} more is let off on the bill that goes than is charged on the one that stays. The bursary takes it back first, under Changes of bills`
    : null;
}

/** The references that nobody is to pay any more: for what is taken back, and of the account that signs in no more. */
async function leavingReferences(trx: Trx, { kept, gone, account }: MergePair, how: { readonly held: boolean }) {
  const { rows } = await sql<{ _id: string; istwin: boolean }>`
    select b._id, b.student = ${gone._id} and exists (select from portal.bill twin where twin.student = ${kept._id}
      and (twin.session, twin.semester) = (b.session, b.semester)
      and twin."takenbackAt" is null and b."takenbackAt" is null) as istwin
    from portal.bill b where b.student in (${kept._id}, ${gone._id})`.execute(trx);
  const twins = new Set(rows.filter(({ istwin }) => istwin).map(({ _id }) => _id));
  const references = await referencesFor(
    trx,
    "bill",
    rows.map(({ _id }) => _id),
    how,
  );
  return references.filter(({ bill, applicant }) => twins.has(bill ?? "") || applicant !== account);
}

async function planOf(trx: Trx, pair: MergePair): Promise<MergePlan> {
  const moves: string[] = [];
  const stops: string[] = [];
  for (const { _id, term, billed_kobo, paid_kobo, twin } of await billsOf(trx, pair)) {
    const sums = `${asNaira(naira(billed_kobo))}, of which ${paid_kobo === 0 ? "nothing" : asNaira(naira(paid_kobo))} is paid`;
    if (twin === null) {
      moves.push(`The bill of the ${term} goes along: ${sums}`);
      continue;
    }
    const lines = await standingLines(trx, _id);
    const twins = await standingLines(trx, twin);
    const held = whyNotCarried(term, lines, twins);
    if (held !== null) stops.push(held);
    const carried = carriedOf(lines, twins).map(({ label, amount_kobo }) => `${label}, ${asNaira(naira(amount_kobo))}`);
    moves.push(
      `Both have a bill of the ${term}. The one that goes is taken back: ${sums}${carried.length > 0 ? `. The other takes over: ${carried.join("; ")}` : ""}${paid_kobo > 0 ? ". What was paid counts on the other; whatever that does not need is the student's credit" : ""}`,
    );
  }
  const leaving = await leavingReferences(trx, pair, { held: false });
  const open = leaving.filter(({ state }) => state === "OPEN");
  const late =
    "A late charge of the bill that stays stays too, unless enough was paid on the other in time: then it is taken back";
  return {
    moves: [
      ...moves,
      ...open.map((one) => `${referenceWords(one)} is cancelled. Whoever pays it all the same pays the student’s bill`),
    ],
    stays: (await hasLateTwin(trx, pair)) ? [late] : [],
    stops: [...stops, ...leaving.filter(isUnsettled).map(unsettledWords)],
  };
}

async function hasLateTwin(trx: Trx, pair: MergePair): Promise<boolean> {
  const twins = (await billsOf(trx, pair)).flatMap(({ twin }) => twin ?? []);
  const { rows } =
    await sql`select from portal.bill where _id = any(${twins}::uuid[]) and late_kobo > 0 limit 1`.execute(trx);
  return rows.length > 0;
}

/** Bills go along; of two for one semester the one that goes is taken back, and what was paid on it counts on the other. */
async function moveBills(work: Work, pair: MergePair, { staff }: { readonly staff: string }): Promise<void> {
  const { trx, note } = work;
  const { kept, gone } = pair;
  const leaving = await leavingReferences(trx, pair, { held: true });
  await sql`select from portal.bill where student in (${kept._id}, ${gone._id}) order by _id for no key update`.execute(
    trx,
  );
  await cancelOpen(work, leaving);
  // Read when they stand still: what was just paid is seen.
  for (const { _id, twin } of await billsOf(trx, pair)) {
    if (twin === null) {
      await sql`update portal.bill set student = ${kept._id} where _id = ${_id}`.execute(trx);
      note({
        deed: "bill.go-along",
        subject: `bill:${_id}`,
        before: { student: gone._id },
        after: { student: kept._id },
      });
    } else await takeBackTwin(work, pair, { bill: _id, twin, staff });
  }
}

interface Twins {
  readonly bill: string;
  readonly twin: string;
  readonly staff: string;
}

async function takeBackTwin(work: Work, { kept, gone }: MergePair, { bill, twin, staff }: Twins): Promise<void> {
  const reason = `${gone.matric ?? gone.name} was found to be the same person as ${kept.matric ?? kept.name}`;
  const lines = await standingLines(work.trx, bill);
  const twins = await standingLines(work.trx, twin);
  const carried = carriedOf(lines, twins);
  // Once more now that both stand still: one may have been changed since the plan was looked at.
  const held = whyNotCarried("semester", lines, twins);
  if (held !== null) throw refuse("merge-held-up", `Something must be settled first. ${held}`);
  for (const { place } of lines.filter(({ kind }) => kind === "late"))
    await keepLineBack(work, { bill, place, reason, staff });
  const charges = sumOf(lines.filter(({ kind }) => charged.includes(kind)));
  if (charges !== 0)
    await keepLine(work, { bill, kind: "moved", label: "Billed twice", amount_kobo: -charges, reason, staff });
  for (const { kind, label, amount_kobo } of carried)
    await keepLine(work, {
      bill: twin,
      kind: kind as CarriedKind,
      label,
      amount_kobo,
      reason,
      staff,
      carriedfrom: bill,
    });
  await carryOn(work, twin, { reason, staff });
  await forgiveLate(work, twin);
}

export const billMerge: MergePart = { tables: ["bill"], plan: planOf, move: moveBills };
