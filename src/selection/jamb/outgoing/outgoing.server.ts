import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { capsProposals } from "./outgoing.contract.ts";

export const capsProposalRules: RecordRules<typeof capsProposals> = {
  of: capsProposals,
  table: "caps_proposal_line",
  within: ofProgrammesWithin,
};
