import { sql } from "kysely";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { mailStates } from "#platform/mail/mail.server.ts";
import type { readDelivery } from "./notification.contract.ts";
import type { NotificationState } from "./notification.states.contract.ts";

/** What became of a notification. A mail that was written and is not there any more was stopped by a recall. */
export async function deliveryOf(db: Database, id: string): Promise<Replied<typeof readDelivery>> {
  const { rows } = await sql<{
    post: string;
    state: NotificationState;
    people: number;
    counted: number;
    read: number;
    written: number;
    sent: number;
    waiting: number;
    failed: number;
    channel: string;
  }>`
    select n.channel, n.post, n.state, n.people, n.counted, count(r."readAt")::int as read, count(r.mail)::int as written,
      (count(*) filter (where m.state = 'sent'))::int as sent,
      (count(*) filter (where m.state = 'waiting'))::int as waiting,
      (count(*) filter (where m.state = 'failed'))::int as failed
    from portal.notification n
    left join portal.notification_recipient r on r.notification = n._id
    left join (${mailStates()}) m on m._id = r.mail
    where n._id = ${id} group by n._id`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("A notification that was there is not");
  const { channel, read, written, sent, waiting, failed, ...told } = found;
  return {
    ...told,
    read: channel === "E-mail" ? null : read,
    mails: channel === "Portal" ? null : { sent, waiting, failed, stopped: written - sent - waiting - failed },
  };
}
