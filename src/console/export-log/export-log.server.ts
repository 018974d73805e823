import { type RawBuilder, sql } from "kysely";
import type { Noun } from "../noun/noun.server.ts";
import type { RecordRules } from "../record/record.server.ts";
import { wholeCollege } from "../scope/scope.server.ts";
import { exportLog } from "./export-log.contract.ts";

export const exportLogRules: RecordRules<typeof exportLog> = { of: exportLog, table: "export", within: wholeCollege };

/** The files that left the console in the last seven days, to be counted. */
export const recentExports = (): RawBuilder<unknown> =>
  sql`select from portal.export where "createdAt" > now() - interval '7 days'`;

export const exportLogNoun: Noun = {
  name: "export-log",
  listings: [exportLogRules],
};
