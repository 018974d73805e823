import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { utmeSubjectsIn } from "#reference/subjects/subjects.told.rules.ts";
import { type ReviewScores, reviewsChangedSince, reviewsOf, takeScores } from "../review/review.server.ts";
import { candidatesOf } from "./candidate/candidate.server.ts";
import { disputesChangedSince } from "./claim/claim.correction.server.ts";
import { refreshClaims } from "./claim/claim.refresh.server.ts";
import { coursesChangedSince } from "./course/course.server.ts";
import { lookAgain } from "./difference/difference.look.server.ts";
import { lookedAt } from "./difference/difference.server.ts";
import { screeningsOf } from "./screening/screening.server.ts";

/**
 * Gives the scores of the lists to applications that have none: those that came in after the list did. A score that an
 * application has stays. Answers how many got one. The round of every five minutes asks for it.
 */
async function giveLateScores(trx: Trx, session: string): Promise<number> {
  const { rows } = await lateScores(session).execute(trx);
  const scores = rows.map(({ subjects, ...score }) => ({ ...score, utmesubjects: utmeSubjectsIn(subjects ?? "") }));
  return scores.length === 0 ? 0 : takeScores(trx, session, scores);
}

/** Whether an application has no score that a list tells. */
async function scoresAreLate(db: Database, session: string): Promise<boolean> {
  const { rows } = await sql`select from (${lateScores(session)}) late limit 1`.execute(db);
  return rows.length > 0;
}

const lateScores = (session: string) => sql<ReviewScores & { readonly subjects: string | null }>`
  select review.jamb, case when review.utme is null then l.utme end as utme,
    case when review.screening is null then s.score::float8 end as screening, l.subjects
  from (${reviewsOf(session)}) review
    left join (${candidatesOf(session)}) l on l.jamb = review.jamb
    left join (${screeningsOf(session)}) s on s.jamb = review.jamb
  where (review.utme is null and l.utme is not null) or (review.screening is null and s.score is not null)`;

/**
 * Every five minutes, for each session that has a list: gives scores to applications that came in after it, tells who has claimed a
 * row what a newer list says of it, and looks for differences anew where an application or a course has changed since.
 */
export const keepUpWithJamb: Round = {
  name: "keep-up-with-jamb",
  cron: "*/5 * * * *",
  async run({ portal: { db, config } }) {
    for (const session of await sessionsWithLists(db)) {
      if (await scoresAreLate(db, session))
        await perform(db, portalItself, async ({ trx, note }) => {
          const scored = await giveLateScores(trx, session);
          note({ deed: "jamb_list.score", subject: `session:${session}`, after: { scored } });
        });
      await refreshClaims(db, config, session);
      await lookWhereChanged(db, session);
    }
  },
};

async function sessionsWithLists(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("jamb_list").select("session").distinct().execute();
  return rows.map(({ session }) => session);
}

/** What is found is worked out from rows that have their own lines of the audit. */
async function lookWhereChanged(db: Database, session: string): Promise<void> {
  const at = await lookedAt(db, session);
  const since = at && aMinuteBefore(at);
  if (since && !(await changedSince(db, session, since))) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx);
    await lookAgain(trx, session);
  });
}

const changedSince = async (db: Database, session: string, at: string): Promise<boolean> =>
  (await reviewsChangedSince(db, session, at)) ||
  (await coursesChangedSince(db, at)) ||
  (await disputesChangedSince(db, at));

/** A change that began before the last look may have been kept after it. */
const aMinuteBefore = (at: string) => new Date(Date.parse(at) - 60_000).toISOString();
