import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** Places that were accepted. */
export const ownAcceptances: OwnRows = {
  name: "acceptances",
  tables: ["acceptance"],
  rows: (owner) =>
    sql`select to_jsonb(c) as row from portal.acceptance c where applicant = ${owner} order by "createdAt"`,
};
