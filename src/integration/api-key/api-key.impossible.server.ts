import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleApiKeys: readonly Impossible[] = [
  {
    name: "api-key-by-one",
    sentence: "A key in force was proposed by one and approved by another, for a year at most",
    rows: sql`select 'api_key:' || _id as subject from portal.api_key
      where state = 'Approved' and (decidedby is not distinct from proposedby or decidedby is null
        or "endsOn" > ("createdAt" at time zone 'Africa/Lagos')::date + 366)`,
  },
];
