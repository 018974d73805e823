import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";

export const impossibleModerations: readonly Impossible[] = [
  {
    name: "moderation-by-one",
    sentence: "A moderation was proposed by one and approved by another",
    rows: sql`select 'moderation:' || _id as subject from portal.moderation
      where state in ('Approved', 'Revoked') and decidedby is not distinct from proposedby`,
  },
  {
    name: "moderated-by-nothing",
    sentence: "A published total above what was typed was lifted by a moderation in force, or is a rectification",
    rows: sql`select 'student:' || r.student as subject from ${standingResults()} r where r.total > r.ca + r.examination
      and r.supersedes is null and not exists (select from portal.moderation m where m.state = 'Approved'
        and m.session = r.session and m.trimester = r.semester and (m.class is null or m.class = r.class)
        and m."from" <= r.ca + r.examination and r.ca + r.examination < m."to" and m."to" = r.total)`,
  },
  {
    name: "moderated-twice",
    sentence: "A total is moderated once",
    rows: sql`select 'moderation:' || one._id as subject from portal.moderation one join portal.moderation other
      on other._id > one._id and (other.session, other.trimester) = (one.session, one.trimester)
        and (one.class is null or other.class is null or one.class = other.class)
        and int4range(one."from", one."to") && int4range(other."from", other."to")
      where one.state in ('Proposed', 'Approved') and other.state in ('Proposed', 'Approved')`,
  },
];
