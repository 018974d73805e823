import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { utmeSubjectsIn } from "#reference/subjects/subjects.told.rules.ts";
import { takeScores } from "../../review/review.server.ts";
import { coursesOf, knownCourses } from "../course/course.server.ts";
import {
  birthIn,
  type FileNoun,
  genderIn,
  inBatches,
  jambIn,
  nameIn,
  originIn,
  type RowCounts,
  type RowReader,
  type SessionRows,
  type StoredRows,
  textIn,
  utmeIn,
} from "../import/import.rows.server.ts";
import { jambCandidates } from "./candidate.contract.ts";

/** A head looks at those whose course is one of the department's programmes. */
export const jambCandidateRules: RecordRules<typeof jambCandidates> = {
  of: jambCandidates,
  table: "jamb_candidate_line",
  within: ofProgrammesWithin,
};

/**
 * The candidates of a session, as a part of a larger query: rows of `jamb, name, stateoforigin, lgaoforigin, programme,
 * utme, subjects, candidate`.
 */
export const candidatesOf = (session: string): RawBuilder<unknown> => sql`
  select c._id as candidate, c.jamb, c.name, c.stateoforigin, c.lgaoforigin, c.programme, c.utme, c.subjects
  from portal.jamb_candidate_line c where c.session = ${session}`;

/** The name that JAMB has of a number in a session, where it is not the same person's; a part of a larger query. */
export const nameAtJamb = (of: Readonly<Record<"session" | "jamb" | "name", RawBuilder<unknown>>>) =>
  sql<string | null>`(select listed.name from portal.jamb_candidate listed
    where listed.session = ${of.session} and listed.jamb = ${of.jamb} and not portal.jamb_same_name(listed.name, ${of.name}))`;

interface CandidateRow {
  readonly jamb: string;
  readonly name: string;
  readonly gender: string | null;
  readonly stateoforigin: string | null;
  readonly lgaoforigin: string | null;
  /** As the file spells it. */
  readonly course: string | null;
  /** `YYYY-MM-DD`. */
  readonly dateofbirth: string | null;
  readonly utme: number | null;
  readonly subjects: string | null;
}

const subjectColumns = ["subject1", "subject2", "subject3", "subject4"];

const readCandidate: RowReader<CandidateRow> = (cells, say) => {
  const { jamb = "", name = "", lastname = "", firstname = "", middlename = "" } = cells;
  const {
    stateoforigin: state = "",
    lgaoforigin: area = "",
    gender = "",
    course = "",
    utme = "",
    dateofbirth = "",
  } = cells;
  const subjects = subjectColumns.map((column) => cells[column] ?? "").filter((subject) => subject !== "");
  return {
    jamb: jambIn(jamb, say),
    name: nameIn(name === "" ? [lastname, firstname, middlename] : [name], say),
    gender: genderIn(gender, say),
    ...originIn({ state, area }, say),
    dateofbirth: birthIn(dateofbirth, say),
    course: textIn("Course", course, 200, say) || null,
    utme: utmeIn(utme, say),
    subjects: textIn("Subjects", subjects.join(", "), 200, say) || null,
  };
};

/** The candidates' list: a number that is there already gets what the newer file says. */
export const candidateFiles: FileNoun<CandidateRow> = {
  read: readCandidate,
  course: ({ course }) => course,

  async weigh(db, brought) {
    const known = await knownCourses(db, spelt(brought));
    return weighed(db, brought.session, placed(brought, known));
  },

  async store(trx, storing) {
    const rows = placed(storing, await coursesOf(trx, spelt(storing)));
    await inBatches(rows, (batch) => keep(trx, storing, batch));
    const scores = rows.flatMap(({ jamb, utme, subjects }) => {
      const utmesubjects = utmeSubjectsIn(subjects ?? "");
      return utme === null && utmesubjects === null ? [] : [{ jamb, utme, utmesubjects }];
    });
    return { scored: await takeScores(trx, storing.session, scores) };
  },
};

const spelt = ({ rows }: SessionRows<CandidateRow>) => rows.flatMap(({ course }) => course ?? []);

type Placed = Omit<CandidateRow, "course"> & { readonly course: string | null };

/** With the course's `_id`; one that nobody has met yet is like no other. */
const placed = ({ rows }: SessionRows<CandidateRow>, courses: ReadonlyMap<string, string>): Placed[] =>
  rows.map((row) => ({ ...row, course: row.course === null ? null : (courses.get(row.course) ?? newId()) }));

const told = (batch: readonly Placed[]) => sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as n(
  jamb text, name text, gender text, stateoforigin text, lgaoforigin text, dateofbirth date, course uuid, utme smallint, subjects text)`;

const names = ["name", "gender", "stateoforigin", "lgaoforigin", "dateofbirth", "course", "utme", "subjects"];
const columns = sql.raw(names.join(", "));
const of = (table: string) => sql.raw(`(${names.map((name) => `${table}.${name}`).join(", ")})`);
const fromFile = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(", "));

const weighed = (db: Database | Trx, session: string, rows: readonly Placed[]): Promise<RowCounts> =>
  inBatches(rows, async (batch) => {
    const { rows: counted } = await sql<Omit<RowCounts, "same">>`
      select count(*) filter (where c._id is null)::int as added,
        count(*) filter (where c._id is not null and ${of("n")} is distinct from ${of("c")})::int as changed
      from ${told(batch)} left join portal.jamb_candidate c on c.session = ${session} and c.jamb = n.jamb`.execute(db);
    return counted[0];
  });

async function keep(
  trx: Trx,
  { session, list }: StoredRows<CandidateRow>,
  batch: readonly Placed[],
): Promise<undefined> {
  await sql`insert into portal.jamb_candidate as c (_id, session, jamb, list, ${columns})
    select gen_random_uuid(), ${session}, jamb, ${list}, ${columns} from ${told(batch)}
    on conflict on constraint jamb_candidate_once do update
      set ${fromFile}, list = excluded.list, version = c.version + 1, "updatedAt" = now()
      where ${of("c")} is distinct from ${of("excluded")}`.execute(trx);
}
