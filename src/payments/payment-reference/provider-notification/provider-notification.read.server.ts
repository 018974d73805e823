import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { itemsIn } from "./provider-notification.items.server.ts";

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
