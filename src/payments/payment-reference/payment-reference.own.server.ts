import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** Payment references, with all that was heard about each. */
export const ownPayments: OwnRows = {
  name: "payments",
  tables: ["payment_reference"],
  rows: (owner) => sql`select to_jsonb(p) || jsonb_build_object('heard', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'payment' order by e.at), '[]') from portal.payment_event e where e.payment = p._id)) as row
    from portal.payment_reference p where p.applicant = ${owner} order by p."createdAt"`,
};
