import type { Rules } from "../record/record.rules.server.ts";
import { wholeCollege } from "../scope/scope.whole.server.ts";
import { auditLines } from "./audit.contract.ts";

export const auditRules: Rules<typeof auditLines> = { of: auditLines, table: "audit_line", within: wholeCollege };
