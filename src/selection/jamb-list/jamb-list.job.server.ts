import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs.server.ts";
import { perform, portalItself } from "#platform/perform.server.ts";
import { coursesChangedSince } from "../jamb-course/jamb-course.server.ts";
import { lookAgain } from "../jamb-difference/jamb-difference.look.server.ts";
import { lookedAt } from "../jamb-difference/jamb-difference.server.ts";
import { reviewsChangedSince } from "../review/review.read.server.ts";
import { giveLateScores, scoresAreLate } from "./jamb-list.scores.server.ts";

/**
 * Every five minutes, for each session that has a list: gives scores to applications that came in after it, and looks for
 * differences anew where an application or a course has changed since.
 */
export const keepUpWithJamb: Round = {
  name: "keep-up-with-jamb",
  cron: "*/5 * * * *",
  async run({ portal: { db } }) {
    for (const session of await sessionsWithLists(db)) {
      if (await scoresAreLate(db, session))
        await perform(db, portalItself, async ({ trx, note }) => {
          const scored = await giveLateScores(trx, session);
          note({ deed: "jamb_list.score", subject: `session:${session}`, after: { scored } });
        });
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
  if (since && !(await reviewsChangedSince(db, session, since)) && !(await coursesChangedSince(db, since))) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx);
    await lookAgain(trx, session);
  });
}

/** A change that began before the last look may have been kept after it. */
const aMinuteBefore = (at: string) => new Date(Date.parse(at) - 60_000).toISOString();
