import { type RawBuilder, sql } from "kysely";
import { newId } from "../database/id.server.ts";
import { enqueue } from "../jobs.server.ts";
import type { Trx } from "../perform.server.ts";
import { sendMailJob } from "./send-mail.job.server.ts";

/** A letter in plain text; paragraphs are parted by an empty line, links stand on a line of their own. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** Posts a mail with the change it belongs to: sent if and only if the transaction is kept. */
export async function postMail(trx: Trx, mail: Mail): Promise<void> {
  const _id = newId();
  const subject = mail.subject.replace(/\s+/g, " ").slice(0, 200);
  await trx.insertInto("outgoing_mail").values({ _id, recipient: mail.recipient, subject, body: mail.text }).execute();
  await enqueue(trx, sendMailJob, { mail: _id });
}

/** Posts a mail again that is not sent yet, and answers its state before; undefined for one that is not there. */
export async function postAgain(trx: Trx, mail: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom("outgoing_mail")
    .select(["state", "body"])
    .where("_id", "=", mail)
    .forUpdate()
    .executeTakeFirst();
  if (!found || found.state === "sent") return found?.state;
  await trx.updateTable("outgoing_mail").set({ state: "waiting", attempts: 0 }).where("_id", "=", mail).execute();
  await enqueue(trx, sendMailJob, { mail });
  return found.state;
}

/** The mails that could not be sent, to be counted. */
export const failedMails = (): RawBuilder<unknown> => sql`select from portal.outgoing_mail where state = 'failed'`;
