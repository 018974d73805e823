import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleReferees: readonly Impossible[] = [
  {
    name: "six-referees",
    sentence: "An applicant has five parents or guardians at most",
    rows: sql`select 'applicant:' || applicant as subject from portal.referee group by applicant having count(*) > 5`,
  },
];
