import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleNotifications: readonly Impossible[] = [
  {
    name: "notification-stands-still",
    sentence: "A notification whose minute has come is brought to its people",
    rows: sql`select 'notification:' || _id as subject from portal.notification
      where state in ('Waiting', 'Sending') and greatest("sendAt", "updatedAt") < now() - interval '1 hour'`,
  },
  {
    name: "notification-reached-more",
    // Whoever asks to be forgotten takes the own row along, so there may be fewer.
    sentence: "A notification says of everybody whom it reached",
    rows: sql`select 'notification:' || n._id as subject from portal.notification n
      where n.people < (select count(*) from portal.notification_recipient r where r.notification = n._id)`,
  },
];
