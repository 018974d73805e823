import { semesterWords } from "#calendar/session/session.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { StudentStatus } from "#registry/student/student.rules.ts";
import type { CarryOver } from "../academic-record/academic-record.rules.ts";
import type { Standing } from "../result-profile/result-profile.rules.ts";

/** Where a progression stands. Running and Undoing: the portal is at it, student after student. */
export const progressionStates = ["Proposed", "Running", "Done", "Declined", "Withdrawn", "Undoing", "Undone"] as const;

export type ProgressionState = (typeof progressionStates)[number];

export const progressionLooks = {
  Proposed: "info",
  Running: "info",
  Done: "good",
  Declined: "bad",
  Withdrawn: "plain",
  Undoing: "info",
  Undone: "plain",
} as const satisfies Record<ProgressionState, string>;

/** What follows where it stands, of what people do; the portal goes on from Running and Undoing by itself. */
export const progressionSteps: Readonly<Partial<Record<ProgressionState, readonly ProgressionState[]>>> = {
  Proposed: ["Running", "Declined", "Withdrawn"],
  Done: ["Undoing"],
};

/** Hours after its end within which a progression is taken back. */
export const UNDO_HOURS = 24;

/** Those that move up, those that go on at their level, and those that stay where they are. Decision 0095. */
export const movingOutcomes = ["Promoted", "Probation", "Repeat", "Spill-over"] as const;
export const stayingOutcomes = [
  "Graduating",
  "Not registered",
  "Results missing",
  "Owing",
  "Withdrawal due",
  "Away",
] as const;
export const outcomes = [...movingOutcomes, ...stayingOutcomes] as const;

export type Outcome = (typeof outcomes)[number];

export const outcomeLooks = {
  Promoted: "good",
  Probation: "info",
  Repeat: "info",
  "Spill-over": "info",
  Graduating: "good",
  "Not registered": "bad",
  "Results missing": "bad",
  Owing: "bad",
  "Withdrawal due": "bad",
  Away: "plain",
} as const satisfies Record<Outcome, string>;

/** What became of a student who was listed. Kept: not taken back, because something was done since. */
export const lineStates = ["Stays", "Waiting", "Done", "Skipped", "Undone", "Kept"] as const;

export const lineLooks = {
  Stays: "plain",
  Waiting: "info",
  Done: "good",
  Skipped: "bad",
  Undone: "plain",
  Kept: "info",
} as const satisfies Record<(typeof lineStates)[number], string>;

/** From which semester and level to which; sessions by their `_id`. */
export interface ProgressionStep {
  readonly fromsession: string;
  readonly fromsemester: number;
  readonly fromlevel: number;
  readonly tosession: string;
  readonly tosemester: number;
  readonly tolevel: number;
}

/** Of a session. */
const LAST_SEMESTER = 2;

/** What is wrong with a step, by field, each with its sentence; nothing where a class can take it. */
export function troubleInStep(step: ProgressionStep, isLater: boolean): Readonly<Record<string, string>> {
  const { fromsession, tosession, fromsemester, tosemester, fromlevel, tolevel } = step;
  if (tosession === fromsession) {
    if (tosemester <= fromsemester)
      return {
        tosemester: "To semester must come after From semester in one session. Choose the second, or the next session",
      };
    if (tolevel !== fromlevel)
      return { tolevel: `Within a session the level stays. Choose ${fromlevel} for To level, or the next session` };
    return {};
  }
  if (!isLater) return { tosession: "To session must come after From session" };
  if (fromsemester !== LAST_SEMESTER)
    return {
      fromsemester:
        "Into another session a class goes from its second semester. Choose the second, or the same session",
    };
  if (tolevel !== fromlevel + 100)
    return {
      tolevel: `Into another session ${fromlevel} level leads to ${fromlevel + 100}. Choose ${fromlevel + 100}`,
    };
  return {};
}

/** `first semester 2026/2027`. */
export const asTerm = (session: string, semester: number): string => `${semesterWords(semester)} ${session}`;

/** What the college decides for itself. */
export interface ProgressionRule {
  /** Whether whoever owes stays. */
  readonly owingStays: boolean;
  /** The most units of carry-overs with which one moves up; null for no such rule. */
  readonly mostCarried: number | null;
}

/** The record of a student at the end of the semester that is left. */
export interface RecordAtEnd {
  readonly standing: Standing;
  /** `CGPA 2.33`. */
  readonly figure: string;
  readonly carryOvers: readonly CarryOver[];
  /** What the award still asks of who is at the last level of the programme, in sentences; null below it. */
  readonly missing: readonly string[] | null;
  /** Whether two people declined the withdrawal that the rule proposed. */
  readonly mayStay: boolean;
}

export interface ProgressionFacts {
  readonly status: StudentStatus;
  readonly programme: string | null;
  /** Courses of the semester that is left, that count. */
  readonly registered: number;
  /** Courses that were taken until then and have no result. */
  readonly awaited: readonly string[];
  /** Of the bills of the session that is left, until its semester. */
  readonly owed_kobo: number;
  /** Null within a session, where no record is asked for, and where no result profile is named. */
  readonly record: RecordAtEnd | null;
}

export interface Judged {
  readonly outcome: Outcome;
  readonly reason: string;
  /** Null for who stays. */
  readonly tolevel: number | null;
  readonly tosemester: number | null;
}

/** What becomes of a student, the first that holds, and why. */
export function judge(facts: ProgressionFacts, step: ProgressionStep, rule: ProgressionRule): Judged {
  const stays = (outcome: (typeof stayingOutcomes)[number], reason: string): Judged => ({
    ...{ outcome, reason, tolevel: null, tosemester: null },
  });
  const moves = (outcome: (typeof movingOutcomes)[number], reason: string, tolevel = step.tolevel): Judged => ({
    ...{ outcome, reason, tolevel, tosemester: step.tosemester },
  });
  const { status, programme, registered, awaited, owed_kobo, record } = facts;
  if (status !== "Active") return stays("Away", `The status is ${status}`);
  if (programme === null) return stays("Away", "No programme is written down");
  if (registered === 0)
    return stays("Not registered", `No course of the ${semesterWords(step.fromsemester)} is registered`);
  if (step.tosession === step.fromsession) return moves("Promoted", `${asCount(registered, "course")} registered`);
  if (awaited.length > 0) return stays("Results missing", `No result yet of ${someOf(awaited)}`);
  if (record === null)
    return stays("Results missing", "No result profile is named for the programme, so nothing is graded");
  if (record.standing === "Withdrawal" && !record.mayStay)
    return stays(
      "Withdrawal due",
      `${record.figure}: the rule proposes withdrawal. Decide about it first, in Academic standing`,
    );
  const owes = owed_kobo > 0 ? `${asNaira(naira(owed_kobo))} of the session is not paid` : "";
  if (owes && rule.owingStays) return stays("Owing", owes);
  const say = (...parts: string[]) => inLine([record.figure, ...parts, owes]);
  if (record.missing !== null)
    return record.missing.length > 0
      ? moves("Spill-over", say(...record.missing), step.fromlevel)
      : stays("Graduating", say("meets everything that the award asks for"));
  const carried = carriedWords(record.carryOvers);
  const units = record.carryOvers.reduce((sum, one) => sum + one.units, 0);
  if (rule.mostCarried !== null && units > rule.mostCarried)
    return moves(
      "Repeat",
      say(carried, `${asCount(units, "unit")}, and at most ${rule.mostCarried} are taken along`),
      step.fromlevel,
    );
  if (record.standing === "Probation" || record.standing === "Withdrawal")
    return moves("Probation", say("on probation", carried));
  return moves("Promoted", say(record.standing === "Warning" ? "with a warning" : "", carried));
}

/** As many letters as a reason may have. */
export const LONGEST_REASON = 1_000;

const inLine = (parts: readonly string[]): string => {
  const whole = parts.filter(Boolean).join("; ");
  return whole.length <= LONGEST_REASON ? whole : `${whole.slice(0, LONGEST_REASON - 1)}…`;
};

/** `2 carry-overs: EDU 111, CRS 112`; nothing where there is none. */
const carriedWords = (carryOvers: readonly CarryOver[]): string =>
  carryOvers.length === 0
    ? ""
    : `${asCount(carryOvers.length, "carry-over")}: ${someOf(carryOvers.map(({ course }) => course))}`;

const MOST_NAMED = 8;

const someOf = (codes: readonly string[]): string =>
  codes.length <= MOST_NAMED
    ? codes.join(", ")
    : `${codes.slice(0, MOST_NAMED).join(", ")} and ${codes.length - MOST_NAMED} more`;
