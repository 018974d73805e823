import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { dropMails } from "#platform/mail/mail.server.ts";
import type { Work } from "#platform/perform.server.ts";

interface Asked {
  readonly who: Officer;
  readonly params: { readonly id: string };
  readonly body: { readonly reason: string };
}

/** Hides a notification, ends its sending, and takes back the mails that wait. What was sent cannot be taken back. */
export async function recall({ trx, note }: Work, { who, params: { id }, body: { reason } }: Asked) {
  const { rows } = await sql<{ title: string; people: number }>`
    update portal.notification set state = 'Recalled', recalledby = ${who.staff}, recalled = ${reason},
      "recalledAt" = now(), version = version + 1, "updatedAt" = now()
    where _id = ${id} and state not in ('Recalled', 'Stopped') returning title, people`.execute(trx);
  const [recalled] = rows;
  if (!recalled) throw refuse("This notification was recalled or stopped already, so nobody sees it");
  const stopped = await dropMails(trx, sql`select mail from portal.notification_recipient where notification = ${id}`);
  note({ deed: "notification.recall", subject: `notification:${id}`, after: { ...recalled, stopped }, reason });
  return { type: "success" as const, message: `${recalled.title}: recalled` };
}
