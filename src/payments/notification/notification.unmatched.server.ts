import { sql } from "kysely";

/**
 * Notifications that name nothing of ours, still: rows as the reconciliation gathers them. The same may have been sent
 * many times; what has a payment by now is left out.
 */
export const unknownNotifications = () => sql`
  select distinct on (i.digest) 'Unknown notification' as kind, 'notification:' || encode(i.digest, 'hex') as subject, i.rrr,
    null::uuid as payment, null::uuid as line, null::date as day, null::bigint as ours_kobo, null::bigint as theirs_kobo,
    'The provider tells of order ' || coalesce(i.orderid, 'not named') || ', which is none of ours' as says
  from portal.payment_notification_item i
  where i.payment is null
    and not exists (select from portal.payment_reference p where p.orderid = i.orderid or p.rrr = i.rrr)`;
