import { sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { reviewsToCount } from "#selection/review/review.server.ts";
import type { CountedGroup, Layout } from "./admission-statistics.rules.ts";

/** Everybody who has applied in a session, counted by programme, mode, sex, state and age of today: one statement. */
export async function countGroups(db: Database | Trx, session: string): Promise<CountedGroup[]> {
  const { rows } = await sql<Omit<CountedGroup, "school">>`
    select r.programme, r.type, r.gender, r.stateoforigin as state,
      case when r.age < 18 then 'Under 18' when r.age < 21 then '18 to 20' when r.age < 25 then '21 to 24'
        when r.age < 30 then '25 to 29' when r.age < 40 then '30 to 39' else '40 and over' end as age,
      count(*)::int as applied, (count(*) filter (where r.admitted))::int as admitted,
      (count(*) filter (where r.accepted))::int as accepted, count(s.matric)::int as matriculated
    from ${reviewsToCount(session)} r
    left join (select distinct on (application) application, matric from ${everyStudent()} every
      where every.application is not null and every.matric is not null order by application) s on s.application = r._id
    group by 1, 2, 3, 4, 5`.execute(db);
  const programmes = await programmesById(db, [...new Set(rows.map(({ programme }) => programme))]);
  return rows.map(({ programme: id, ...row }) => {
    const programme = programmes.get(id);
    return {
      ...row,
      programme: programme ? programmeTitle(programme) : "",
      school: programme?.college ?? "",
    };
  });
}

interface Made {
  readonly session: string;
  readonly layout: Layout;
  readonly period: string;
  readonly madeby: string | null;
  readonly sentto: string;
}

export type KeptStatistics = Readonly<Record<"applied" | "admitted" | "accepted" | "matriculated", number>> & {
  readonly _id: string;
};

/** Keeps what was counted. Undefined where somebody else has made the same: of a schedule, the same week, month or end. */
export async function keepStatistics(
  trx: Trx,
  made: Made,
  groups: readonly CountedGroup[],
): Promise<KeptStatistics | undefined> {
  const sum = (step: "applied" | "admitted" | "accepted" | "matriculated") =>
    groups.reduce((all, one) => all + one[step], 0);
  return trx
    .insertInto("admission_statistics")
    .values({
      _id: newId(),
      ...made,
      applied: sum("applied"),
      admitted: sum("admitted"),
      accepted: sum("accepted"),
      matriculated: sum("matriculated"),
      figures: JSON.stringify(groups),
    })
    .onConflict((same) => same.constraint("admission_statistics_once").doNothing())
    .returning(["_id", "applied", "admitted", "accepted", "matriculated"])
    .executeTakeFirst();
}
