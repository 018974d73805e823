import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { everySheet, wasApproved } from "../score-sheet/score-sheet.server.ts";

export const impossiblePublications: readonly Impossible[] = [
  {
    name: "published-unapproved",
    sentence:
      "A published result stands on a sheet that the board has approved, which is returned for other marks alone",
    rows: sql`select 'student:' || r.student as subject from ${standingResults()} r join ${everySheet()} s on s.class = r.class
      where r.supersedes is null and s.state <> 'Approved' and not ${wasApproved("s")}`,
  },
  {
    name: "recalled-and-standing",
    sentence: "Nothing stands of a publication that was recalled or called off",
    rows: sql`select 'publication:' || p._id as subject from portal.publication p where p.state in ('Recalled', 'Called off')
      and exists (select from ${standingResults()} r where r.publication = p._id)`,
  },
  {
    name: "published-by-one",
    sentence: "A publication was proposed by one and approved by another, and so was its recall",
    rows: sql`select 'publication:' || p._id as subject from portal.publication p
        where p.state not in ('Proposed', 'Declined', 'Withdrawn') and p.decidedby is not distinct from p.proposedby
      union all select 'publication:' || r.publication from portal.publication_recall r
        where r.state = 'Approved' and r.decidedby is not distinct from r.proposedby`,
  },
  {
    name: "published-before-its-minute",
    sentence: "Nobody reads a result before the minute of its publication",
    rows: sql`select 'publication:' || p._id as subject from portal.publication p
      where exists (select from ${standingResults()} r where r.publication = p._id and r.supersedes is null and r."visibleAt" < p."at")`,
  },
  {
    name: "published-unmade",
    sentence: "Nobody reads a result before all of its publication are made",
    rows: sql`select 'publication:' || p._id as subject from portal.publication p where p.state = 'Being made'
      and exists (select from ${standingResults()} r where r.publication = p._id and r.supersedes is null and r."visibleAt" <= now())`,
  },
  {
    name: "publication-late",
    sentence: "What is approved is made, goes out at its minute and is told, within a quarter of an hour",
    rows: sql`select 'publication:' || p._id as subject from portal.publication p
      where p."updatedAt" < now() - interval '15 minutes' and (p.state in ('Being made', 'Being recalled')
        or p.state = 'Planned' and p."at" < now() - interval '15 minutes')`,
  },
];
