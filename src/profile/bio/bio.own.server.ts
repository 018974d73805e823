import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** The personal data. */
export const ownBio: OwnRows = {
  name: "bio",
  tables: ["bio"],
  rows: (owner) => sql`select to_jsonb(b) as row from portal.bio b where applicant = ${owner}`,
};
