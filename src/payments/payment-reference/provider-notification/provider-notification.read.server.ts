import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";

/** One payment's part of a notification, as it came. It proves nothing. */
export interface NotificationItem {
  readonly _id: string;
  readonly at: string;
  readonly orderid: string | null;
  readonly rrr: string | null;
  /** What was sent about it, as JSON; a sign that no text can hold is written in ASCII or replaced. */
  readonly item: string;
}

/** What the provider told of a payment, newest first, at most fifty. */
export const notificationsOf = (db: Database, payment: string): Promise<NotificationItem[]> =>
  told(db, sql`i.payment = ${payment}`);

/** Every time that the very same was told, by its digest in hexadecimal. */
export const notificationsOfDigest = (db: Database, digest: string): Promise<NotificationItem[]> =>
  told(db, sql`i.digest = decode(${/^[0-9a-f]{64}$/.test(digest) ? digest : ""}, 'hex')`);

async function told(db: Database, which: RawBuilder<unknown>): Promise<NotificationItem[]> {
  const { rows } = await sql<Omit<NotificationItem, "item"> & { body: Buffer; place: number }>`
    select i.notification || ':' || i.place as _id, n."receivedAt" as at, i.orderid, i.rrr, n.body, i.place::int as place
    from portal.payment_notification_item i join portal.payment_notification n on n._id = i.notification
    where ${which} order by n."receivedAt" desc, i.place limit 50`.execute(db);
  return rows.map(({ body, place, ...row }) => ({ ...row, item: shown(itemsIn(body)?.[place]) }));
}

const shown = (item: unknown): string => JSON.stringify(item, nameEndless, 2) ?? "";

/** A number beyond all that a computer counts with would be shown as nothing. */
const nameEndless = (_: string, value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

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
export const unknownProviderNotifications = () => sql`
  select distinct on (i.digest) 'Unknown notification' as kind, 'notification:' || encode(i.digest, 'hex') as subject, i.rrr,
    null::uuid as payment, null::uuid as line, null::date as day, null::bigint as ours_kobo, null::bigint as theirs_kobo,
    'The provider tells of order ' || coalesce(i.orderid, 'not named') || ', which is none of ours' as says
  from portal.payment_notification_item i
  where i.payment is null
    and not exists (select from portal.payment_reference p where p.orderid = i.orderid or p.rrr = i.rrr)`;
