import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleSittings: readonly Impossible[] = [
  {
    name: "three-sittings",
    sentence: "An applicant has two O-Level sittings at most",
    rows: sql`select 'applicant:' || applicant as subject from portal.olevel_sitting
      group by applicant having count(*) > 2`,
  },
];
