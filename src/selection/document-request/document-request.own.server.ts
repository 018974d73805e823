import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** Documents that the office asked for again. */
export const ownDocumentRequests: OwnRows = {
  name: "documentrequests",
  tables: ["document_request"],
  rows: (owner) => sql`select to_jsonb(d) - 'askedby' - 'closedby' as row
    from portal.document_request d where applicant = ${owner} order by "createdAt"`,
};
