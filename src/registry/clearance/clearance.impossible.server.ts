import { sql } from "kysely";
import { everyAcceptance } from "#admission/offer/offer.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { everyClearanceItem } from "../clearance-item/clearance-item.server.ts";

const subject = sql<string>`'clearance:' || c._id`;

export const impossibleClearances: readonly Impossible[] = [
  {
    name: "acceptance-without-clearance",
    sentence: "Whoever has accepted a place has a clearance of that place",
    rows: sql`select 'application:' || a.application as subject from ${everyAcceptance()} a
      left join portal.clearance_file f on f.application = a.application
      where (f.applicant, f.programme, f.session) is distinct from (a.applicant, a.programme, a.session)`,
  },
  {
    name: "clearance-not-asked",
    sentence: "What the list of clearance asks stands in the file of everybody of whom it is asked",
    rows: sql`select 'application:' || f.application as subject from portal.clearance_file f
      join ${everyClearanceItem()} i on i.status and coalesce(i.session, f.session) = f.session
        and coalesce(i.programme, f.programme) = f.programme
      left join portal.clearance c on c.application = f.application and c.item = i._id and c.asked
      where f."closedAt" is null and c._id is null`,
  },
  {
    name: "clearance-miscounted",
    sentence: "A clearance has as many open items as its file says",
    rows: sql`select 'application:' || f.application as subject from portal.clearance_file f
      left join portal.clearance c on c.application = f.application and c.asked
      group by f.application
      having (count(c._id), count(*) filter (where c.state = 'Open'), count(*) filter (where c.state = 'Refused'))
        is distinct from (f.items::bigint, f.open::bigint, f.refused::bigint)`,
  },
  {
    name: "cleared-by-nobody",
    sentence: "Whoever decided about an item of clearance is known, with the time, and stands in the audit",
    rows: sql`select ${subject} as subject from portal.clearance c
      where c.state <> 'Open' and (c.decidedby is null or c."decidedAt" is null or not ${isAudited(subject)})`,
  },
  {
    name: "cleared-without-proof",
    sentence: "An item that asks for a scan is not cleared without one",
    rows: sql`select ${subject} as subject from portal.clearance c
      where c.state = 'Cleared' and c.proofasked and c.proof is null`,
  },
  {
    name: "refused-without-reason",
    sentence: "Whoever is refused an item of clearance, or spared it, reads why",
    rows: sql`select ${subject} as subject from portal.clearance c
      where c.state in ('Refused', 'Waived') and c.reason is null`,
  },
];
