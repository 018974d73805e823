import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/connect.server.ts";
import { newId } from "../database/id.server.ts";
import { enqueue, enqueueMany, enqueuing } from "../jobs/jobs.server.ts";
import type { KeptNumber } from "../metrics/metrics.port.server.ts";
import type { Trx } from "../write/perform.server.ts";
import { sendMailJob } from "./send-mail.job.server.ts";

/** A letter in plain text; paragraphs are parted by an empty line, links stand on a line of their own. */
export interface PlainMail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** The key of the template that it was written by, and the number of the college's version; null for the words as shipped. */
  readonly template?: string;
  readonly wording?: number | null;
  /** The subject in the words as shipped, by which programs find it again; null where that is the subject. */
  readonly about?: string | null;
  /** Its row goes once it is sent, or given up: the last that is written to somebody whose account is gone. */
  readonly forgets?: boolean;
}

/** Posts a mail with the change it belongs to: sent if and only if the transaction is kept. */
export async function postMail(trx: Trx, mail: PlainMail): Promise<void> {
  await postingMail(mail).execute(trx);
}

/** The same as the end of a larger statement. */
export function postingMail({ recipient, subject, text, ...by }: PlainMail): RawBuilder<unknown> {
  const _id = newId();
  const { template = null, wording = null, about = null, forgets = false } = by;
  return sql`insert into portal.outgoing_mail (_id, recipient, subject, body, template, wording, about, forgets)
    values (${_id}, ${recipient}, ${oneLine(subject)}, ${text}, ${template}, ${wording}::int, ${about}, ${forgets}::boolean) returning ${enqueuing(sendMailJob, { mail: _id })}`;
}

const oneLine = (subject: string) => subject.replace(/\s+/g, " ").slice(0, 200);

/**
 * Posts many mails under `_id`s that the caller knows them by. They are sent after those that one person waits for, however
 * many there are.
 */
export async function postMails(trx: Trx, mails: readonly (PlainMail & { readonly _id: string })[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ subject, text, ...mail }) => ({ ...mail, subject: oneLine(subject), body: text }));
  await sql`insert into portal.outgoing_mail (_id, recipient, subject, body, template, wording, about)
    select _id, recipient, subject, body, template, wording, about from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(_id uuid, recipient text, subject text, body text, template text, wording int, about text)`.execute(trx);
  await enqueueMany(
    trx,
    sendMailJob,
    mails.map(({ _id }) => ({ payload: { mail: _id }, key: `mail ${_id}` })),
  );
}

/** Where each mail stands, as rows of `_id, state`, for who knows its own by `_id`. */
export const mailStates = (): RawBuilder<unknown> => sql`select _id, state from portal.outgoing_mail`;

/** Takes back those of some mails that are not sent yet, and answers how many; `which` gives their `_id`s. */
export async function dropMails(trx: Trx, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`delete from portal.outgoing_mail where state <> 'sent' and _id in (${which})
    returning _id`.execute(trx);
  return rows.length;
}

/** Forgets the mails to some addresses, sent or not: nobody is there any more to whom they are of use. */
export const forgetMailsTo = (trx: Trx, addresses: readonly string[]) =>
  trx
    .deleteFrom("outgoing_mail")
    .where("recipient", "in", [...addresses])
    .execute();

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

export const mailsKept: KeptNumber = {
  ...{ name: "portal_mails", help: "Mails that are not sent.", label: "state" },
  rows: sql<{ label: string; value: number }>`select s.state as label,
      (select count(*)::int from portal.outgoing_mail m where m.state = s.state) as value
    from (values ('waiting'), ('failed')) as s (state)`,
};

/** Whether mails wait that should have gone, and none has gone since: one that its receiver's server puts off does not count. */
export const mailsStuck = (): RawBuilder<boolean> => sql<boolean>`(
  (select count(*) from (select from portal.outgoing_mail where state = 'waiting'
    and "createdAt" between now() - interval '1 day' and now() - interval '15 minutes' limit 5) waiting) = 5
  and not exists (select from portal.outgoing_mail where state = 'sent' and "createdAt" > now() - interval '1 day'
    and "sentAt" > now() - interval '15 minutes'))`;

export const failedMails = (): RawBuilder<unknown> => sql`select from portal.outgoing_mail where state = 'failed'`;

interface SentMail {
  readonly _id: string;
  readonly createdAt: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: string;
  readonly sentAt: string | null;
  /** Why it has not been sent yet. */
  readonly trouble: string | null;
}

/** Mails to one address whose subject holds some words. */
export interface MailsAbout {
  readonly recipient: string;
  readonly words: string;
}

/** The mails to some addresses, and others about something, newest first. Their texts are dropped once they are sent. */
export async function mailsTo(
  db: Database,
  addresses: readonly string[],
  most: number,
  about: readonly MailsAbout[] = [],
): Promise<SentMail[]> {
  const recipients = [...addresses, ...about.map(({ recipient }) => recipient)];
  const { rows } = await sql<SentMail>`
    select _id, "createdAt", recipient, subject, state, "sentAt", trouble from portal.outgoing_mail m
    where recipient = any(${recipients}::text[]) and (recipient = any(${[...addresses]}::text[]) or exists (
      select from jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as a(recipient text, words text)
      where a.recipient = m.recipient and position(a.words in coalesce(m.about, m.subject)) > 0))
    order by "createdAt" desc, _id desc limit ${most}`.execute(db);
  return rows;
}

export interface WrittenMail {
  readonly _id: string;
  readonly at: string;
  readonly subject: string;
  readonly state: string;
}

/** The mails to some addresses whose subject holds some words, oldest first, at most a hundred. */
export async function mailsAbout(db: Database, recipients: readonly string[], words: string): Promise<WrittenMail[]> {
  const { rows } = await sql<WrittenMail>`
    select _id, "createdAt" as at, subject, state from portal.outgoing_mail
    where recipient = any(${[...recipients]}::text[]) and position(${words} in coalesce(about, subject)) > 0 order by "createdAt", _id limit 100`.execute(
    db,
  );
  return rows;
}
