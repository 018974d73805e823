import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { partsOf } from "../../bill/bill.rules.ts";
import { type AdjustableBill, billsOfTerm, lateOn, needlessLate, whyNotTakenBack } from "../../bill/bill.server.ts";
import { type FormerNumber, studentsByMatric } from "../../student/student.server.ts";
import type { AdjustedBill } from "../bill-adjustment.contract.ts";
import {
  type AdjustmentKind,
  amountOf,
  type HowMuch,
  isWhole,
  kindWords,
  matricsIn,
  refusalOf,
  TAKEN_BACK,
} from "../bill-adjustment.rules.ts";

/** What is wished, as a form sends it. */
export interface Wanted {
  readonly kind: AdjustmentKind;
  readonly label: string;
  readonly session: string;
  readonly semester: number;
  readonly percent?: number | undefined;
  readonly amount?: number | undefined;
  readonly students: string;
}

export interface PlannedBill {
  readonly of: AdjustableBill;
  readonly amount_kobo: number;
}

/** With what goes of its late charges along with it, at most nothing. */
export interface SeenBill extends PlannedBill {
  readonly late_kobo: number;
}

/** A line of the list of students that the proposal leaves out. */
interface LeftOut {
  readonly line: number;
  readonly given: string;
  readonly name: string | null;
  readonly why: string;
}

export interface Plan {
  readonly bills: readonly PlannedBill[];
  readonly leftOut: readonly LeftOut[];
  readonly formerly: readonly FormerNumber[];
  readonly total_kobo: number;
  /** Null where a bill, or a late charge, is taken back whole. */
  readonly how: HowMuch | null;
}

/** How much, in the sign of its line. Refuses what the kind does not take. */
export function howMuch({ kind, percent, amount }: Pick<Wanted, "kind" | "percent" | "amount">): HowMuch | null {
  if (isWhole(kind)) {
    if (percent === undefined && amount === undefined) return null;
    throw refuseFields("amount-unfit", { amount: "It is taken back whole: leave the amount empty" });
  }
  const off = kind === "waiver" || kind === "scholarship";
  if (percent !== undefined) {
    if (!off)
      throw refuseFields("amount-unfit", { percent: "Give an amount: a share is for waivers and scholarships" });
    if (amount !== undefined)
      throw refuseFields("amount-unfit", { amount: "Give a percentage or an amount, not both" });
    return { percent };
  }
  if (amount === undefined || amount === 0)
    throw refuseFields("amount-missing", {
      amount: off ? "Say how much, in percent or naira" : "Say how much, in naira",
    });
  if (kind !== "change" && amount < 0)
    throw refuseFields("amount-unfit", { amount: `Amount must be more than 0: a ${kind} has its own sign` });
  return { amount_kobo: Math.round(amount * 100) * (off ? -1 : 1) };
}

/** What a wish means for each student whom it names, as the bills stand. Refuses what it takes of nobody. */
export async function planAdjustment(db: Database | Trx, wanted: Wanted): Promise<Plan> {
  const how = howMuch(wanted);
  const term = await requireTerm(db, wanted);
  const given = matricsIn(wanted.students);
  const matrics = [...new Set(given.map((one) => one.toLowerCase()))];
  const known = await studentsByMatric(db, matrics);
  const found = await billsOfTerm(
    db,
    wanted,
    [...known.values()].map(({ _id }) => _id),
  );
  const seen = new Set<string>();
  const bills: PlannedBill[] = [];
  const leftOut: LeftOut[] = [];
  const formerly: FormerNumber[] = [];
  for (const [at, one] of given.entries()) {
    const key = one.toLowerCase();
    const student = known.get(key);
    const of = found.get(student?._id ?? "");
    const amount_kobo = of ? (how === null ? wholeOf(of, wanted) : amountOf(how, of)) : 0;
    const why = seen.has(student?._id ?? key)
      ? "Named twice"
      : !student
        ? "No student has this matric number"
        : of
          ? whyNot(of, wanted, amount_kobo)
          : `Has no bill of the ${term}`;
    seen.add(student?._id ?? key);
    if (student && student.matric?.toLowerCase() !== key)
      formerly.push({ line: at + 1, given: one, name: student.name, matric: student.matric });
    if (of && why === null) bills.push({ of, amount_kobo });
    else leftOut.push({ line: at + 1, given: one.slice(0, 60), name: student?.name ?? null, why: why ?? "" });
  }
  return { bills, leftOut, formerly, how, total_kobo: bills.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0) };
}

/** What goes where nobody says how much: the whole bill, or one of its late charges. */
const wholeOf = (of: AdjustableBill, { kind, label }: Wanted): number =>
  kind === "late-back" ? -(lateOn(of, label)?.amount_kobo ?? 0) : -of.waivable_kobo;

/** Why nothing comes to a record that is gone: its bill was taken back whole, and what was let off stands on the other. */
export const mergedWords = (matric: string | null, into: string): string =>
  `${matric ?? "This record"} was merged into ${into}: name that one`;

/** Why a bill, as it stands, takes no such line; null where it does. */
export function whyNot(
  of: AdjustableBill,
  { kind, label }: Pick<Wanted, "kind" | "label">,
  amount_kobo: number,
): string | null {
  if (kind === "taking-back") return whyNotTakenBack(of);
  if (of.takenbackAt !== null) return TAKEN_BACK;
  if (kind === "late-back") return lateOn(of, label) ? null : `No late charge on this bill is called ${label}`;
  if (of.standing.some((line) => line.kind === kind && line.label.toLowerCase() === label.toLowerCase()))
    return `This bill has it already: ${kindWords[kind]}, ${label}`;
  return refusalOf(amount_kobo, of);
}

async function requireTerm(db: Database | Trx, { session, semester }: Wanted): Promise<string> {
  const found = isId(session) ? (await sessionsById(db, [session])).get(session) : undefined;
  if (!found) throw refuseFields("choice-not-found", { session: "This session does not exist" });
  return `${semesterWords(semester)} ${found.name}`;
}

/** Bills with the late charges that they would no longer deserve. */
export async function besideLate(
  db: Database,
  kind: AdjustmentKind,
  bills: readonly PlannedBill[],
): Promise<SeenBill[]> {
  const changed = bills.map(({ of, amount_kobo }) => ({
    bill: of.bill,
    more_kobo: kind === "late-back" ? 0 : amount_kobo,
  }));
  const late = Map.groupBy(await needlessLate(db, changed), ({ bill }) => bill);
  return bills.map((one) => ({
    ...one,
    late_kobo: (late.get(one.of.bill) ?? []).reduce((sum, { amount_kobo }) => sum - amount_kobo, 0),
  }));
}

/** A bill before and after, on the wire. */
export const asAdjusted = ({ of, amount_kobo, late_kobo }: SeenBill): AdjustedBill => ({
  bill: of.bill,
  student: of.student,
  name: of.name,
  matric: of.matric,
  amount: naira(amount_kobo),
  before: naira(of.billed_kobo - of.paid_kobo),
  after: naira(of.billed_kobo - of.paid_kobo + amount_kobo + late_kobo),
});

/** The instalments of the only bill, before and after; of several none. */
export function partsBeside(kind: AdjustmentKind, bills: readonly SeenBill[]) {
  const [only] = bills;
  if (!only || bills.length > 1 || kind === "taking-back") return [];
  const { of, amount_kobo } = only;
  const late_kobo = only.late_kobo + (kind === "late-back" ? amount_kobo : 0);
  const fees_kobo = kind === "late-back" ? 0 : amount_kobo;
  const sums = { ...of, billed_kobo: of.billed_kobo + fees_kobo + late_kobo, late_kobo: of.late_kobo + late_kobo };
  const after = partsOf(of.instalments, sums);
  return partsOf(of.instalments, of).map(({ name, due, left_kobo }, at) => ({
    name,
    due,
    before: naira(left_kobo),
    after: naira(after[at]?.left_kobo ?? 0),
  }));
}

/** "Yusuf Amina, NCE/26/10001" or "40 students". */
export const aboutWords = (bills: readonly Pick<PlannedBill, "of">[]): string => {
  const [only] = bills;
  if (!only || bills.length > 1) return `${bills.length} students`;
  return [only.of.name, only.of.matric].filter(Boolean).join(", ").slice(0, 200);
};

/** "₦20,000.00 less". */
export const changeWords = (amount_kobo: number): string =>
  `${asNaira(naira(Math.abs(amount_kobo)))} ${amount_kobo < 0 ? "less" : "more"}`;
