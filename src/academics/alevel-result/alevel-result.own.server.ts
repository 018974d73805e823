import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Results after the secondary school. */
export const ownALevels: OwnRows = {
  name: "alevelresults",
  tables: ["alevel_result"],
  rows: (owner) => sql`select to_jsonb(r) as row from portal.alevel_result r where applicant = ${owner} order by place`,
  unused: {
    what: "A-Level results",
    drop: (owner) => sql`delete from portal.alevel_result where applicant = ${owner} and not locked`,
  },
};
