import { type Columns, rowsOf } from "#platform/database/json-columns.server.ts";
import { type Closed, closedBy } from "#registry/course-result/course-result.closed.rules.ts";
import type { ClosedTerm } from "#registry/course-result/course-result.server.ts";
import {
  carryOversOf,
  classOf,
  countedAttempts,
  type GradedAttempt,
  type SemesterRecord,
} from "../academic-record/academic-record.rules.ts";
import type {
  AcademicRecord,
  KeptAttempt,
  RecordParts,
  recordOfParts,
} from "../academic-record/academic-record.server.ts";
import type { RecordShown, ResultShown, SemesterShown } from "./student-result.contract.ts";
import { asPoint, type DecidedStanding, decidedOf, ruleOf, ruleWords, shownSum } from "./student-result.rules.ts";

/** A result that its student read, and that stands no more or corrects another. */
interface Was {
  readonly result: string;
  readonly supersedes: string | null;
  readonly session: string;
  readonly semester: number;
  readonly course: string;
  readonly total: number | null;
  readonly code: string | null;
  readonly until: string | null;
  /** Taken back, and not corrected before. */
  readonly isrecalled: boolean;
  /** Why it was. */
  readonly reason: string | null;
}

/** A course that is taken in a semester. */
interface Taken {
  readonly session: string;
  readonly semester: number;
  readonly course: string;
  readonly title: string;
  readonly units: number;
}

interface Registration {
  readonly _id: string;
  readonly session: string;
  readonly semester: number;
}

export type Line = Omit<Taken, "session" | "semester"> & { readonly registration: string };

/** All that is read of one student, in one round trip. */
export interface ReadRecord {
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string | null;
  readonly level: number | null;
  readonly parts: RecordParts;
  readonly closed: readonly ClosedTerm[];
  readonly registrations: readonly Registration[];
  readonly lines: Columns<Line>;
  readonly was: readonly Was[];
  readonly decided: readonly DecidedStanding[];
}

interface Term {
  readonly session: string;
  readonly semester: number;
}

const keyOf = ({ session, semester }: Term): string => `${session} ${semester}`;

export function shown(read: ReadRecord, { record, attempts }: Awaited<ReturnType<typeof recordOfParts>>): RecordShown {
  const { profile } = record;
  // Of a semester of which nothing is out nothing is kept back.
  const out = new Set(attempts.filter(({ source }) => source === "Result").map(keyOf));
  const closed = new Map(
    read.closed
      .map((bar) => [keyOf({ ...bar, session: bar.named }), closedBy(bar)] as const)
      .filter(([key]) => out.has(key)),
  );
  const slips = new Map(read.registrations.map((one) => [keyOf(one), one._id]));
  const isOpen = (term: Term) => !closed.get(keyOf(term));
  const until = record.semesters.findIndex((semester) => !isOpen(semester));
  const whole = until === -1 ? record.semesters : record.semesters.slice(0, until);
  const last = whole.at(-1);
  const { standing, undecided } = last ? decidedOf(last, read.decided) : { standing: null, undecided: null };
  const found = standing ?? undecided;
  const open = record.semesters.filter(isOpen).flatMap(({ attempts }) => attempts);
  const marked = new Set(attempts.map(attemptKey));
  const awaited = Map.groupBy(
    takenBy(read).filter((one) => !marked.has(attemptKey(one))),
    keyOf,
  );
  const graded = new Map(record.semesters.map((semester) => [keyOf(semester), semester]));
  const recalled = recalledTerms(read.was, marked);
  const keys = [...new Set([...graded.keys(), ...awaited.keys(), ...recalled.keys()])].toSorted().toReversed();
  return {
    ...{ name: read.name, matric: read.matric, programme: read.programme, level: read.level },
    profile: profile && {
      ...{ name: profile.name, passmark: profile.passmark, attempts: profile.attempts },
      bands: profile.bands.map(({ from, to, grade, point }) => ({ from, to, grade, point: asPoint(point) })),
      classes: profile.classes.map(({ name, from }) => ({ name, from: (from / 100).toFixed(2) })),
      standings: profile.standings.map((rule) => ({ standing: rule.standing, rule: ruleWords(rule) })),
    },
    cgpa: last ? shownSum(last.cgpa) : null,
    passclass: last && profile ? classOf(last.cgpa, profile) : null,
    standing,
    undecided,
    rule: found && profile ? ruleOf(found, profile) : null,
    counted: profile
      ? countedAttempts(
          whole.flatMap(({ attempts }) => attempts),
          profile.attempts,
        ).map(({ course, session, semester, units, point }) => ({
          course,
          session,
          semester,
          units,
          point: asPoint(point ?? 0),
        }))
      : [],
    carryovers: carriedOver(record, open).map(({ course, title, units, why, elective }) => ({
      course,
      title,
      units,
      why,
      elective,
    })),
    semesters: keys.map((key) => {
      const semester = graded.get(key);
      const [first] = awaited.get(key) ?? [];
      const back = recalled.get(key);
      const of = semester ?? first ?? back;
      if (!of) throw new Error("A semester has an attempt, awaits one, or had one");
      const after = semester ? record.semesters.indexOf(semester) < whole.length : false;
      return semesterShown(of, semester, {
        closed: closed.get(key) ?? null,
        after,
        awaited: awaited.get(key) ?? [],
        slip: (out.has(key) && slips.get(key)) || null,
        was: read.was,
        decided: read.decided,
        recalled: back ? { at: back.until ?? "", reason: back.reason } : null,
      });
    }),
  };
}

/** What is taken in each semester, by its code. */
function takenBy({ registrations, lines }: Pick<ReadRecord, "registrations" | "lines">): Taken[] {
  const terms = new Map(registrations.map(({ _id, session, semester }) => [_id, { session, semester }]));
  return rowsOf(lines)
    .flatMap(({ registration, ...course }) => {
      const term = terms.get(registration);
      return term ? [{ ...term, ...course }] : [];
    })
    .toSorted((one, other) => one.course.localeCompare(other.course));
}

/** What was taken back last of each semester, by its key: results that were read, and for which nothing stands. */
function recalledTerms(was: readonly Was[], standing: ReadonlySet<string>): ReadonlyMap<string, Was> {
  return new Map(
    was
      .filter((one) => one.isrecalled && !standing.has(attemptKey(one)))
      .toSorted((one, other) => (one.until ?? "").localeCompare(other.until ?? ""))
      .map((one) => [keyOf(one), one]),
  );
}

const attemptKey = (one: Term & { readonly course: string }): string => `${keyOf(one)} ${one.course.toLowerCase()}`;

/** By what is open alone: a pass that is closed is told by nothing. */
const carriedOver = ({ carryOvers }: AcademicRecord, open: readonly GradedAttempt[]) =>
  [...carryOversOf(open, []), ...carryOvers.filter(({ why }) => why === "Not registered")].toSorted((one, other) =>
    one.course.localeCompare(other.course),
  );

interface Besides {
  readonly closed: Closed | null;
  /** Whether everything before it is open. */
  readonly after: boolean;
  readonly awaited: readonly Taken[];
  readonly slip: string | null;
  readonly was: readonly Was[];
  readonly decided: readonly DecidedStanding[];
  readonly recalled: SemesterShown["recalled"];
}

function semesterShown(
  { session, semester }: Term,
  of: SemesterRecord | undefined,
  { closed, after, awaited, slip, was, decided, recalled }: Besides,
): SemesterShown {
  const isRead = of !== undefined && !closed;
  return {
    ...{ session, semester, closed },
    results: isRead ? of.attempts.map((attempt) => resultShown(attempt as GradedAttempt & KeptAttempt, was)) : [],
    gpa: isRead ? shownSum(of.gpa) : null,
    cgpa: isRead && after ? shownSum(of.cgpa) : null,
    standing: isRead && after ? decidedOf(of, decided).standing : null,
    recalled,
    awaited: awaited.map(({ course, title, units }) => ({ course, title, units })),
    slip: isRead ? slip : null,
  };
}

const resultShown = (attempt: GradedAttempt & KeptAttempt, was: readonly Was[]): ResultShown => ({
  ...{ _id: attempt._id, course: attempt.course, title: attempt.title, units: attempt.units },
  ...{ ca: attempt.ca, examination: attempt.examination, total: attempt.total, code: attempt.code },
  ...{
    grade: attempt.grade,
    passed: attempt.passed,
    source: attempt.source,
    document: attempt.document,
    left: attempt.left,
  },
  point: attempt.point === null ? null : asPoint(attempt.point),
  was: earlierThan(attempt, was),
});

/** What a result was before each rectification, and before it was taken back and published anew: the last first. */
function earlierThan(attempt: GradedAttempt & KeptAttempt, was: readonly Was[]): ResultShown["was"] {
  const recalled = was
    .filter((one) => one.isrecalled && one.result !== attempt._id && attemptKey(one) === attemptKey(attempt))
    .toSorted((one, other) => (other.until ?? "").localeCompare(one.until ?? ""));
  return [
    ...correctedTo(attempt._id, was),
    ...recalled.flatMap((one) => [
      { total: one.total, code: one.code, until: one.until ?? "", how: "Taken back" as const },
      ...correctedTo(one.result, was),
    ]),
  ];
}

/** What a result was before each rectification of it, the last first. */
function correctedTo(id: string, was: readonly Was[]): ResultShown["was"] {
  const earlier: ResultShown["was"] = [];
  let before = was.find(({ result }) => result === id)?.supersedes;
  while (before) {
    const found = was.find(({ result }) => result === before);
    if (!found) break;
    earlier.push({ total: found.total, code: found.code, until: found.until ?? "", how: "Corrected" });
    before = found.supersedes;
  }
  return earlier;
}
