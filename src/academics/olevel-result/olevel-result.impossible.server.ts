import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleResults: readonly Impossible[] = [
  {
    name: "ten-results",
    sentence: "A sitting has nine results at most",
    rows: sql`select 'olevel-sitting:' || examination as subject from portal.olevel_result
      group by examination having count(*) > 9`,
  },
  {
    name: "subject-twice",
    sentence: "A sitting has one result of a subject",
    rows: sql`select distinct 'olevel-sitting:' || examination as subject from portal.olevel_result
      group by examination, subject having count(*) > 1`,
  },
];
