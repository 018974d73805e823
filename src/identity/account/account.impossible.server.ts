import { sql } from "kysely";
import type { Impossible } from "#platform/impossible.server.ts";

export const impossibleAccounts: readonly Impossible[] = [
  {
    name: "signed-in-unverified",
    sentence: "Only verified applicants are signed in",
    rows: sql`select 'applicant:' || a._id as subject from portal.sign_in s join portal.applicant a on a._id = s.applicant
      where a."verifiedAt" is null`,
  },
  {
    name: "address-of-two",
    sentence: "An email address belongs to one account, however it is written",
    rows: sql`select 'applicant:' || min(_id::text) as subject from portal.applicant
      group by lower(trim(emailaddress)) having count(*) > 1`,
  },
  {
    name: "jamb-number-of-two",
    sentence: "A JAMB number belongs to one account, however it is written",
    rows: sql`select 'applicant:' || min(_id::text) as subject from portal.applicant
      group by upper(regexp_replace(jamb, '[^A-Za-z0-9]', '', 'g')) having count(*) > 1`,
  },
];
