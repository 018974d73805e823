import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleAccounts: readonly Impossible[] = [
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
