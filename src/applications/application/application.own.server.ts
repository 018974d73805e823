import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Applications as they were submitted. */
export const ownApplications: OwnRows = {
  name: "applications",
  tables: ["application"],
  rows: (owner) =>
    sql`select to_jsonb(a) as row from portal.application a where applicant = ${owner} order by "createdAt"`,
};
