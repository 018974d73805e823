import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { broughtMarks, pastAttempts } from "../past-mark/past-mark.server.ts";
import { readMarksOfStudent, type StudentMark } from "../past-mark/past-mark.shown.contract.ts";
import { everyStudent, isOwnRecord, ofStudentsWithin } from "../student/student.server.ts";
import { ownResults } from "./course-result.closed.server.ts";

export {
  type ClosedTerm,
  closedTerms,
  closedTermsIn,
  closedTermsOf,
  isKeptBack,
  readResults,
  resultBars,
} from "./course-result.closed.server.ts";
export {
  correctionOf,
  correctResult,
  type LockedResult,
  lockResult,
  placeOfResult,
  type ResultMark,
} from "./course-result.correct.server.ts";

/**
 * The results that stand, as a part of a larger query: neither recalled nor corrected by another row; those too whose minute has not
 * come. Rows of all columns of the table.
 */
export const standingResults = (): RawBuilder<unknown> =>
  sql`(select stands.* from portal.course_result stands where stands."recalledAt" is null and stands."supersededAt" is null)`;

/** Every result that ever was, those corrected and recalled among them, as a part of a larger query. */
export const everyResult = (): RawBuilder<unknown> => sql`(select kept.* from portal.course_result kept)`;

/** Asked of the whole union: a part with a condition of its own is read from end to end for each student who is joined to it. */
const standsAndIsRead = sql`(r."recalledAt" is null and r."supersededAt" is null and r."visibleAt" <= now())`;

/**
 * Every attempt at a course that is on the record of a student and published, as a part of a larger query: rows of `_id, student,
 * session, semester, course, title, units, ca, examination, total, code, passline, source, document, programme`; of marks of before nobody knows the programme. What two semesters have are two attempts.
 */
export const recordAttempts = (): RawBuilder<unknown> =>
  sql`(select tries._id, tries.student, tries.session, tries.semester, tries.course, tries.title, tries.units, tries.ca, tries.examination,
      tries.total, tries.code, tries.passline, tries.source, tries.document, tries.programme
    from (select past.*, null::uuid as programme, true as stands from ${pastAttempts()} past
      union all
      select r._id, r.student, r.session, r.semester, r.course, r.title, r.units, r.ca, r.examination, r.total, r.code, r.passline,
        'Result' as source, null::text as document, r.programme, ${standsAndIsRead} as stands
      from portal.course_result r) tries where tries.stands)`;

/** When some results were corrected that stand now, by their `_id`; those that nobody corrected are not among them. */
export async function correctedAmong(db: Database | Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ _id: string; createdAt: string }>`
    select r._id, r."createdAt" from portal.course_result r
    where r._id = any(${[...ids]}::uuid[]) and r.supersedes is not null`.execute(db);
  return new Map(rows.map(({ _id, createdAt }) => [_id, createdAt]));
}

/** The codes that students have passed, as a part of a larger query: rows of `student, code`. */
export const passedCodes = (): RawBuilder<unknown> =>
  sql`(select passed.student, passed.course as code from ${recordAttempts()} passed where passed.total >= passed.passline)`;

/** The codes that students have a result of, passed or not: rows of `student, code, session, semester`. */
export const triedCodes = (): RawBuilder<unknown> =>
  sql`(select tried.student, tried.course as code, tried.session, tried.semester from ${recordAttempts()} tried)`;

/** When a result is read whose publication is still being made: never. Migration 0290 knows it too. */
const UNMADE = sql`timestamptz '9999-12-31 00:00:00Z'`;

/** For the statements that move a whole publication at once: 90,000 rows take longer than the usual five seconds. */
const PATIENCE = sql`set local statement_timeout = '2min'`;

/**
 * Keeps results that go out with a publication: `rows` are of `student, session, semester, programme, level, class, course, title,
 * units, moduletype, ca, examination, total, code, passline`. What stands already is left as it is. Nobody reads them before
 * `showResults`. Answers of how many students how many were kept.
 */
export async function keepResults(
  trx: Trx,
  { _id }: { readonly _id: string },
  rows: RawBuilder<unknown>,
): Promise<{ students: number; results: number }> {
  const { rows: kept } = await sql<{ students: number; results: number }>`
    with kept as (
      insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
        examination, total, code, passline, publication, "visibleAt")
      select gen_random_uuid(), given.student, given.session, given.semester, given.programme, given.level, given.class, given.course,
        given.title, given.units, given.moduletype, given.ca, given.examination, given.total, given.code, given.passline, ${_id}::uuid,
        ${UNMADE}
      from ${rows} given
      on conflict (student, session, semester, lower(course)) where "recalledAt" is null and "supersededAt" is null do nothing
      returning student)
    select count(distinct k.student)::int as students, count(*)::int as results from kept k`.execute(trx);
  return kept[0] ?? { students: 0, results: 0 };
}

/**
 * Gives all that a publication brought its minute, so that all are read at once; where that is over already, they are read from now
 * on.
 */
export async function showResults(trx: Trx, { _id, at }: { readonly _id: string; readonly at: string }): Promise<void> {
  await PATIENCE.execute(trx);
  await sql`update portal.course_result set "visibleAt" = greatest(${at}::timestamptz, clock_timestamp())
    where publication = ${_id} and "visibleAt" = ${UNMADE} and "recalledAt" is null`.execute(trx);
}

/** Takes back all that a publication brought, in one statement: of what nobody has read yet nothing may come out meanwhile. */
export async function recallUnread(trx: Trx, publication: string): Promise<void> {
  await PATIENCE.execute(trx);
  await sql`update portal.course_result set "recalledAt" = now() where publication = ${publication} and "recalledAt" is null`.execute(
    trx,
  );
}

/** Takes back what a publication brought to some students; what was recalled before stays so. Answers how many. */
export async function recallResults(trx: Trx, publication: string, students: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (update portal.course_result set "recalledAt" = now() where publication = ${publication}
      and student = any(${[...students]}::uuid[]) and "recalledAt" is null returning _id)
    select count(*)::int as count from gone`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * When marks of students came, were corrected or taken back, as a part of a larger query: rows of `student, code, at`; what is to
 * be read later comes then.
 */
export const movedMarks = (): RawBuilder<unknown> =>
  sql`(select moved.student, moved.code, moved.at
    from (select shown.student, shown.course as code, shown."visibleAt" as at, shown."visibleAt" <= now() as has
        from portal.course_result shown
      union all
      select gone.student, gone.course, gone."recalledAt", gone."recalledAt" is not null from portal.course_result gone
      union all
      select brought.student, brought.course, brought.at, true from ${broughtMarks()} brought) moved
    where moved.has)`;

/** Results go along. A course that both have in one semester is settled first: two sheets of one person are a mistake of somebody. */
const resultMerge: MergePart = {
  tables: ["course_result"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ course: string; isthere: boolean }>`
      select g.course, exists (select from ${standingResults()} k where k.student = ${kept._id}
        and (k.session, k.semester, lower(k.course)) = (g.session, g.semester, lower(g.course))) as isthere
      from ${standingResults()} g where g.student = ${gone._id} order by g.course`.execute(trx);
    const { rows: beside } = await sql<{ course: string }>`
      select r.course from ${standingResults()} r join ${pastAttempts()} past on past.student <> r.student
        and past.session = r.session and past.semester = r.semester and lower(past.course) = lower(r.course)
      where r.student in (${kept._id}, ${gone._id}) and past.student in (${kept._id}, ${gone._id}) order by r.course`.execute(
      trx,
    );
    const going = rows.filter(({ isthere }) => !isthere).length;
    return {
      moves: going > 0 ? [asCount(going, "result goes along", "results go along")] : [],
      stops: [
        ...rows
          .filter(({ isthere }) => isthere)
          .map(
            ({ course }) =>
              `${course} has a published result in the same semester on each record. Recall the wrong one first`,
          ),
        ...beside.map(
          ({ course }) =>
            `${course} has a published result on one record and a past mark on the other, in the same semester. Take the past mark out first, under Past marks`,
        ),
      ],
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } = await sql`
      update portal.course_result set student = ${kept._id} where student = ${gone._id} returning _id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "course_result.go-along",
        subject: `student:${kept._id}`,
        after: { results: rows.length, from: gone._id },
      });
  },
};

const impossibleResults: readonly Impossible[] = [
  {
    name: "result-beside-past-mark",
    sentence: "A course has one mark in a semester: a published result, or a mark of before",
    rows: sql`select 'student:' || r.student as subject from ${standingResults()} r join ${pastAttempts()} past
      on past.student = r.student and past.session = r.session and past.semester = r.semester and lower(past.course) = lower(r.course)`,
  },
  {
    name: "result-corrected-by-nothing",
    sentence: "A result that stands no more was recalled, or another row corrects it",
    rows: sql`select 'student:' || gone.student as subject from portal.course_result gone where gone."supersededAt" is not null
      and not exists (select from portal.course_result after where after.supersedes = gone._id)`,
  },
  {
    name: "result-below-its-score",
    sentence: "Moderation takes no mark from anybody",
    rows: sql`select 'student:' || r.student as subject from portal.course_result r where r.total < r.ca + r.examination`,
  },
];

function courseResultCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readMarksOfStudent, staff("past-marks"), async ({ who, params }) => {
    const { rows: reached } = isId(params.id)
      ? await sql`select from ${everyStudent()} one where one._id = ${params.id}
          and ${who.scope === "all" ? sql`true` : ofStudentsWithin(sql.ref("one._id"), who.scope)}
          and not ${isOwnRecord(sql.ref("one._id"), who.staff)}`.execute(db)
      : { rows: [] };
    if (reached.length === 0) throw notFound();
    const { rows } = await sql<StudentMark>`
      select a._id, a.course, a.title, coalesce(${sessionName(sql.ref("a.session"))}, '') as session, a.semester, a.units,
        a.total, a.code, coalesce(a.total >= a.passline, false) as passed, a.source
      from ${recordAttempts()} a where a.student = ${params.id} order by 4 desc, a.semester desc, a.course`.execute(db);
    return rows;
  });
}

export const courseResultNoun: Noun = {
  name: "course-result",
  calls: courseResultCalls,
  ownRows: [ownResults],
  merges: [resultMerge],
  impossible: impossibleResults,
};
