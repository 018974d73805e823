import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { resultBars, standingResults } from "#registry/course-result/course-result.server.ts";
import { pastAttempts } from "#registry/past-mark/past-mark.server.ts";
import { everyStudent, refuseOwnRecords } from "#registry/student/student.server.ts";
import { asAverage, type Sum } from "../academic-record/academic-record.rules.ts";
import { profilesOf, recordsInSlices } from "../academic-record/academic-record.server.ts";
import { moderationsInForce, pendingAttempts, scoresToGoOut } from "../moderation/moderation.server.ts";
import { profileFor, profilesById, type StoredProfile } from "../result-profile/result-profile.server.ts";
import { everyScore, everySheet } from "../score-sheet/score-sheet.server.ts";
import type { previewPublication, readBatches } from "./publication.contract.ts";
import { sheetWords } from "./publication.rules.ts";

export interface Term {
  /** Its `_id`. */
  readonly session: string;
  readonly semester: number;
}

export interface Batch {
  readonly programme: string;
  readonly level: number;
}

type Counted = Replied<typeof readBatches>[number];
type Outlook = Replied<typeof previewPublication>;

/** Whether `l.programme` and `l.level` are of the classes; of every class where none is named. */
const isOf = (batches: readonly Batch[] | null): RawBuilder<unknown> =>
  batches === null
    ? sql`true`
    : sql`(l.programme, l.level) in (select * from unnest(${batches.map(({ programme }) => programme)}::uuid[],
        ${batches.map(({ level }) => level)}::smallint[]))`;

/**
 * What is taken in a semester by some classes, with where its mark stands: rows of `student, programme, level, class, code, sheet,
 * isout, isbefore`. `sheet` has a whole mark that the board has approved.
 */
const judgedLines = ({ session, semester }: Term, batches: readonly Batch[] | null): RawBuilder<unknown> =>
  sql`(select l.student, l.programme, l.level, l.class, l.code, whole.sheet,
      exists (select from ${standingResults()} r where r.student = l.student and r.class = l.class) as isout,
      exists (select from ${pastAttempts()} p where p.student = l.student and p.session = ${session} and p.semester = ${semester}
        and lower(p.course) = lower(l.code)) as isbefore
    from ${takenCourses()} l
    left join ${everyScore()} whole on whole.student = l.student and whole.class = l.class and whole.state = 'Approved'
      and (whole.code is not null or whole.ca + whole.examination is not null)
    where l.session = ${session} and l.semester = ${semester} and ${isOf(batches)})`;

/** Whether a judged line `j` goes out. */
const isReady = sql`j.sheet is not null and not j.isout and not j.isbefore`;

/** How many results go out as they were corrected before. */
async function correctedOf(db: Database, term: Term, batches: readonly Batch[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${judgedLines(term, batches)} j
    join ${scoresToGoOut()} m on m.sheet = j.sheet and m.student = j.student where ${isReady} and m.iscorrected`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The classes of a semester with what is ready of each; all of them, or some. */
export async function batchesOf(db: Database | Trx, term: Term, batches: readonly Batch[] | null): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select j.programme, coalesce(p.title, '') as title, j.level, count(distinct j.student)::int as students,
      count(*) filter (where ${isReady})::int as results, count(*) filter (where j.isout)::int as published,
      count(*) filter (where j.sheet is null and not j.isout and not j.isbefore)::int as missing,
      count(*) filter (where j.sheet is not null and j.isbefore and not j.isout)::int as clashes
    from ${judgedLines(term, batches)} j left join (${programmeTitles()}) p on p._id = j.programme
    group by j.programme, p.title, j.level order by p.title, j.level, j.programme`.execute(db);
  return rows;
}

export interface Sight {
  readonly sheets: string[];
  readonly seen: string;
}

interface Seen {
  readonly sheets: string[];
  readonly marks: string | null;
  readonly results: string;
  readonly clashes: string;
  readonly moderations: string | null;
  /** By which profile each cohort among them is graded. */
  readonly cohorts: string | null;
  readonly profiles: string[];
}

/**
 * The sheets whose marks go out, and a sum over all that was seen: those sheets with their marks, whose results they are, what is
 * left out because it was there before, what is moderated, and the rules by which each cohort is graded.
 */
export async function sightOf(db: Database | Trx, term: Term, batches: readonly Batch[]): Promise<Sight> {
  const { rows } = await sql<Seen>`
    with judged as materialized (select j.student, j.class, j.sheet, j.isbefore from ${judgedLines(term, batches)} j
      where j.sheet is not null and not j.isout),
    ready as materialized (select distinct d.sheet from judged d where not d.isbefore),
    sums as (select md5(coalesce(string_agg(d.student || ' ' || d.class, ',' order by d.student, d.class) filter (where not d.isbefore), '')) as results,
        md5(coalesce(string_agg(d.student || ' ' || d.class, ',' order by d.student, d.class) filter (where d.isbefore), '')) as clashes
      from judged d),
    entries as materialized (select distinct s.programme, s.session from ${everyStudent()} s
      where s._id in (select d.student from judged d where not d.isbefore)),
    graded as materialized (select e.programme, e.session, ${profileFor(sql.ref("e.programme"), sql.ref("e.session"))} as profile
      from entries e),
    sheets as (select coalesce(array_agg(s._id order by s._id), '{}') as sheets,
        string_agg(s._id || ' ' || s.marksversion, ',' order by s._id) as marks
      from ready join ${everySheet()} s on s._id = ready.sheet)
    select sheets.sheets, sheets.marks, sums.results, sums.clashes,
      (select string_agg(m._id::text, ',' order by m._id) from ${moderationsInForce(term.session, term.semester)} m) as moderations,
      (select string_agg(concat_ws(' ', g.programme, g.session, g.profile), ',' order by g.programme, g.session) from graded g) as cohorts,
      (select coalesce(array_agg(distinct g.profile), '{}') from graded g where g.profile is not null) as profiles
    from sheets, sums`.execute(db);
  const [found] = rows;
  if (!found) return { sheets: [], seen: "" };
  const { sheets, profiles, ...sums } = found;
  const rules = await profilesById(db, profiles.sort());
  const seen = createHash("md5").update(JSON.stringify([sums, profiles.map((one) => rulesOf(rules.get(one)))]));
  return { sheets, seen: seen.digest("hex") };
}

/** All by which a profile grades: neither its name, nor whether results stand by it, changes what goes out. */
const rulesOf = (profile: StoredProfile | undefined) => ({ ...profile, name: null, usedAt: null });

/** The students of some classes. */
export async function studentsIn(
  db: Database | Trx,
  term: Term,
  batches: readonly Batch[],
): Promise<(Batch & { student: string })[]> {
  const { rows } = await sql<Batch & { student: string }>`
    select l.student, l.programme, l.level from ${everyRegistration()} l
    where l.session = ${term.session} and l.semester = ${term.semester} and ${isOf(batches)} order by l.student`.execute(
    db,
  );
  return rows;
}

/** Nobody decides whether the own results go out or are taken back. 403. */
export async function refuseOwnBatches(
  trx: Trx,
  who: Pick<Officer, "staff">,
  term: Term,
  batches: readonly Batch[],
): Promise<void> {
  const students = await studentsIn(trx, term, batches);
  await refuseOwnRecords(
    trx,
    who,
    students.map(({ student }) => student),
  );
}

/** What would go out, and what follows: the preview, and the same again before it is approved. */
export async function outlookOf(
  db: Database,
  term: Term,
  batches: readonly Batch[],
  was: string | null,
): Promise<Outlook> {
  const sight = await sightOf(db, term, batches);
  const [counted, students, sessions] = [
    await batchesOf(db, term, batches),
    await studentsIn(db, term, batches),
    await sessionsById(db, [term.session]),
  ];
  const ids = students.map(({ student }) => student);
  const session = sessions.get(term.session)?.name ?? "";
  const figures = await figuresOf(db, { ...term, name: session }, ids, sight.sheets);
  const ofBatch = Map.groupBy(students, ({ programme, level }) => `${programme} ${level}`);
  return {
    ...{ session, semester: term.semester, seen: sight.seen, same: was === null || was === sight.seen },
    students: ids.length,
    results: counted.reduce((sum, { results }) => sum + results, 0),
    missing: counted.reduce((sum, { missing }) => sum + missing, 0),
    batches: counted.map((one) => {
      const own = (ofBatch.get(`${one.programme} ${one.level}`) ?? []).flatMap(
        ({ student }) => figures.get(student) ?? [],
      );
      return { ...one, gpa: spreadOf(own.map(({ gpa }) => gpa)), classes: classesIn(own) };
    }),
    corrected: await correctedOf(db, term, batches),
    awaited: await awaitedOf(db, term, batches),
    clashes: await clashesOf(db, term, batches),
    unprofiled: await unprofiledOf(db, ids),
    ...(await closedTo(db, term, ids)),
  };
}

interface Figure {
  readonly gpa: Sum;
  readonly passClass: string | null;
}

async function figuresOf(
  db: Database,
  { name, semester }: Term & { readonly name: string },
  ids: readonly string[],
  sheets: readonly string[],
): Promise<Map<string, Figure>> {
  const found = new Map<string, Figure>();
  const pendingOf = (some: readonly string[]) => pendingAttempts(db, some, sql`m.sheet = any(${[...sheets]}::uuid[])`);
  for await (const [student, { semesters, passClass }] of recordsInSlices(db, ids, pendingOf)) {
    const own = semesters.find((one) => one.session === name && one.semester === semester);
    if (own && own.gpa.units > 0) found.set(student, { gpa: own.gpa, passClass });
  }
  return found;
}

function spreadOf(averages: readonly Sum[]) {
  const sorted = averages.toSorted((one, other) => one.points * other.units - other.points * one.units);
  const shown = (sum: Sum | undefined) => asAverage(sum ?? { points: 0, units: 0 });
  return {
    least: shown(sorted[0]),
    middle: shown(sorted[Math.floor((sorted.length - 1) / 2)]),
    most: shown(sorted.at(-1)),
  };
}

const classesIn = (figures: readonly Figure[]) =>
  [...Map.groupBy(figures, ({ passClass }) => passClass)]
    .map(([name, all]) => ({ name, students: all.length }))
    .toSorted((one, other) => other.students - one.students);

async function awaitedOf(db: Database, term: Term, batches: readonly Batch[]): Promise<Outlook["awaited"]> {
  const { rows } = await sql<{ code: string; name: string; state: string | null; students: number }>`
    select k.code, min(t.name) as name, s.state, count(*)::int as students
    from ${judgedLines(term, batches)} j join ${everyClass()} k on k._id = j.class
    join ${takenCourses()} t on t.student = j.student and t.class = j.class
    left join ${everySheet()} s on s.class = j.class
    where j.sheet is null and not j.isout and not j.isbefore group by k.code, s.state order by k.code`.execute(db);
  return rows.map(({ state, ...row }) => ({ ...row, state: sheetWords(state) }));
}

const MOST = 100;

async function clashesOf(db: Database, term: Term, batches: readonly Batch[]): Promise<Outlook["clashes"]> {
  const { rows } = await sql<Outlook["clashes"][number]>`
    select s.name, s.matric, j.code as course from ${judgedLines(term, batches)} j join ${everyStudent()} s on s._id = j.student
    where j.sheet is not null and j.isbefore and not j.isout order by s.name, j.code limit ${MOST}`.execute(db);
  return rows;
}

/** The entrants whom no profile grades. */
export async function unprofiledOf(db: Database | Trx, students: readonly string[]): Promise<Outlook["unprofiled"]> {
  const graded = await profilesOf(db, students);
  const without = students.filter((student) => !graded.has(student));
  if (without.length === 0) return [];
  const { rows } = await sql<{ programme: string | null; session: string | null; students: number }>`
    select p.title as programme, s.session, count(*)::int as students from ${everyStudent()} s
    left join (${programmeTitles()}) p on p._id = s.programme
    where s._id = any(${without}::uuid[]) group by p.title, s.session order by p.title`.execute(db);
  const names = await sessionsById(
    db,
    rows.flatMap(({ session }) => session ?? []),
  );
  return rows.map(({ programme, session, students: count }) => ({
    programme: programme ?? "No programme",
    session: names.get(session ?? "")?.name ?? "no session",
    students: count,
  }));
}

/** To how many the semester stays closed: each counts with everything that keeps it back. */
async function closedTo(db: Database, { session, semester }: Term, students: readonly string[]) {
  const asked = sql`select s._id as student, ${session}::uuid as session, ${semester}::smallint as semester, now() as "outAt", true as islast
    from unnest(${[...students]}::uuid[]) s(_id)`;
  const { rows } = await sql<{ debtors: number; held: number }>`
    select count(*) filter (where coalesce(b.left_kobo, case when b.gated then 1 else 0 end) > 0)::int as debtors,
      count(*) filter (where b.reason is not null or b.status is not null)::int as held
    from ${resultBars(asked)} b`.execute(db);
  return rows[0] ?? { debtors: 0, held: 0 };
}
