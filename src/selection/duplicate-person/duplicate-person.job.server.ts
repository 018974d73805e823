import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Work } from "#platform/write/perform.server.ts";

/** Nightly, when nobody waits: the whole register is held against itself. */
export const findDuplicatePersons: Round = {
  name: "find-duplicate-persons",
  cron: "40 1 * * *",
  async run({ portal: { db } }) {
    await perform(db, portalItself, findPairs);
  },
};

/**
 * Keeps every two accounts that are alike as a pair, in one statement; forgets the open ones that are alike no more. What
 * somebody has said of a pair stays. Answers how many are new.
 */
export async function findPairs({ trx, note }: Pick<Work, "trx" | "note">): Promise<number> {
  const { rows } = await sql<{ made: number; ended: number }>`
    with alike as materialized (select one, other, reasons, points from portal.person_likeness),
    kept as (
      insert into portal.duplicate_pair as d (_id, one, other, reasons, points)
      select gen_random_uuid(), one, other, reasons, points from alike
      on conflict (one, other) do update set reasons = excluded.reasons, points = excluded.points
        where (d.reasons, d.points) is distinct from (excluded.reasons, excluded.points)
      returning (xmax = 0) as new),
    ended as (
      delete from portal.duplicate_pair d where d.state = 'Open'
        and not exists (select from alike where alike.one = d.one and alike.other = d.other) returning d._id)
    select (select count(*)::int from kept where new) as made, (select count(*)::int from ended) as ended`.execute(trx);
  const after = rows[0] ?? { made: 0, ended: 0 };
  note({ deed: "duplicate_pair.find", subject: "applicants", after });
  return after.made;
}
