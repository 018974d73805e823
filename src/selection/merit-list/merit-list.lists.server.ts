import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { isOwnApplication } from "../review/review.read.server.ts";
import { meritCaps, meritPlaces, meritRuns } from "./merit-list.contract.ts";

export const meritRunRules: Rules<typeof meritRuns> = {
  of: meritRuns,
  table: "merit_run_line",
  within: "college-wide",
};

/** A head reads the places in the department's programmes, a dean those in the college's. */
export const meritPlaceRules: Rules<typeof meritPlaces> = {
  of: meritPlaces,
  table: "merit_place_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("application"), member),
};

export const meritCapsRules: Rules<typeof meritCaps> = {
  of: meritCaps,
  table: "merit_caps_line",
  within: ofProgrammesWithin,
};
