import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Documents that were handed in, by what asked for them. */
export const ownDocuments: OwnRows = {
  name: "documents",
  tables: ["requirement_upload"],
  rows: (owner) => sql`select to_jsonb(u) || jsonb_build_object('label', r.label) as row
    from portal.requirement_upload u join portal.admission_requirement r on r._id = u.requirement
    where u.applicant = ${owner} order by u."createdAt"`,
  unused: {
    what: "documents",
    drop: (owner) => sql`delete from portal.requirement_upload where applicant = ${owner} and not locked`,
  },
};
