import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** Changes of the e-mail address that the office asked for. */
export const ownAddressChanges: OwnRows = {
  name: "addresschanges",
  tables: ["address_change"],
  rows: (owner) => sql`select to_jsonb(c) - 'askedby' - 'evidence' as row
    from portal.address_change c where applicant = ${owner} order by "createdAt"`,
};
