import { sql } from "kysely";
import { acceptedTerms } from "#admission/offer/offer.server.ts";
import { yearsTaughtIn } from "#college/programme/programme.server.ts";
import { linesIn } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { everyContact } from "#identity/account/account.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { entrantBills } from "../bill/bill.server.ts";
import { nextMatricNumbers } from "../matriculation/matriculation.server.ts";
import {
  type AlikeStudent,
  alikeAmong,
  alikeStudents,
  alikeWords,
  calledAlike,
  hasLeft,
  hasTheirNumber,
  livingStudents,
  type PersonSought,
} from "../student/student.server.ts";
import type { HandOverPlan } from "./hand-over.contract.ts";
import { type Doubt, entryLevel, type HandOverStep, nothingSaid, unsaidOf } from "./hand-over.rules.ts";

/** Somebody who has accepted a place and is no student of it, with all that the hand-over asks about. */
export interface Candidate {
  readonly application: string;
  readonly applicant: string;
  readonly code: string;
  readonly name: string;
  readonly jamb: string;
  readonly programme: string;
  readonly session: string;
  readonly standing: string;
  /** What is open of the clearance, in words. */
  readonly missing: string | null;
  /** Whether the payment that accepted the place was taken back; null where the place is there no more. */
  readonly unpaid: boolean | null;
  readonly durationyears: number | null;
  readonly stateoforigin: string;
  /** The living student that the account is already. */
  readonly student: string | null;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly dateofbirth: string | null;
}

/** Those of some accepted places whose owners are no students of them, in the order in which numbers are given. */
export async function candidatesOf(db: Database | Trx, applications: readonly string[]): Promise<Candidate[]> {
  // One is asked for by name: a list of one would be planned anew each time, which takes longer than the answer.
  const [only, ...others] = applications;
  const some = only !== undefined && others.length === 0 ? sql`= ${only}` : sql`= any(${[...applications]}::uuid[])`;
  const { rows } = await sql<Candidate>`
    select c._id as application, c.applicant, c.code, c.name, c.jamb, c.programme, c.session, c.standing, c.missing, c.stateoforigin,
      c.dateofbirth, t.unpaid, t.durationyears, s.called as student, a.emailaddress, a.phonenumber
    from portal.hand_over_candidate c
    join ${everyContact()} a on a._id = c.applicant
    left join (${acceptedTerms()}) t on t.application = c._id
    left join (${livingStudents()}) s on s.applicant = c.applicant
    where c._id ${some} order by c.programme, c.session, c.name, c._id`.execute(db);
  return rows;
}

export interface Trouble {
  readonly step: HandOverStep;
  readonly said: string;
}

/** What stands in somebody's way, the first of it; undefined where nothing does. */
export function troubleOf({ standing, missing, unpaid, student }: Candidate): Trouble | undefined {
  if (standing !== "Cleared")
    return { step: "Clearance", said: `Not cleared yet. Still open: ${missing ?? "the list"}` };
  if (unpaid === null) return { step: "Place", said: "The offer was taken back, so there is no place" };
  if (unpaid)
    return { step: "Place", said: "The payment of the acceptance fee was taken back. It must be paid anew first" };
  if (student !== null)
    return {
      step: "Student's record",
      said: `This account is a student already: ${student}. One person studies one thing at a time`,
    };
  return undefined;
}

const soughtOf = ({ application, ...person }: Candidate): PersonSought => ({ key: application, ...person });

/** Who may be the same person as one of an order. */
export interface Likeness extends Doubt {
  /** Whoever else is like this one, on record or further up, and what speaks for it; empty for nobody. */
  readonly said: string;
  readonly left: readonly { readonly student: string; readonly called: string; readonly own: boolean }[];
  /** On record, the account's own among them. */
  readonly students: readonly AlikeStudent[];
  /** Whether one of them is a living student of the same JAMB number, which is one person's. */
  readonly isStudent: boolean;
}

/** Who on record may be the same person, as things stand. */
export async function likenessOf(db: Database | Trx, candidate: Candidate): Promise<Likeness> {
  const found = await alikeStudents(db, [soughtOf(candidate)]);
  return likenessWith(found.get(candidate.application) ?? [], null);
}

/** Records of somebody who has left that are offered as what this one was before. */
const MOST_LEFT = 3;

function likenessWith(students: readonly AlikeStudent[], furtherUp: string | null): Likeness {
  const own = students.filter((one) => one.own && hasLeft(one));
  const others = students.filter((one) => !one.own);
  const left = own.length > 0 ? own.slice(0, 1) : others.filter(hasLeft).slice(0, MOST_LEFT);
  const said = [...(others.length > 0 ? [alikeWords(others)] : []), ...(furtherUp === null ? [] : [furtherUp])];
  return {
    said: said.join("; "),
    others: others.length + (furtherUp === null ? 0 : 1),
    left: left.map((one) => ({ student: one.student, called: calledAlike(one), own: one.own })),
    students,
    isStudent: others.some(hasTheirNumber),
  };
}

/** The same of each of an order, by application, and who of it is like one that is handed over before. */
async function likenessAmong(
  db: Database | Trx,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, Likeness>> {
  const found = await alikeStudents(db, candidates.map(soughtOf));
  const ready = candidates.filter((one) => !troubleOf(one) && !found.get(one.application)?.some(hasTheirNumber));
  const codes = new Map(ready.map(({ application, code }) => [application, code]));
  const among = alikeAmong(ready.map(soughtOf));
  return new Map(
    candidates.map(({ application }) => {
      const before = among.get(application);
      const called = before && `${codes.get(before.first.key)} ${before.first.name}`;
      const furtherUp = before ? `${called}, further up in this order (${before.alike.join(", ")})` : null;
      return [application, likenessWith(found.get(application) ?? [], furtherUp)];
    }),
  );
}

/** Whose JAMB number is a student's already. */
export const numberTrouble = ({ said }: Likeness): Trouble => ({
  step: "Student's record",
  said: `This JAMB number is a student's already: ${said}. If it is the same person, that record is the student's; if not, correct the number there`,
});

/** The level at which somebody enters. */
export async function levelOf(db: Database | Trx, { programme, durationyears }: Candidate): Promise<number> {
  const years = await yearsTaughtIn(db, programme);
  return entryLevel(years, durationyears ?? years);
}

/** What would become of each, in their order; numbers as they would come if nobody else took one meanwhile. */
export async function planHandOver(db: Database | Trx, candidates: readonly Candidate[]): Promise<HandOverPlan[]> {
  const plans: HandOverPlan[] = [];
  const alike = await likenessAmong(db, candidates);
  for (const [, group] of Map.groupBy(candidates, ({ programme, session }) => `${programme} ${session}`))
    plans.push(...(await planOfProgramme(db, group, alike)));
  return plans;
}

/** Of those who enter one programme in one session. */
async function planOfProgramme(
  db: Database | Trx,
  group: readonly Candidate[],
  alike: ReadonlyMap<string, Likeness>,
): Promise<HandOverPlan[]> {
  const [first] = group;
  if (!first) return [];
  const billOf = await entrantBills(db, first.session, first.programme);
  const homes = linesIn(await readSetting(db, "homeStates"));
  const years = await yearsTaughtIn(db, first.programme);
  const judged: {
    one: Candidate;
    level: number;
    bill: Awaited<ReturnType<typeof billOf>>;
    trouble: Trouble | undefined;
  }[] = [];
  for (const one of group) {
    const level = entryLevel(years, one.durationyears ?? years);
    const bill = await billOf(level, homes.includes(one.stateoforigin));
    const other = alike.get(one.application);
    const trouble =
      troubleOf(one) ??
      (other?.isStudent ? numberTrouble(other) : undefined) ??
      (bill.why === null ? undefined : { step: "First bill" as const, said: bill.why });
    judged.push({ one, level, bill, trouble });
  }
  const numbers = await nextMatricNumbers(db, first, judged.filter(({ trouble }) => !trouble).length);
  return judged.map(({ one: { application, code, name }, level, bill, trouble }) => ({
    ...{ application, code, name },
    refused: trouble?.said ?? null,
    doubt: trouble ? null : doubtOf(alike.get(application)),
    steps: trouble
      ? [trouble]
      : [
          { step: "Clearance", said: "Cleared by every office" },
          { step: "Place", said: "Accepted" },
          { step: "Student's record", said: `${level} level, first semester` },
          { step: "Matric number", said: numbers.shift() ?? "" },
          { step: "Sign-in", said: "The applicant's own; the student's area opens with it" },
          { step: "First bill", said: asNaira(naira(bill.kobo)) },
        ],
  }));
}

const doubtOf = (likeness: Likeness | undefined): HandOverPlan["doubt"] => {
  if (!likeness || unsaidOf(likeness, nothingSaid) === null) return null;
  const { said, others, left } = likeness;
  return { said, others, left: [...left] };
};
