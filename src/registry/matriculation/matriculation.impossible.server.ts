import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleMatriculations: readonly Impossible[] = [
  {
    name: "gap-in-matric-numbers",
    sentence:
      "The matric numbers that the portal gave of a programme and session have no gap but those that somebody had",
    rows: sql`select 'programme:' || c.programme as subject from portal.matriculation_counter c
      left join (select programme, session, serial from portal.matriculation
        union all select programme, session, serial from portal.matriculation_stepped_over) m on m.programme = c.programme and m.session = c.session
      group by c.programme, c.session, c.start, c.given
      having count(m.serial) <> c.given or coalesce(min(m.serial), c.start + 1) <> c.start + 1`,
  },
];
