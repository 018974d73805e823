import { sql } from "kysely";
import { judgeEligibility } from "#academics/eligibility/eligibility.rules.ts";
import type { ApplicationSnapshot } from "#applications/application/application.server.ts";
import { everyIntake, freeSeats, seatsOf } from "#calendar/intake/intake.server.ts";
import { admittingSessionId, sessionsSince } from "#calendar/session/session.server.ts";
import { type AdmittingProgramme, programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgrammes, programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { capsApprovalOf } from "#selection/jamb/jamb.server.ts";
import { readEntryRules } from "#selection/review/review.server.ts";
import { type BillMoves, billMoves, type MovedBill, overwaivedWords } from "../bill/bill.server.ts";
import { coursesLeftBy } from "../course-registration/course-registration.server.ts";
import { holdAgainst } from "../hold/hold.server.ts";
import type { studentById } from "../student/student.server.ts";
import type { CombinationEffect } from "./combination-change.contract.ts";

type Student = NonNullable<Awaited<ReturnType<typeof studentById>>>;

/** Why a student can change to nothing now, in a sentence; null where the way is free. */
export async function whyNone(db: Database, student: Student): Promise<string | null> {
  if (student.status !== "Active")
    return `The status is ${student.status}. Only a student who is Active changes the combination`;
  if (student.programme === null) return "The record names no combination yet. Ask the registry to fill it in";
  const early = await whyTooEarly(db, student.session);
  if (early !== null) return early;
  const held = await holdAgainst(db, student._id, "registration");
  return held
    ? `A hold stands on the record, so registration is blocked, and the combination stays. ${held.reason}. Where to go: ${held.office}`
    : null;
}

/** Whoever entered at a time that nobody knows, or while no session runs, is left to the offices. */
async function whyTooEarly(db: Database, session: string | null): Promise<string | null> {
  const needed = await readSetting(db, "sessionsBeforeChange");
  const over = session === null || needed === 0 ? null : await sessionsSince(db, session);
  if (over === null || over >= needed) return null;
  const whole = needed === 1 ? "one full session" : `${needed} full sessions`;
  return `The combination is changed after ${whole} at the college, and ${over === 0 ? "none" : `only ${over}`} is over yet`;
}

/** What every other combination would bring about for a student, as things stand; by programme. */
export const effectsFor = async (db: Database, student: Student): Promise<Map<string, CombinationEffect>> =>
  effectsBeside(db, student, await billMoves(db, student._id));

/** The same where it is known already what becomes of the bills. */
export async function effectsBeside(
  db: Database,
  student: Student,
  moves: BillMoves,
): Promise<Map<string, CombinationEffect>> {
  const programmes = await admittingProgrammes(db);
  const present = await programmesById(db, student.programme ? [student.programme] : []);
  const rules = await entryRulesFor(db, student.session);
  const places = await placesFor(db, student.session);
  const caps = await capsFor(db, student);
  const matric = await readSetting(db, "matricAfterChange");
  const left = await coursesLeftBy(db, student._id);
  const own = present.get(student.programme ?? "");
  const results = resultsOf(student);
  return new Map(
    programmes
      .filter((one) => one._id !== student.programme && one.award === own?.award)
      .map((one) => {
        const entry = judgeEligibility(readEntryRules(rules.get(one._id)), results);
        const free = places(one._id);
        const bills = moves(one._id);
        const effect = {
          programme: { _id: one._id, title: programmeTitle(one), department: one.department, college: one.college },
          another: one.department !== own?.department || one.college !== own.college,
          why: whyNot(student, one, entry, free, bills),
          courses: [...(left.get(one._id) ?? [])],
          entry: entryWords(entry),
          places: free,
          caps: caps(one._id),
          bills: bills.map(shownMove),
          difference: naira(bills.reduce((sum, bill) => sum + differenceOf(bill), 0)),
          renumbered: matric === "new",
        };
        return [one._id, effect];
      }),
  );
}

function whyNot(
  { type }: Student,
  { modes }: AdmittingProgramme,
  entry: ReturnType<typeof judgeEligibility>,
  free: number | null,
  bills: readonly MovedBill[],
): string | null {
  if (type !== null && !modes.some((mode) => mode === type)) return `It takes nobody who entered by ${type}`;
  if (entry.standing === "nearly" || entry.standing === "short")
    return `Its entry rules are not met: ${entry.sentence}`;
  if (free === 0) return "No place is free among those who entered in the same session";
  const unpriced = bills.find(({ after_kobo }) => after_kobo === null);
  if (unpriced) return `The bursary has not said what it costs in the ${unpriced.term.toLowerCase()}`;
  const overwaived = bills.find((bill) => bill.overwaived);
  return overwaived ? overwaivedWords(overwaived.term) : null;
}

/** What CAPS, which is not asked, keeps saying of the admission: only where it would say another programme. */
async function capsFor(db: Database, { session, jamb }: Student): Promise<(programme: string) => string | null> {
  const approved = session === null || jamb === null ? undefined : await capsApprovalOf(db, session, jamb);
  if (!approved) return () => null;
  return (programme) =>
    programme === approved.programme
      ? null
      : `CAPS has approved ${approved.title}. Ask JAMB for the change of course, or the National Matriculation List holds this entry back`;
}

function entryWords({ standing, sentence }: ReturnType<typeof judgeEligibility>): string {
  if (standing === "unpublished") return "The college has set no entry rules for it";
  if (standing === "untyped") return "The portal holds no O-Level results, so the offices look at the papers";
  return sentence;
}

const differenceOf = ({ before_kobo, after_kobo }: Pick<MovedBill, "before_kobo" | "after_kobo">): number =>
  (after_kobo ?? before_kobo) - before_kobo;

const shownMove = ({ bill, term, before_kobo, after_kobo }: MovedBill) => ({
  bill,
  term,
  before: naira(before_kobo),
  after: after_kobo === null ? null : naira(after_kobo),
  difference: naira(differenceOf({ before_kobo, after_kobo })),
});

/** As they were handed in; a student who was brought in by a file has none here. */
function resultsOf({ snapshot }: Student) {
  const handedIn = (snapshot as ApplicationSnapshot | null)?.results ?? [];
  return handedIn.map(({ examination, subject, scored }) => ({ examination: examination._id, subject, scored }));
}

/** Those of the session that admits, as they stand; where none admits, those of the session of entry. */
async function entryRulesFor(db: Database, session: string | null): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await sql<{ programme: string; entryrules: unknown }>`
    select intake.programme, intake.entryrules from (${everyIntake()}) intake
    where intake.session = coalesce(${admittingSessionId()}, ${session}::uuid)`.execute(db);
  return new Map(rows.map(({ programme, entryrules }) => [programme, entryrules]));
}

/** The free places of each programme among those who entered in a session; null where nobody has said how many there are. */
async function placesFor(db: Database, session: string | null): Promise<(programme: string) => number | null> {
  if (session === null) return () => null;
  const seats = await seatsOf(db, session);
  return (programme) => {
    const intake = seats.get(programme);
    return intake ? freeSeats(intake) : null;
  };
}
