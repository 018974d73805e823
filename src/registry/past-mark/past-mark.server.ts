import { type RawBuilder, sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { type Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { ofStudentsWithin, refuseOwnRecords, studentsFound, studentsOfAccount } from "../student/student.server.ts";
import { pastMarks } from "./past-mark.contract.ts";
import { type MarkSource, speltInFiles } from "./past-mark.rules.ts";
import type { StudentMark } from "./past-mark.shown.contract.ts";

const pastMarkRules: RecordRules<typeof pastMarks> = {
  of: pastMarks,
  table: "past_mark",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  constraints: {
    past_mark_once: [
      "value-taken",
      "course",
      "The student has a mark of this course in this semester already. Change that one",
    ],
    past_mark_beside_result: [
      "result-published",
      "course",
      "A result of this course was published in this semester just now. Past marks are for the time before: rectify the result instead",
    ],
    past_mark_of_before: [
      "mark-comes-by-sheet",
      "course",
      "The student's courses are registered here by that semester since just now: its mark comes by a score sheet",
    ],
  },
  deeds: { "past_mark.practice": "Confirmed as a result of teaching practice" },
  check: async ({ trx }, change) => {
    const { who, before } = change;
    await refuseOwnRecords(trx, who, markedOf([change]));
    if (isOfPractice(before)) throw refuse("practice-mark-stands", PRACTICE_STANDS);
    const [beside] = (await refusedBeside(trx, [change])).values();
    if (beside) throw beside;
  },
  many: {
    apart: {},
    async check({ trx }, changes) {
      const [first] = changes;
      if (first) await refuseOwnRecords(trx, first.who, markedOf(changes));
      return new Map([
        ...(await refusedBeside(trx, changes)),
        ...changes
          .filter(({ before }) => isOfPractice(before))
          .map(({ id }) => [id, refuseFields("practice-mark-stands", { course: PRACTICE_STANDS })] as const),
      ]);
    },
    columns: [],
    fills: async () => new Map(),
  },
  spelt: speltInFiles,
};

const PRACTICE_STANDS =
  "This is a result of teaching practice that two people have confirmed. It stands, and another attempt is a mark of its own";

/** What the portal itself has of a course of a student in a semester. */
interface Beside {
  readonly id: string;
  readonly course: string;
  readonly kept: "Published" | "Registered" | "Typed" | "Begun";
}

/**
 * Which of some marks the portal has a mark of its own for, or will have, each with what to do, by `id`. What is published is rectified
 * by two people, and what is registered comes by its score sheet. Of a mark that stands there already its title alone may change.
 */
async function refusedBeside(
  trx: Trx,
  changes: readonly Pick<RowChange, "id" | "form">[],
): Promise<ReadonlyMap<string, Refusal>> {
  const wanted = changes.flatMap(({ id, form }) => (form ? [{ id, ...form }] : []));
  const { rows } = await sql<Beside>`
    select * from (
      select f.id, f.course, case when portal.has_published_result(f.student, f.session, f.semester, f.course) then 'Published'
        when (f.student, f.session, f.semester, lower(f.course), f.units, f.ca, f.examination, f.total, f.code)
          is distinct from (m.student, m.session, m.semester, lower(m.course), m.units, m.ca, m.examination, m.total, m.code)
        then portal.kept_here(f.student, f.session, f.semester, f.course) end as kept
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as f(id uuid, student uuid, session uuid, semester smallint, course text,
        units smallint, ca smallint, examination smallint, total smallint, code text)
      left join portal.past_mark m on m._id = f.id) found
    where found.kept is not null`.execute(trx);
  return new Map(rows.map(({ id, ...beside }) => [id, refusalOf(beside)]));
}

function refusalOf({ course, kept }: Omit<Beside, "id">): Refusal {
  if (kept === "Published")
    return refuseFields("result-published", {
      course: `The student has a published result of ${course} in this semester. Past marks are for the time before: rectify the result instead`,
    });
  return refuseFields("mark-comes-by-sheet", { course: `${course} ${bySheet[kept]}` });
}

const bySheet: Readonly<Record<Exclude<Beside["kept"], "Published">, string>> = {
  Registered: "is registered here in that semester: its mark comes by its score sheet",
  Typed: "has a score on a sheet here in that semester: its mark comes by that score sheet",
  Begun:
    "cannot have a past mark of that semester: the student's courses are registered here by then, so marks come by score sheets. Past marks are for the semesters before",
};

const isOfPractice = (before: RowChange["before"]): boolean =>
  (before?.source as MarkSource | undefined) === "Teaching practice";

/** The students whose marks these are and would be. */
const markedOf = (changes: readonly Pick<RowChange, "before" | "form">[]): string[] =>
  changes.flatMap(({ before, form }) => [
    ...(before ? [(before.student as { _id: string })._id] : []),
    ...(form ? [form.student as string] : []),
  ]);

const markedBy = (rows: readonly unknown[], source: MarkSource, say: (count: string) => string): string[] => {
  const { length } = rows.filter((row) => (row as { readonly source?: string }).source === source);
  return length > 0 ? [say(asCount(length, "mark"))] : [];
};

const ownPastMarks: OwnRows = {
  name: "past-marks",
  tables: ["past_mark"],
  rows: (owner) =>
    sql`select to_jsonb(m) as row from portal.past_mark m where m.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: (rows) => [
      ...markedBy(rows, "Past marks", (count) => `Your ${count} of the time before this portal`),
      ...markedBy(rows, "Teaching practice", (count) => `Your ${count} of teaching practice`),
    ],
    why: "Your results and your transcript rest on them, for as long as the rules of the college say",
  },
};

interface MarkBeside {
  readonly course: string;
  readonly session: string;
  readonly semester: number;
  /** Whether the record that stays has the same course in the same semester, and whether with the same mark. */
  readonly isthere: boolean;
  readonly issame: boolean;
  /** Of how many of the two the source is a practice. */
  readonly practices: number;
}

/**
 * Marks go along. A course that both have is one: with the same mark nothing moves, with another one of them is wrong. Nobody can
 * correct a practice that was confirmed: of two the later one stands, as of two attempts of one student.
 */
const markMerge: MergePart = {
  tables: ["past_mark"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<MarkBeside>`
      select m.course, coalesce(${sessionName(sql.ref("m.session"))}, '') as session, m.semester, k._id is not null as isthere,
        (m.units, m.ca, m.examination, coalesce(m.total, m.ca + m.examination), m.code)
          is not distinct from (k.units, k.ca, k.examination, coalesce(k.total, k.ca + k.examination), k.code) as issame,
        (m.source = 'Teaching practice')::int + (k.source is not distinct from 'Teaching practice')::int as practices
      from portal.past_mark m left join portal.past_mark k on k.student = ${kept._id}
        and (k.session, k.semester, lower(k.course)) = (m.session, m.semester, lower(m.course))
      where m.student = ${gone._id} order by m.session, m.semester, m.course`.execute(trx);
    const going = rows.filter(({ isthere }) => !isthere).length;
    const both = rows.filter(({ isthere }) => isthere);
    const same = both.filter(({ issame, practices }) => issame && practices === 0).length;
    const term = ({ course, session, semester }: MarkBeside) =>
      `${course} of the ${semesterWords(semester)} ${session}`;
    return {
      moves: going > 0 ? [asCount(going, "past mark goes along", "past marks go along")] : [],
      stays: [
        ...(same > 0
          ? [`${asCount(same, "past mark is", "past marks are")} the same on both, and stay as they are`]
          : []),
        ...both
          .filter(({ practices }) => practices === 2)
          .map((one) => `${term(one)} is a teaching practice on each record: the one that was confirmed later stands`),
      ],
      stops: both.flatMap((one) => {
        if (one.practices === 1)
          return [
            `${term(one)} is a teaching practice on one record and a past mark on the other. Take the past mark out first, under Past marks`,
          ];
        if (one.practices === 2 || one.issame) return [];
        return [`${term(one)} has another mark on each record. Correct the wrong one first, under Past marks`];
      }),
    };
  },
  async move({ trx, note }, { kept, gone }) {
    // They change places: the mark of the earlier attempt stays with the record that goes.
    const { rows: later } = await sql`
      update portal.past_mark m set course = o.course, title = o.title, units = o.units, total = o.total, code = o.code,
        posting = o.posting, passline = o.passline, "confirmedAt" = o."confirmedAt", version = m.version + 1, "updatedAt" = now()
      from portal.past_mark o, portal.past_mark g, portal.past_mark k
      where g.student = ${gone._id} and k.student = ${kept._id} and g.source = 'Teaching practice' and k.source = 'Teaching practice'
        and (k.session, k.semester, lower(k.course)) = (g.session, g.semester, lower(g.course)) and g."confirmedAt" > k."confirmedAt"
        and ((m._id, o._id) = (k._id, g._id) or (m._id, o._id) = (g._id, k._id)) returning m._id`.execute(trx);
    const { rows } = await sql`
      update portal.past_mark m set student = ${kept._id}, version = version + 1, "updatedAt" = now()
      where m.student = ${gone._id} and not exists (select from portal.past_mark k where k.student = ${kept._id}
        and (k.session, k.semester, lower(k.course)) = (m.session, m.semester, lower(m.course))) returning m._id`.execute(
      trx,
    );
    const marks = rows.length + later.length / 2;
    if (marks > 0)
      note({ deed: "past_mark.go-along", subject: `student:${kept._id}`, after: { marks, from: gone._id } });
  },
};

/**
 * Every mark that is kept here as an attempt at a course, as a part of a larger query: rows of `_id, student, session, semester,
 * course, title, units, ca, examination, total, code, passline, source, document`.
 */
export const pastAttempts = (): RawBuilder<unknown> =>
  sql`(select m._id, m.student, m.session, m.semester, m.course, m.title, m.units, m.ca, m.examination,
      coalesce(m.total, m.ca + m.examination)::smallint as total, m.code,
      coalesce(m.passline, portal.pass_mark_of(m.student), (${settingInForce("passMark")} #>> '{}')::smallint) as passline, m.source,
      m.document
    from portal.past_mark m)`;

/** When marks were brought in or changed here, as a part of a larger query: rows of `student, course, at`. */
export const broughtMarks = (): RawBuilder<unknown> =>
  sql`(select came.student, came.course, came."updatedAt" as at from portal.past_mark came)`;

/** The marks of confirmed practices: rows of `student, session, semester, course`. */
export const practiceMarks = (): RawBuilder<unknown> =>
  sql`(select own.student, own.session, own.semester, own.course from portal.past_mark own
    where own.source = 'Teaching practice')`;

/** The marks of one student, the newest semester first. */
export async function marksOfStudent(db: Database, student: string): Promise<StudentMark[]> {
  const { rows } = await sql<StudentMark>`
    select m._id, m.course, m.title, coalesce(${sessionName(sql.ref("m.session"))}, '') as session, m.semester, m.units,
      m.total, m.code, coalesce(m.total >= m.passline, false) as passed, m.source
    from ${pastAttempts()} m where m.student = ${student} order by 4 desc, m.semester desc, m.course`.execute(db);
  return rows;
}

/** A result of teaching practice that two people have confirmed. */
export interface PracticeMark {
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly course: string;
  readonly title: string;
  readonly units: number;
  /** Of 100; null where a code stands in its place. */
  readonly total: number | null;
  readonly code: string | null;
  readonly passline: number;
  /** The attempt that it is the result of. */
  readonly posting: string;
}

/** Keeps a confirmed practice as the mark of its course; of two attempts in one semester the later one's. Refuses beside a mark that the registry brought in. */
export async function keepPracticeMark({ trx, note }: Work, mark: PracticeMark): Promise<void> {
  const { student, session, semester, course, title, units, total, code, passline, posting } = mark;
  const kept = sql<{ _id: string }>`
    insert into portal.past_mark (_id, student, session, semester, course, title, units, total, code, source, posting, passline,
      "confirmedAt")
    values (${newId()}, ${student}, ${session}, ${semester}, ${course}, ${title}, ${units}, ${total}, ${code},
      'Teaching practice', ${posting}, ${passline}, now())
    on conflict (student, session, semester, lower(course)) do update set title = excluded.title, units = excluded.units,
      total = excluded.total, code = excluded.code, posting = excluded.posting, passline = excluded.passline,
      "confirmedAt" = excluded."confirmedAt", version = past_mark.version + 1, "updatedAt" = now()
      where past_mark.source = 'Teaching practice'
    returning _id`.execute(trx);
  const { rows } = await onConstraint({ past_mark_beside_result: () => publishedAlready(course) }, kept);
  const [row] = rows;
  if (!row)
    throw refuse(
      "mark-there-already",
      `The student has a past mark of ${course} in this semester already. Take the wrong one out under Past marks, then confirm`,
    );
  note({ deed: "past_mark.practice", subject: `past_mark:${row._id}`, after: { course, total, code, passline } });
}

const publishedAlready = (course: string) =>
  refuse(
    "result-published",
    `The student has a published result of ${course} in this semester already. Have its publication taken back first, then confirm`,
  );

export const pastMarkNoun: Noun = {
  name: "past-mark",
  records: [pastMarkRules],
  ownRows: [ownPastMarks],
  merges: [markMerge],
};
