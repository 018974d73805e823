import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { discrepancies, reconciliations } from "./reconciliation.contract.ts";

export const reconciliationRules: Rules<typeof reconciliations> = {
  of: reconciliations,
  table: "reconciliation",
  within: wholeCollege,
};

export const discrepancyRules: Rules<typeof discrepancies> = {
  of: discrepancies,
  table: "discrepancy_line",
  within: wholeCollege,
};
