import { type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { paperTemplate } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { statusesStopping } from "#registry/student/student.rules.ts";
import { everyStudent, isOwnRecord } from "#registry/student/student.server.ts";
import { classOf, type GradedAttempt, type Sum } from "../academic-record/academic-record.rules.ts";
import { type AcademicRecord, recordsOfMany } from "../academic-record/academic-record.server.ts";
import { type PendingAttempt, pendingAttempts } from "../moderation/moderation.server.ts";
import { isWritable, type SheetState } from "../score-sheet/score-sheet.rules.ts";
import { everySheet } from "../score-sheet/score-sheet.server.ts";
import { improbableIn, spreadOf } from "../score-spread/score-spread.rules.ts";
import type { Broadsheet } from "./broadsheet.contract.ts";
import { type AskedBroadsheet, type Meant, meantBy } from "./broadsheet.meant.server.ts";
import { averagesBy, type CellState, farFromOwn, gpaOfSteps } from "./broadsheet.rules.ts";

interface Line {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly status: string;
  readonly class: string;
  readonly code: string;
  readonly title: string;
  readonly units: number;
  readonly sheet: string | null;
  readonly state: SheetState | null;
  readonly since: string | null;
  readonly seen: number | null;
  readonly ispublished: boolean;
}

/** What is taken in a class of students, but for the own courses of whoever reads. */
const isOn = ({ programme, session, level, semester }: Meant, reader: string): RawBuilder<boolean> =>
  sql<boolean>`(t.programme = ${programme._id} and t.level = ${level} and t.session = ${session._id} and t.semester = ${semester}
    and not ${isOwnRecord(sql.ref("t.student"), reader)})`;

async function studentsOn(db: Database, meant: Meant, reader: string): Promise<string[]> {
  const { rows } = await sql<{ student: string }>`
    select distinct t.student from ${takenCourses()} t where ${isOn(meant, reader)}`.execute(db);
  return rows.map(({ student }) => student);
}

async function linesOf(db: Database, meant: Meant, reader: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.student, p.name, p.matric, p.status, t.class, t.code, t.name as title, t.credit as units, sheet._id as sheet, sheet.state,
      sheet."movedAt" as since, sheet.marksversion as seen, r._id is not null as ispublished
    from ${takenCourses()} t join ${everyStudent()} p on p._id = t.student
    left join ${everySheet()} sheet on sheet.class = t.class
    left join ${standingResults()} r on r.student = t.student and r.session = t.session and r.semester = t.semester
      and lower(r.course) = lower(t.code)
    where ${isOn(meant, reader)} order by p.matric, p.name, t.student, t.code`.execute(db);
  return rows;
}

const broadsheetTemplate = paperTemplate({
  key: "broadsheet",
  name: "Broadsheet",
  when: "The results of a class are printed for the board",
  reader: "staff",
  values: {},
  words: {
    heading: "Broadsheet",
    signatories: "Head of department\nDean\nExaminations officer\nFor the Academic Board",
  },
});

export const broadsheetTemplates = [broadsheetTemplate];

/**
 * The broadsheet of a class of students: whoever has registered in that level of the programme in that semester. Marks are read after
 * the sheets that they stand on, so what the board has seen of a sheet is never older than the marks beside it.
 */
export async function broadsheetOf(
  db: Database,
  who: Pick<Officer, "scope" | "staff">,
  asked: AskedBroadsheet,
): Promise<Broadsheet> {
  const meant = await meantBy(db, who, asked);
  const students = await studentsOn(db, meant, who.staff);
  const reading = linesOf(db, meant, who.staff);
  const marks = new Map<string, readonly PendingAttempt[]>();
  const marksOf = async (some: readonly string[]) => {
    await reading;
    const found = await pendingAttempts(db, some);
    for (const [student, own] of found) marks.set(student, own);
    return found;
  };
  const [read, levels, records, waiting] = await Promise.all([
    reading,
    meant.range ? levelsOf(db, students) : new Map<string, number>(),
    recordsOfMany(db, students, marksOf),
    meant.waiting,
  ]);
  // Whoever registered meanwhile stands on the next one.
  const lines = read.filter(({ student }) => records.has(student));
  const courses = [...Map.groupBy(lines, (line) => line.class)]
    .flatMap(([, [line]]) => line ?? [])
    .toSorted((one, other) => one.code.localeCompare(other.code));
  const byStudent = [...Map.groupBy(lines, ({ student }) => student)];
  const rows = byStudent.map(([student, own]) =>
    rowOf(student, own, { meant, courses, record: records.get(student), marks: marks.get(student) ?? [], levels }),
  );
  const columns = courses.map((course, at) =>
    columnOf(
      course,
      rows.flatMap(({ cells }) => cells[at] ?? []),
      records,
    ),
  );
  const classes = lines.map(({ student }) => records.get(student)?.profile).find(Boolean)?.classes ?? [];
  return {
    ...{ ...meant, waiting },
    courses: columns,
    rows: rows.map(({ stopped: _, ...row }) => row),
    averages: averagesBy(rows, classes),
    missing: columns.flatMap(({ code }, at) => {
      const names = rows
        .filter(({ cells, stopped }) => !stopped && isLacking(cells[at]?.state))
        .map(({ name }) => name);
      return names.length > 0 ? [{ code, names }] : [];
    }),
    improbable: farFromOwn(rows, columns),
    asOf: new Date().toISOString(),
    words: await paperWords(db, broadsheetTemplate, {}),
  };
}

const isLacking = (state: CellState | undefined) => state === "Missing";

type BroadsheetRow = Broadsheet["rows"][number] & { readonly stopped: boolean };
type Cell = NonNullable<BroadsheetRow["cells"][number]>;

interface Around {
  readonly meant: Meant;
  readonly courses: readonly Line[];
  readonly record: AcademicRecord | undefined;
  readonly marks: readonly PendingAttempt[];
  /** By `student session semester`. */
  readonly levels: ReadonlyMap<string, number>;
}

const nothing: Sum = { points: 0, units: 0 };

function rowOf(
  student: string,
  own: readonly Line[],
  { meant, courses, record, marks, levels }: Around,
): BroadsheetRow {
  const [{ name, matric, status }] = own as [Line];
  const term = record?.semesters.find((one) => one.session === meant.session.name && one.semester === meant.semester);
  const graded = new Map(term?.attempts.map((attempt) => [attempt.course.toUpperCase(), attempt]));
  const lineOf = new Map(own.map((line) => [line.class, line]));
  const markOf = new Map(marks.map((mark) => [mark.class, mark]));
  const cells = courses.map((course) => {
    const line = lineOf.get(course.class);
    return line ? cellOf(line, markOf.get(line.class), graded.get(line.code.toUpperCase())) : null;
  });
  const stopped = statusesStopping("sitting").some((one) => one === status);
  const upto = record?.semesters.filter(
    (one) => one.session < meant.session.name || (one.session === meant.session.name && one.semester <= meant.semester),
  );
  const cgpa = upto?.at(-1)?.cgpa ?? nothing;
  const lacking = (state: CellState) => courses.flatMap(({ code }, at) => (cells[at]?.state === state ? [code] : []));
  const [missing, unsent] = [lacking("Missing"), lacking("Not sent in")];
  return {
    ...{ student, name, matric, cells, stopped },
    units: own.reduce((all, { units }) => all + units, 0),
    gpa: term?.gpa ?? nothing,
    cgpa,
    standing: term?.standing ?? "Good",
    passClass: record?.profile ? classOf(cgpa, record.profile) : null,
    carryOvers: record?.carryOvers.map(({ course }) => course) ?? [],
    remarks: [
      ...(stopped ? [status] : []),
      ...(missing.length > 0 ? [`No mark: ${missing.join(", ")}`] : []),
      ...(unsent.length > 0 ? [`Not sent in: ${unsent.join(", ")}`] : []),
      ...(record?.profile ? [] : ["Graded by no profile"]),
    ],
    steps: gpaOfSteps(meant.steps, record?.semesters ?? [], (session, semester) =>
      levels.get(`${student} ${session} ${semester}`),
    ),
  };
}

function cellOf(
  { state, ispublished }: Line,
  mark: PendingAttempt | undefined,
  attempt: GradedAttempt | undefined,
): Cell {
  const stated = (): CellState => {
    if (ispublished) return "Published";
    if (!mark && attempt) return "Published";
    if (!state || isWritable(state)) return "Not sent in";
    if (!mark) return "Missing";
    return mark.code !== null ? "Code" : mark.total === mark.raw ? "Raw" : "Moderated";
  };
  return {
    total: attempt?.total ?? null,
    raw: mark?.raw ?? null,
    code: attempt?.code ?? null,
    grade: attempt?.grade ?? "",
    passed: attempt?.passed ?? false,
    state: stated(),
  };
}

function columnOf(
  line: Line,
  cells: readonly Cell[],
  records: ReadonlyMap<string, AcademicRecord>,
): Broadsheet["courses"][number] {
  const spread = spreadOf(cells);
  const passmark = records.get(line.student)?.profile?.passmark ?? null;
  const { sheet, state, since, seen } = line;
  return {
    ...{ class: line.class, code: line.code, title: line.title, units: line.units, students: cells.length },
    sheet: sheet && state && since !== null && seen !== null ? { _id: sheet, state, since, seen } : null,
    spread: { ...spread, grades: [...spread.grades], codes: [...spread.codes] },
    improbable: improbableIn(cells, passmark),
  };
}

/** In which level some students were registered, by `student session semester`. */
async function levelsOf(db: Database, students: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ student: string; session: string; semester: number; level: number }>`
    select r.student, coalesce(${sessionName(sql.ref("r.session"))}, '') as session, r.semester, r.level
    from ${everyRegistration()} r where r.student = any(${[...students]}::uuid[])`.execute(db);
  return new Map(rows.map(({ student, session, semester, level }) => [`${student} ${session} ${semester}`, level]));
}
