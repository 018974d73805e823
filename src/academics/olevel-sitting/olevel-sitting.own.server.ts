import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Examinations that were sat. */
export const ownSittings: OwnRows = {
  name: "olevelsittings",
  tables: ["olevel_sitting"],
  rows: (owner) => sql`select to_jsonb(s) as row from portal.olevel_sitting s where applicant = ${owner} order by slot`,
  unused: {
    what: "O-Level sittings",
    drop: (owner) => sql`delete from portal.olevel_sitting where applicant = ${owner} and not locked`,
  },
};
