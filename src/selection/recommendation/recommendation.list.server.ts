import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { isOwnApplication } from "../review/review.read.server.ts";
import { recommendations } from "./recommendation.contract.ts";

/** A head reaches the applications to the department's programmes, a dean those to the college's. */
export const recommendationRules: Rules<typeof recommendations> = {
  of: recommendations,
  table: "recommendation_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("_id"), member),
};
