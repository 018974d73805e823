import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** The account and the privacy notices that were accepted with it. */
export const ownAccount: OwnRows = {
  name: "account",
  tables: ["applicant", "privacy_acceptance"],
  rows: (owner) => sql`select to_jsonb(a) - 'password' - 'device' || jsonb_build_object('notices', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'applicant'), '[]') from portal.privacy_acceptance p where p.applicant = a._id)) as row
    from portal.applicant a where a._id = ${owner}`,
};
