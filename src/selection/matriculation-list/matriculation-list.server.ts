import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { matriculationList } from "./matriculation-list.contract.ts";

export const matriculationListRules: Rules<typeof matriculationList> = {
  of: matriculationList,
  table: "matriculation_line",
  within: ofProgrammesWithin,
};
