import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Parents and guardians. */
export const ownReferees: OwnRows = {
  name: "referees",
  tables: ["referee"],
  rows: (owner) => sql`select to_jsonb(r) as row from portal.referee r where applicant = ${owner} order by place`,
  unused: {
    what: "parents or guardians",
    drop: (owner) => sql`delete from portal.referee where applicant = ${owner} and disabled`,
  },
};
