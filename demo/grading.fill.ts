import { sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";

const nce = {
  name: "NCE five points",
  description:
    "The unified grading system for the Nigeria Certificate in Education: letters A to F, five points to none",
  minunits: 18,
  maxunits: 24,
  awardunits: 108,
};

/** The unified grading of the NCE: five points, by which all colleges of education grade. */
const fivePoints = {
  bands: [
    { from: 70, to: 100, point: 5, grade: "A" },
    { from: 60, to: 69, point: 4, grade: "B" },
    { from: 50, to: 59, point: 3, grade: "C" },
    { from: 45, to: 49, point: 2, grade: "D" },
    { from: 40, to: 44, point: 1, grade: "E" },
    { from: 0, to: 39, point: 0, grade: "F" },
  ],
  classes: [
    { name: "Distinction", from: 4.5 },
    { name: "Credit", from: 3.5 },
    { name: "Merit", from: 2.4 },
    { name: "Pass", from: 1.5 },
    { name: "Low Pass", from: 1 },
  ],
  standings: [
    { standing: "Probation", below: 1, semesters: 1 },
    { standing: "Withdrawal", below: 1, semesters: 2 },
  ],
};

/** Everybody is graded by the five points, from the oldest session on, and each semester has its step. Answers the profile's `_id`. */
export async function addGrading(trx: Trx): Promise<string> {
  const profile = await addFivePoints(trx, nce);
  await sql`insert into portal.step (_id, level, semester, step)
    select gen_random_uuid(), 100 * (1 + n / 2), 1 + n % 2, n + 1
    from generate_series(0, 2 * (select coalesce(max(durationyears), 3) from portal.programme) - 1) n`.execute(trx);
  return profile;
}

interface ProfileFacts {
  readonly name: string;
  readonly description: string;
  readonly minunits?: number;
  readonly maxunits?: number;
  readonly awardunits?: number;
  readonly attempts?: "All" | "Best" | "Last";
}

/** The five points alone, under another name and with other rules, for everybody or for those of a programme. Answers the profile's `_id`. */
export async function addFivePoints(trx: Trx, facts: ProfileFacts, programme: string | null = null): Promise<string> {
  const { bands, classes, standings } = fivePoints;
  const profile = newId();
  await trx
    .insertInto("result_profile")
    .values({ _id: profile, ...facts })
    .execute();
  await trx
    .insertInto("score_band")
    .values(bands.map((band) => ({ ...band, _id: newId(), profile })))
    .execute();
  await trx
    .insertInto("class_of_pass")
    .values(classes.map((one) => ({ ...one, profile })))
    .execute();
  await trx
    .insertInto("standing_rule")
    .values(standings.map((rule) => ({ ...rule, profile })))
    .execute();
  await sql`insert into portal.result_profile_use (_id, session, programme, profile)
    select ${newId()}, s._id, ${programme}, ${profile} from portal.session s order by s.name limit 1`.execute(trx);
  return profile;
}
