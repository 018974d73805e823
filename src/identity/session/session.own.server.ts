import { sql } from "kysely";
import type { OwnRows } from "#platform/own-rows.server.ts";

/** When and how long one is signed in; tokens are kept in a form that nobody can read. */
export const ownSignIns: OwnRows = {
  name: "signins",
  tables: ["sign_in"],
  rows: (
    owner,
  ) => sql`select jsonb_build_object('createdAt', "createdAt", 'seenAt', "seenAt", 'endsAt', "endsAt", 'shared', shared) as row
    from portal.sign_in where applicant = ${owner} order by "createdAt"`,
};
