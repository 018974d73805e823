import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { forgetScreenings, takeScores } from "../../review/review.server.ts";
import {
  type FileNoun,
  inBatches,
  jambIn,
  type RowCounts,
  type StoredRows,
  screeningIn,
} from "../import/import.rows.server.ts";
import { screeningScores } from "./screening.contract.ts";

export const screeningScoreRules: RecordRules<typeof screeningScores> = {
  of: screeningScores,
  table: "screening_score_line",
  within: ofProgrammesWithin,
};

/** The scores of a session, as a part of a larger query: rows of `jamb, score`, the score null for who did not come. */
export const screeningsOf = (session: string): RawBuilder<unknown> => sql`
  select s.jamb, s.score from portal.screening_score s where s.session = ${session}`;

/** What a row of screening scores says; the score null for who did not come. */
interface ScoreRow {
  readonly jamb: string;
  readonly score: string | null;
}

/** The screening: a number that is there already gets what the newer file says. */
export const screeningFiles: FileNoun<ScoreRow> = {
  read: ({ jamb = "", score = "" }, say) => ({ jamb: jambIn(jamb, say), score: screeningIn(score, say) }),
  course: () => null,

  weigh: (db, { session, rows }) =>
    inBatches(rows, async (batch) => {
      const { rows: counted } = await sql<Omit<RowCounts, "same">>`
        select count(*) filter (where s._id is null)::int as added,
          count(*) filter (where s._id is not null and n.score is distinct from s.score)::int as changed
        from ${told(batch)} left join portal.screening_score s on s.session = ${session} and s.jamb = n.jamb`.execute(
        db,
      );
      return counted[0];
    }),

  async store(trx, { session, list, rows }) {
    await inBatches(rows, (batch) => keep(trx, { session, list, rows: batch }));
    return { scored: await scoreApplications(trx, session, rows) };
  },
};

/** Scores of the college's own table, null for who did not come: like those of a file, of which the newest counts. */
export async function keepScreenings(
  trx: Trx,
  session: string,
  scores: readonly { readonly jamb: string; readonly score: number | null }[],
): Promise<void> {
  const rows = scores.map(({ jamb, score }) => ({ jamb, score: score === null ? null : String(score) }));
  await inBatches(rows, (batch) => keep(trx, { session, list: null, rows: batch }));
  await scoreApplications(trx, session, rows);
}

/** What the applications are ranked by follows; answers how many got another score, or none. */
async function scoreApplications(trx: Trx, session: string, rows: readonly ScoreRow[]): Promise<number> {
  const came = rows.flatMap(({ jamb, score }) => (score === null ? [] : [{ jamb, screening: Number(score) }]));
  const absent = rows.flatMap(({ jamb, score }) => (score === null ? [jamb] : []));
  const forgotten = await forgetScreenings(trx, session, absent);
  return forgotten + (await takeScores(trx, session, came));
}

const told = (batch: readonly ScoreRow[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as n(jamb text, score numeric)`;

/** From a file, or from none. */
interface KeptScores extends Omit<StoredRows<ScoreRow>, "list"> {
  readonly list: string | null;
}

async function keep(trx: Trx, { session, list, rows }: KeptScores): Promise<undefined> {
  await sql`insert into portal.screening_score as s (_id, session, jamb, list, score)
    select gen_random_uuid(), ${session}::uuid, jamb, ${list}::uuid, score from ${told(rows)}
    on conflict on constraint screening_score_once do update
      set score = excluded.score, list = excluded.list, version = s.version + 1, "updatedAt" = now()
      where s.score is distinct from excluded.score`.execute(trx);
}
