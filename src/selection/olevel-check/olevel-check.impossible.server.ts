import { sql } from "kysely";
import { everyCopy } from "#applications/application/application.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

const subject = sql<string>`'olevel_check:' || c._id`;

export const impossibleOLevelChecks: readonly Impossible[] = [
  {
    name: "sitting-without-check",
    sentence: "Every sitting that somebody applied with stands among those to be verified, as it was submitted",
    rows: sql`select 'application:' || a._id as subject from ${everyCopy()} a
      cross join lateral jsonb_array_elements(a.snapshot -> 'sittings') s
      left join portal.olevel_check c on c.application = a._id and c.sitting = (s ->> '_id')::uuid
      where (c.examinationtype, c.examinationnumber, c.examinationyear) is distinct from
        (s ->> 'examinationtype', s ->> 'examinationnumber', s ->> 'examinationyear')`,
  },
  {
    name: "disputed-by-one",
    sentence: "A dispute stands between two people who found differently",
    rows: sql`select ${subject} as subject from portal.olevel_check c
      where c.state = 'Disputed' and not exists (select from portal.olevel_finding f
        join portal.olevel_finding o on o._id = f.against
        where f.olevelcheck = c._id and f.round = c.round and f.foundby <> o.foundby and f.outcome <> o.outcome)`,
  },
  {
    name: "dispute-decided-by-finder",
    sentence: "Whoever decides a dispute about an O-Level sitting made none of its findings",
    rows: sql`select ${subject} as subject from portal.olevel_check c
      where exists (select from portal.olevel_finding f
        where f.olevelcheck = c._id and f.round = c.round and f.foundby = c.decidedby)`,
  },
];
