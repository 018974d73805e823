import { type RawBuilder, sql } from "kysely";
import type { Rules } from "../record/record.rules.server.ts";
import { wholeCollege } from "../scope/scope.whole.server.ts";
import { exportLog } from "./export-log.contract.ts";

export const exportLogRules: Rules<typeof exportLog> = { of: exportLog, table: "export", within: wholeCollege };

/** The files that left the console in the last seven days, to be counted. */
export const recentExports = (): RawBuilder<unknown> =>
  sql`select from portal.export where "createdAt" > now() - interval '7 days'`;
