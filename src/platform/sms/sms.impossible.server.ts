import { sql } from "kysely";
import type { Impossible } from "../portal/impossible.server.ts";

export const impossibleSms: readonly Impossible[] = [
  {
    name: "text-followed-by-nobody",
    sentence: "A text that was handed over is followed until it is settled",
    rows: sql`select 'outgoing_sms:' || _id as subject from portal.outgoing_sms
      where state in ('Sending', 'Sent') and "followAt" is null`,
  },
  {
    name: "texts-cost-more",
    sentence: "A day's texts cost no more than was taken of its ceiling",
    rows: sql`select 'sms:' || spent.day as subject from (
        select ("askedAt" at time zone 'Africa/Lagos')::date as day, sum(cost_kobo) as cost from portal.outgoing_sms
        where cost_kobo > 0 group by 1) spent
      left join portal.sms_day d on d.day = spent.day where spent.cost > coalesce(d.spent_kobo, 0)`,
  },
];
