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
