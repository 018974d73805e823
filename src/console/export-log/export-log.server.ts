import type { Rules } from "../record/record.rules.server.ts";
import { exportLog } from "./export-log.contract.ts";

export const exportLogRules: Rules<typeof exportLog> = { of: exportLog, table: "export" };
