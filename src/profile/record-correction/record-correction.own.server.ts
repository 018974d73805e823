import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/**
 * What was corrected of what was submitted, and what was asked. Not what stayed: it names lists and advice, of which nothing
 * is known outside before a release. Contract 3.11.
 */
export const ownRecordCorrections: OwnRows = {
  name: "corrections",
  tables: ["record_correction"],
  rows: (owner) => sql`select to_jsonb(c) - 'askedby' - 'decidedby' - 'search' - 'stays'
      || jsonb_build_object('askedbyoffice', askedby is not null) as row
    from portal.record_correction c where applicant = ${owner} order by "createdAt"`,
};
