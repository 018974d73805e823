import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { linesTakenBack, missingPayments, statementLines, statements } from "./statement.contract.ts";

/** Books are the whole college's: a right that reaches some departments sees none of them. */
export const statementRules: Rules<typeof statements> = { of: statements, table: "statement", within: wholeCollege };

export const statementLineRules: Rules<typeof statementLines> = {
  of: statementLines,
  table: "statement_line",
  within: wholeCollege,
};

export const missingPaymentRules: Rules<typeof missingPayments> = {
  of: missingPayments,
  table: "statement_missing",
  within: wholeCollege,
};

export const lineTakenBackRules: Rules<typeof linesTakenBack> = {
  of: linesTakenBack,
  table: "statement_line_taken_back",
  within: wholeCollege,
};
