import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { isOwnApplication } from "#selection/review/review.list.server.ts";
import { offers } from "./offer.list.contract.ts";

/** A head reaches the offers of the department's programmes, a dean those of the college's. */
export const offerRules: Rules<typeof offers> = {
  of: offers,
  table: "offer_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("application"), member),
};
