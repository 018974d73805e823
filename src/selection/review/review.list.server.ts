import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { reviews } from "./review.contract.ts";

/** A head reaches the applications to the department's programmes, a dean those to the college's. */
export const reviewRules: Rules<typeof reviews> = { of: reviews, table: "review", within: ofProgrammesWithin };
