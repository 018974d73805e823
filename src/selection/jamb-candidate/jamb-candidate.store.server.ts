import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { coursesOf, knownCourses } from "../jamb-course/jamb-course.server.ts";
import {
  type Brought,
  type Counts,
  type FileNoun,
  inBatches,
  type Storing,
} from "../jamb-list/jamb-list.batch.server.ts";
import { takeScores } from "../review/review.read.server.ts";
import { type CandidateRow, readCandidate } from "./jamb-candidate.take.server.ts";

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
    const scores = rows.flatMap(({ jamb, utme }) => (utme === null ? [] : [{ jamb, utme }]));
    return { scored: await takeScores(trx, storing.session, scores) };
  },
};

const spelt = ({ rows }: Brought<CandidateRow>) => rows.flatMap(({ course }) => course ?? []);

type Placed = Omit<CandidateRow, "course"> & { readonly course: string | null };

/** With the course's `_id`; one that nobody has met yet is like no other. */
const placed = ({ rows }: Brought<CandidateRow>, courses: ReadonlyMap<string, string>): Placed[] =>
  rows.map((row) => ({ ...row, course: row.course === null ? null : (courses.get(row.course) ?? newId()) }));

const told = (batch: readonly Placed[]) => sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as n(
  jamb text, name text, gender text, stateoforigin text, lgaoforigin text, course uuid, utme smallint, subjects text)`;

const names = ["name", "gender", "stateoforigin", "lgaoforigin", "course", "utme", "subjects"];
const columns = sql.raw(names.join(", "));
const of = (table: string) => sql.raw(`(${names.map((name) => `${table}.${name}`).join(", ")})`);
const fromFile = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(", "));

const weighed = (db: Database | Trx, session: string, rows: readonly Placed[]): Promise<Counts> =>
  inBatches(rows, async (batch) => {
    const { rows: counted } = await sql<Omit<Counts, "same">>`
      select count(*) filter (where c._id is null)::int as added,
        count(*) filter (where c._id is not null and ${of("n")} is distinct from ${of("c")})::int as changed
      from ${told(batch)} left join portal.jamb_candidate c on c.session = ${session} and c.jamb = n.jamb`.execute(db);
    return counted[0];
  });

async function keep(trx: Trx, { session, list }: Storing<CandidateRow>, batch: readonly Placed[]): Promise<undefined> {
  await sql`insert into portal.jamb_candidate as c (_id, session, jamb, list, ${columns})
    select gen_random_uuid(), ${session}, jamb, ${list}, ${columns} from ${told(batch)}
    on conflict on constraint jamb_candidate_once do update
      set ${fromFile}, list = excluded.list, version = c.version + 1, "updatedAt" = now()
      where ${of("c")} is distinct from ${of("excluded")}`.execute(trx);
}
