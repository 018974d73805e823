import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { jsonColumns } from "#platform/database/json-columns.server.ts";
import { keptStatement } from "#platform/database/kept-statement.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { leftByTerm } from "#registry/bill/bill.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { closedByStatus } from "#registry/course-result/course-result.closed.rules.ts";
import {
  type ClosedTerm,
  closedTermsIn,
  everyResult,
  readResults,
  standingResults,
} from "#registry/course-result/course-result.server.ts";
import { requireNoHold } from "#registry/hold/hold.server.ts";
import { gatedTerms } from "#registry/instalment/instalment.server.ts";
import { isStopped } from "#registry/student/student.rules.ts";
import { everyStudent, isOwnRecord, ofStudentsWithin } from "#registry/student/student.server.ts";
import { studentWith } from "#registry/student-sign-in/student-sign-in.server.ts";
import { recordOfParts, recordParts } from "../academic-record/academic-record.server.ts";
import { termWords } from "../publication/publication.rules.ts";
import { recallReasons } from "../publication/publication.server.ts";
import { decidedStandings } from "../standing/standing.server.ts";
import {
  type RecordShown,
  type ResultSlip,
  readOwnResults,
  readResultSlip,
  readResultsOf,
} from "./student-result.contract.ts";
import { type Line, type ReadRecord, shown } from "./student-result.shown.server.ts";

const signedIn = studentWith(sql<object>`'{}'::jsonb`);

function studentResultCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addProof(app, paperLetters.resultSlip, provesSlip);

  handle(app, readOwnResults, signedIn, async ({ who }) => {
    requireOpen(who.found.status);
    return requireRecord(await openRecordOf(db, who.student));
  });

  handle(app, readResultSlip, signedIn, async ({ who, params }) => {
    requireOpen(who.found.status);
    return resultSlipOf(app, who.student, params.id);
  });

  handle(app, readResultsOf, staff("student-results"), async ({ who, params }) => {
    await requireReached(db, who, params.id);
    return requireRecord(await wholeRecordOf(db, params.id));
  });
}

const slipTemplate = paperTemplate({
  key: "result-slip",
  name: "Result slip",
  when: "A student prints the results of a semester",
  reader: "students",
  values: usual("name", "matric", "programme", "term"),
  words: {
    heading: "Result slip",
    opening: "",
    closing: "A slip is no transcript. Its code tells what is on record when it is checked.",
  },
});

/** The slip of a semester by its registration, as its student reads it. 404 for another's; refuses what is closed or not out. */
async function resultSlipOf(
  { portal: { db, config } }: FastifyInstance,
  student: string,
  registration: string,
): Promise<ResultSlip> {
  const term = await registeredTerm(db, registration);
  if (term?.student !== student) throw notFound();
  await requireNoHold(db, student, "papers");
  const record = requireRecord(await openRecordOf(db, student));
  const semester = semesterIn(record, term);
  if (semester?.closed) throw refuse("results-closed", semester.closed.sentence);
  if (!semester || semester.slip === null)
    throw refuse("results-not-out", "No result of this semester is out, so there is no slip of it yet");
  const { name, matric, programme, level, passclass } = record;
  const said = { name, matric: matric ?? "", programme: programme ?? "" };
  return {
    ...{ name, matric, programme, level, semester, passclass },
    genuine: paperAddress(config, paperLetters.resultSlip, registration),
    asOf: await clock(db),
    words: await paperWords(db, slipTemplate, {
      ...said,
      term: termWords({ session: term.named, semester: term.semester }),
    }),
  };
}

/** The newest semester of which something is out; null without one. */
async function newestSlipOf(app: FastifyInstance, student: string): Promise<ResultSlip | null> {
  const record = await openRecordOf(app.portal.db, student);
  const slip = record?.semesters.find((one) => one.slip !== null && one.closed === null)?.slip;
  return slip ? resultSlipOf(app, student, slip) : null;
}

function requireOpen(status: Parameters<typeof isStopped>[0]): void {
  if (isStopped(status, "results")) throw new Refusal("results-closed", 403, closedByStatus(status));
}

function requireRecord(record: RecordShown | undefined): RecordShown {
  if (!record) throw notFound();
  return record;
}

interface RegisteredTerm {
  readonly student: string;
  readonly session: string;
  /** Its name. */
  readonly named: string;
  readonly semester: number;
}

async function registeredTerm(db: Database, registration: string): Promise<RegisteredTerm | undefined> {
  if (!isId(registration)) return undefined;
  const { rows } = await sql<RegisteredTerm>`
    select r.student, r.session, coalesce(${sessionName(sql.ref("r.session"))}, '') as named, r.semester
    from ${everyRegistration()} r where r._id = ${registration}`.execute(db);
  return rows[0];
}

const semesterIn = ({ semesters }: RecordShown, { named, semester }: RegisteredTerm) =>
  semesters.find((one) => one.session === named && one.semester === semester);

/** A student as far as the right reaches; 404 for another's, and for the own record. */
async function requireReached(db: Database, { scope, staff: member }: Officer, id: string): Promise<void> {
  const reached = scope === "all" ? sql`true` : ofStudentsWithin(sql.ref("asked._id"), scope);
  const { rows } = isId(id)
    ? await sql`select from ${everyStudent()} asked where asked._id = ${id} and asked.status <> 'Merged' and ${reached}
        and not ${isOwnRecord(sql.ref("asked._id"), member)}`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw notFound();
}

const reader = sql.ref<string>("reader._id");

const readRecord = (closed: RawBuilder<readonly ClosedTerm[]>) =>
  keptStatement<ReadRecord>(
    (student) => sql<ReadRecord>`
    select concat_ws(' ', reader.firstname, reader.middlename, reader.lastname) as name, reader.matric, taught.title as programme, reader.level,
      ${recordParts(reader)} as parts, ${closed} as closed,
      (select coalesce(json_agg(json_build_object('session', coalesce(${sessionName(sql.ref("r.session"))}, ''), 'semester', r.semester,
          '_id', r._id)), '[]') from ${everyRegistration()} r where r.student = ${reader}) as registrations,
      (select ${jsonColumns<Line>("lines", ["registration", "course", "title", "units"])}
        from (select w.registration, w.code as course, w.name as title, w.credit as units from ${takenCourses()} w
          where w.student = ${reader}) lines) as lines,
      (select coalesce(json_agg(json_build_object('result', e._id, 'supersedes', e.supersedes, 'total', e.total, 'code', e.code,
          'session', coalesce(${sessionName(sql.ref("e.session"))}, ''), 'semester', e.semester, 'course', e.course,
          'until', coalesce(e."supersededAt", e."recalledAt"), 'isrecalled', e."supersededAt" is null and e."recalledAt" is not null,
          'reason', (select why.reason from ${recallReasons()} why where why.publication = e.publication))), '[]')
        from ${readResults()} e where e.student = ${reader}
          and (e."supersededAt" is not null or e.supersedes is not null or e."recalledAt" is not null)) as was,
      (select coalesce(json_agg(json_build_object('session', coalesce(${sessionName(sql.ref("d.session"))}, ''), 'semester', d.semester,
          'standing', d.standing, 'state', d.state)), '[]')
        from ${decidedStandings()} d where d.student = ${reader}) as decided
    from ${everyStudent()} reader left join (${programmeTitles()}) taught on taught._id = reader.programme where reader._id = ${student}`,
  );

const readWhole = readRecord(sql<ClosedTerm[]>`'[]'::json`);
const readOpen = readRecord(closedTermsIn(reader));

/** What the office reads: everything that is published. */
const wholeRecordOf = (db: Database, student: string): Promise<RecordShown | undefined> =>
  recordShown(db, student, readWhole);

/** What a student reads: what a debt or a hold keeps closed is there, and told so. */
const openRecordOf = (db: Database, student: string): Promise<RecordShown | undefined> =>
  recordShown(db, student, readOpen);

async function recordShown(
  db: Database,
  student: string,
  statement: ReturnType<typeof readRecord>,
): Promise<RecordShown | undefined> {
  const [read] = (await db.executeQuery(statement(db, student))).rows;
  return read && shown(read, await recordOfParts(db, student, read.parts));
}

interface Changed {
  readonly course: string;
  readonly at: string;
}

/**
 * A slip proves what is on record now: what was rectified since is named with its day, and what was recalled proves nothing. Of a
 * semester that its student does not read now nobody else reads a figure.
 */
async function provesSlip(db: Database, registration: string) {
  const term = await registeredTerm(db, registration);
  const record = term && (await openRecordOf(db, term.student));
  if (!term || !record) return null;
  const semester = semesterIn(record, term);
  const { rows } = await sql<{ out: string | null; recalled: string | null; changed: Changed[] }>`
    select (select min(r."visibleAt") from ${standingResults()} r where r.student = ${term.student} and r.session = ${term.session}
        and r.semester = ${term.semester} and r."visibleAt" <= now()) as out,
      (select max(e."recalledAt") from ${everyResult()} e where e.student = ${term.student} and e.session = ${term.session}
        and e.semester = ${term.semester} and e."visibleAt" <= e."recalledAt") as recalled,
      (select coalesce(jsonb_agg(jsonb_build_object('course', e.course, 'at', e."supersededAt") order by e."supersededAt"), '[]')
        from ${everyResult()} e where e.student = ${term.student} and e.session = ${term.session} and e.semester = ${term.semester}
        and e."supersededAt" is not null and e."recalledAt" is null) as changed`.execute(db);
  const { out = null, recalled = null, changed = [] } = rows[0] ?? {};
  if (out === null && recalled === null) return null;
  const valid = out !== null && semester !== undefined;
  const isClosed = Boolean(semester?.closed);
  const rectified = changed.map(({ course, at }) => `${course} was rectified on ${asDay(at)}`).join("; ");
  return {
    valid,
    name: record.name,
    programme: record.programme ?? "No programme is written down",
    session: termWords({ session: term.named, semester: term.semester }),
    status: !valid
      ? "Recalled"
      : isClosed
        ? "The slip stands. Its figures are not shown while the college keeps the results of this semester back"
        : `GPA ${semester.gpa?.shown ?? "–"}, CGPA ${semester.cgpa?.shown ?? "–"}, ${asCount(semester.results.length, "course")}`,
    amount: null,
    date: out,
    why: valid ? null : `The college recalled these results on ${asDay(recalled ?? "")}. They count for nothing`,
    ...(valid && !isClosed && rectified !== "" && { corrected: rectified }),
  };
}

interface OutTerm {
  readonly session: string;
  readonly semester: number;
  /** Whether fees keep it closed. A hold says so by a step of its own, before this one. */
  readonly closed: boolean;
}

/** What came out in the last two weeks is told on the first page, before what is to be registered and paid for a later semester. */
const outStep: StudentStep<OutTerm> = {
  rank: 250,
  found: ({
    student,
  }) => sql`(select jsonb_build_object('session', ${sessionName(sql.ref("o.session"))}, 'semester', o.semester,
      'closed', coalesce(b.left_kobo > 0, g.session is not null))
    from (select r.session, r.semester from ${standingResults()} r where r.student = ${student}
      and r."visibleAt" between now() - interval '14 days' and now() order by r."visibleAt" desc limit 1) o
    left join ${leftByTerm("results", sql`select ${student}`)} b on (b.session, b.semester) = (o.session, o.semester)
    left join ${gatedTerms("results")} g on (g.session, g.semester) = (o.session, o.semester))`,
  say: (term) =>
    term.closed
      ? {
          sentence: `Your results of the ${termWords(term)} are here. See what opens them.`,
          deed: "See why",
          link: "/student/results",
        }
      : {
          sentence: `Your results of the ${termWords(term)} are out.`,
          deed: "Read them",
          link: "/student/results",
        },
};

export const studentResultNoun: Noun = {
  name: "student-result",
  templates: [slipTemplate],
  calls: studentResultCalls,
  papers: {
    [slipTemplate.key]: {
      right: "student-results",
      read: async (app, { student }) => student && newestSlipOf(app, student._id),
    },
  },
  studentSteps: [outStep as StudentStep<unknown>],
};
