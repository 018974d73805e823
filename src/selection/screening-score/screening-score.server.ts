import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { screeningScores } from "./screening-score.contract.ts";

export const screeningScoreRules: Rules<typeof screeningScores> = {
  of: screeningScores,
  table: "screening_score_line",
  within: ofProgrammesWithin,
};

/** The scores of a session, as a part of a larger query: rows of `jamb, score`, the score null for who did not come. */
export const screeningsOf = (session: string): RawBuilder<unknown> => sql`
  select s.jamb, s.score from portal.screening_score s where s.session = ${session}`;
