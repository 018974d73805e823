import { sql } from "kysely";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

/** Offers that were released. */
export const ownOffers: OwnRows = {
  name: "offers",
  tables: ["offer"],
  rows: (owner) =>
    sql`select to_jsonb(o) - 'search' as row from portal.offer o where applicant = ${owner} order by "releasedAt"`,
};

/** Places that were accepted. */
export const ownAcceptances: OwnRows = {
  name: "acceptances",
  tables: ["acceptance"],
  rows: (owner) =>
    sql`select to_jsonb(c) as row from portal.acceptance c where applicant = ${owner} order by "createdAt"`,
};
