import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * The payments in a notification; null where it is no JSON array, or one that is nested too deep to be written again. Bytes
 * that are no UTF-8 are read as the replacement sign: the provider's systems may send Latin-1.
 */
export function itemsIn(body: Buffer): unknown[] | null {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    JSON.stringify(read);
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

/** Whether somebody has told of a payment since a time, as an SQL condition. A hint, never a proof. */
export const isNotifiedSince = (payment: Expression<unknown>, since: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_notification_item told
    join portal.payment_notification hint on hint._id = told.notification
    where told.payment = ${payment} and hint."receivedAt" > ${since})`;

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
