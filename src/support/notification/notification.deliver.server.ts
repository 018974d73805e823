import { sql } from "kysely";
import { type Contact, contactsOf } from "#identity/account/account.audience.server.ts";
import type { Config } from "#platform/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { type Settled, someOf } from "./notification.audience.server.ts";
import { notificationMail } from "./notification.mail.server.ts";

/** A notification on its way. */
export interface Underway extends Settled {
  readonly _id: string;
  readonly title: string;
  readonly post: string;
  readonly channel: string;
  /** Everybody up to this one has been looked at. */
  readonly reached: string | null;
}

/** Thrown where a notification was recalled, or brought to its end, while its next people were looked for. */
export class Stopped extends Error {}

/** People of one transaction: few enough that it is short, and that a crash takes little back. */
export const AT_ONCE = 500;

/**
 * Gives a notification to the next of those it is for: a row each, and a mail each with it. Who has got it already gets
 * nothing more, because the row is there. Answers whether everybody has got it now.
 */
export async function deliverNext({ trx, note }: Work, config: Config, told: Underway): Promise<boolean> {
  const next = await someOf(trx, told, { after: told.reached, most: AT_ONCE });
  const isOver = next.length < AT_ONCE;
  const given = await give(trx, told, await contactsOf(trx, next));
  const written = given.flatMap(({ mail, ...contact }) =>
    mail === null ? [] : [{ ...notificationMail(config, told, contact), _id: mail }],
  );
  await postMails(trx, written);
  const { rows } = await sql`
    update portal.notification set state = ${isOver ? "Sent" : "Sending"}, reached = greatest(reached, ${next.at(-1) ?? null}::uuid),
      people = people + ${given.length}::int, "endedAt" = ${isOver ? sql`now()` : sql`null`}, "updatedAt" = now(),
      version = version + 1
    where _id = ${told._id} and state in ('Waiting', 'Sending') returning _id`.execute(trx);
  if (rows.length === 0) throw new Stopped();
  note({
    deed: "notification.deliver",
    subject: `notification:${told._id}`,
    after: { people: given.length, mails: written.length },
  });
  return isOver;
}

type Given = Contact & { readonly mail: string | null };

/** Writes down who gets it now. Of two that do so at once, one finds that the other has. */
async function give(trx: Trx, { _id, channel }: Underway, contacts: readonly Contact[]): Promise<Given[]> {
  const rows = contacts.map((contact) => ({ applicant: contact._id, mail: channel === "Portal" ? null : newId() }));
  const { rows: given } = await sql<{ applicant: string; mail: string | null }>`
    insert into portal.notification_recipient (notification, applicant, mail)
    select ${_id}::uuid, applicant, mail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(applicant uuid, mail uuid)
    on conflict do nothing returning applicant, mail`.execute(trx);
  const mails = new Map(given.map(({ applicant, mail }) => [applicant, mail]));
  return contacts.flatMap((contact) => {
    const mail = mails.get(contact._id);
    return mail === undefined ? [] : [{ ...contact, mail }];
  });
}
