import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Their results. */
export const ownResults: OwnRows = {
  name: "olevelresults",
  tables: ["olevel_result"],
  rows: (owner) =>
    sql`select to_jsonb(r) as row from portal.olevel_result r where applicant = ${owner} order by examination, place`,
  unused: {
    what: "O-Level results",
    drop: (owner) => sql`delete from portal.olevel_result where applicant = ${owner} and not locked`,
  },
};
