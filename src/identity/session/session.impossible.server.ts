import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleSessions: readonly Impossible[] = [
  {
    name: "signed-in-unverified",
    sentence: "Only verified applicants are signed in",
    rows: sql`select 'applicant:' || a._id as subject from portal.sign_in s join portal.applicant a on a._id = s.applicant
      where a."verifiedAt" is null`,
  },
];
