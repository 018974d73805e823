import { sql } from "kysely";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { recordAttempts } from "#registry/course-result/course-result.server.ts";
import { everyOrder } from "#registry/service-order/service-order.server.ts";

const subject = sql<string>`'transcript:' || t._id`;

export const impossibleTranscripts: readonly Impossible[] = [
  {
    name: "transcript-signed-by-one",
    sentence: "A transcript is signed off by another person than whoever made it",
    rows: sql`select ${subject} as subject from portal.transcript t where t.decidedby = t.madeby`,
  },
  {
    name: "two-transcripts-of-an-order",
    sentence: "Of one order one transcript stands",
    rows: sql`select 'service_order:' || t.serviceorder as subject from portal.transcript t
      where t.state <> 'Declined' and t."supersededAt" is null group by t.serviceorder having count(*) > 1`,
  },
  {
    name: "transcript-of-another",
    sentence: "A transcript is made of an order of its own student, of which a transcript is made",
    rows: sql`select ${subject} as subject from portal.transcript t join ${everyOrder()} o on o._id = t.serviceorder
      where o.student <> t.student or o.kind <> 'Transcript'`,
  },
  {
    name: "transcript-beside-its-record",
    sentence: "What a transcript that stands rests on, stands on the record",
    rows: sql`select ${subject} as subject from portal.transcript t where t.state <> 'Declined' and t."supersededAt" is null
      and exists (select from unnest(t.attempts) as rested(_id)
        where not exists (select from ${recordAttempts()} a where a._id = rested._id))`,
  },
  {
    name: "order-ready-without-transcript",
    sentence: "An order of a transcript is ready once one was signed off",
    rows: sql`select 'service_order:' || o._id as subject from ${everyOrder()} o where o.kind = 'Transcript'
      and o.state in ('Ready', 'Collected') and not exists (select from portal.transcript t where t.serviceorder = o._id and t.signed is not null)`,
  },
  {
    name: "transcript-without-audit",
    sentence: "Every transcript has a line in the audit",
    rows: sql`select ${subject} as subject from portal.transcript t where not ${isAudited(subject)}`,
  },
];
