import { sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { type Closed, closedBy } from "#registry/course-result/course-result.closed.rules.ts";
import {
  closedTermsOf,
  readResults,
  recordAttempts,
  standingResults,
} from "#registry/course-result/course-result.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import {
  carryOversOf,
  classOf,
  countedAttempts,
  type GradedAttempt,
  type SemesterRecord,
} from "../academic-record/academic-record.rules.ts";
import { type AcademicRecord, type KeptAttempt, recordsOf } from "../academic-record/academic-record.server.ts";
import { recallReasons } from "../publication/publication.server.ts";
import { decidedStandings } from "../standing/standing.server.ts";
import type { RecordShown, ResultShown, SemesterShown } from "./student-result.contract.ts";
import { asPoint, type DecidedStanding, decidedOf, ruleOf, ruleWords, shownSum } from "./student-result.rules.ts";

interface TermKept {
  readonly session: string;
  readonly semester: number;
  /** Whether a result of this portal is out. */
  readonly isout: boolean;
  readonly registration: string | null;
}

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
}

/** Results of a semester that were read, and of which nothing stands. */
interface RecalledTerm {
  readonly session: string;
  readonly semester: number;
  readonly at: string;
  readonly reason: string | null;
}

/** All that is shown beside the attempts, read at once. */
interface Beside {
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string | null;
  readonly level: number | null;
  readonly terms: readonly TermKept[];
  readonly awaited: readonly { session: string; semester: number; course: string; title: string; units: number }[];
  readonly was: readonly Was[];
  readonly recalled: readonly RecalledTerm[];
  readonly decided: readonly DecidedStanding[];
}

async function besideOf(db: Database, student: string): Promise<Beside | undefined> {
  const { rows } = await sql<Beside>`
    with known as materialized (select a.session, a.semester, lower(a.course) as course from ${recordAttempts()} a where a.student = ${student}),
    out as materialized (select distinct r.session, r.semester from ${standingResults()} r
      where r.student = ${student} and r."visibleAt" <= now()),
    registered as materialized (select r._id, r.session, r.semester from ${everyRegistration()} r where r.student = ${student}),
    term as materialized (select session, semester from known union select session, semester from registered)
    select concat_ws(' ', s.firstname, s.middlename, s.lastname) as name, s.matric, p.title as programme, s.level,
      (select coalesce(jsonb_agg(jsonb_build_object('session', coalesce(${sessionName(sql.ref("t.session"))}, ''), 'semester', t.semester,
          'isout', o.session is not null, 'registration', r._id)), '[]')
        from term t left join out o on (o.session, o.semester) = (t.session, t.semester)
        left join registered r on (r.session, r.semester) = (t.session, t.semester)) as terms,
      (select coalesce(jsonb_agg(jsonb_build_object('session', coalesce(${sessionName(sql.ref("w.session"))}, ''), 'semester', w.semester,
          'course', w.code, 'title', w.name, 'units', w.credit) order by w.code), '[]')
        from ${takenCourses()} w where w.student = ${student} and not exists (select from known k
          where k.session = w.session and k.semester = w.semester and k.course = lower(w.code))) as awaited,
      (select coalesce(jsonb_agg(jsonb_build_object('result', e._id, 'supersedes', e.supersedes, 'total', e.total, 'code', e.code,
          'session', coalesce(${sessionName(sql.ref("e.session"))}, ''), 'semester', e.semester, 'course', e.course,
          'until', coalesce(e."supersededAt", e."recalledAt"), 'isrecalled', e."supersededAt" is null and e."recalledAt" is not null)), '[]')
        from ${readResults()} e where e.student = ${student}
          and (e."supersededAt" is not null or e.supersedes is not null or e."recalledAt" is not null)) as was,
      (select coalesce(jsonb_agg(jsonb_build_object('session', coalesce(${sessionName(sql.ref("b.session"))}, ''), 'semester', b.semester,
          'at', b."recalledAt", 'reason', (select why.reason from ${recallReasons()} why where why.publication = b.publication))
          order by b."recalledAt" desc), '[]')
        from ${readResults()} b where b.student = ${student} and b."recalledAt" is not null and b."supersededAt" is null
          and not exists (select from known k where k.session = b.session and k.semester = b.semester
            and k.course = lower(b.course))) as recalled,
      (select coalesce(jsonb_agg(jsonb_build_object('session', coalesce(${sessionName(sql.ref("d.session"))}, ''), 'semester', d.semester,
          'standing', d.standing, 'state', d.state)), '[]')
        from ${decidedStandings()} d where d.student = ${student}) as decided
    from ${everyStudent()} s left join (${programmeTitles()}) p on p._id = s.programme where s._id = ${student}`.execute(
    db,
  );
  return rows[0];
}

/** What the office reads: everything that is published. */
export const wholeRecordOf = (db: Database, student: string): Promise<RecordShown | undefined> =>
  recordShown(db, student, async () => () => null);

/** What a student reads: what a debt or a hold keeps closed is there, and told so. */
export const openRecordOf = (db: Database, student: string): Promise<RecordShown | undefined> =>
  recordShown(db, student, async () => {
    const closed = new Map(
      (await closedTermsOf(db, student)).map((bar) => [keyOf({ ...bar, session: bar.named }), closedBy(bar)]),
    );
    return (term) => (term.isout ? (closed.get(keyOf(term)) ?? null) : null);
  });

type Closing = (term: TermKept) => Closed | null;

async function recordShown(
  db: Database,
  student: string,
  closing: () => Promise<Closing>,
): Promise<RecordShown | undefined> {
  const [beside, records] = await Promise.all([besideOf(db, student), recordsOf(db, [student])]);
  const record = records.get(student);
  if (!beside || !record) return undefined;
  return shown(beside, record, await closing());
}

interface Term {
  readonly session: string;
  readonly semester: number;
}

const keyOf = ({ session, semester }: Term): string => `${session} ${semester}`;

function shown(beside: Beside, record: AcademicRecord, closing: Closing): RecordShown {
  const { profile } = record;
  const terms = new Map(beside.terms.map((term) => [keyOf(term), term]));
  const closed = new Map(beside.terms.map((term) => [keyOf(term), closing(term)]));
  const isOpen = (term: Term) => !closed.get(keyOf(term));
  const until = record.semesters.findIndex((semester) => !isOpen(semester));
  const whole = until === -1 ? record.semesters : record.semesters.slice(0, until);
  const last = whole.at(-1);
  const { standing, undecided } = last ? decidedOf(last, beside.decided) : { standing: null, undecided: null };
  const found = standing ?? undecided;
  const open = record.semesters.filter(isOpen).flatMap(({ attempts }) => attempts);
  const awaited = Map.groupBy(beside.awaited, keyOf);
  const graded = new Map(record.semesters.map((semester) => [keyOf(semester), semester]));
  const recalled = new Map(beside.recalled.toReversed().map((term) => [keyOf(term), term]));
  const keys = [...new Set([...graded.keys(), ...awaited.keys(), ...recalled.keys()])].toSorted().toReversed();
  return {
    ...{ name: beside.name, matric: beside.matric, programme: beside.programme, level: beside.level },
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
        slip: (terms.get(key)?.isout && terms.get(key)?.registration) || null,
        was: beside.was,
        decided: beside.decided,
        recalled: back ? { at: back.at, reason: back.reason } : null,
      });
    }),
  };
}

/** By what is open alone: a pass that is closed is told by nothing. */
const carriedOver = ({ carryOvers }: AcademicRecord, open: readonly GradedAttempt[]) =>
  [...carryOversOf(open, []), ...carryOvers.filter(({ why }) => why === "Not registered")].toSorted((one, other) =>
    one.course.localeCompare(other.course),
  );

interface Besides {
  readonly closed: Closed | null;
  /** Whether everything before it is open. */
  readonly after: boolean;
  readonly awaited: Beside["awaited"];
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
    .filter(
      (one) =>
        one.isrecalled &&
        one.result !== attempt._id &&
        keyOf(one) === keyOf(attempt) &&
        one.course.toLowerCase() === attempt.course.toLowerCase(),
    )
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
