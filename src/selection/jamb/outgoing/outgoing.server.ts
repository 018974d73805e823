import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { capsProposals, matriculationList } from "./outgoing.contract.ts";

export const capsProposalRules: Rules<typeof capsProposals> = {
  of: capsProposals,
  table: "caps_proposal_line",
  within: ofProgrammesWithin,
};

export const matriculationListRules: Rules<typeof matriculationList> = {
  of: matriculationList,
  table: "matriculation_line",
  within: ofProgrammesWithin,
};
