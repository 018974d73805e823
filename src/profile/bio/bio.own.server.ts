import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** The personal data. */
export const ownBio: OwnRows = {
  name: "bio",
  tables: ["bio"],
  rows: (owner) => sql`select to_jsonb(b) as row from portal.bio b where applicant = ${owner}`,
  unused: {
    what: "bio data",
    drop: (owner) => sql`delete from portal.bio where applicant = ${owner} and not locked`,
  },
};
