import { sql } from "kysely";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type PlainMail, postMail, postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "../brand/brand.rules.ts";
import { wordsOnTrial } from "../papers/papers.server.ts";
import {
  fillWords,
  type LetterheadName,
  type MailTemplate,
  type MessageTemplate,
  shippedWords,
  type Values,
  type Words,
  wordingFaults,
} from "./message-template.rules.ts";

export {
  addVersion,
  decideVersion,
  lockVersion,
  proposedVersions,
  standingWords,
  type TemplateVersion,
  versionsOf,
} from "./message-template.version.server.ts";

/** A mail before it has words: the college's are put in when it is written. */
export interface Mail {
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly values: Values;
}

/** The values of a template for one reader. */
export const fromTemplate = <Name extends string>(
  template: MailTemplate<Name>,
  recipient: string,
  values: Values<NoInfer<Name>>,
): Mail => ({ recipient, template, values });

/** The college as texts name it, read when they are filled. */
export const letterhead = (): Values<LetterheadName> => ({
  college: brand.name,
  shortname: brand.shortname,
  portal: brand.portal,
  office: contact.office,
  officemail: contact.emailaddress,
  officephone: localPhone(contact.phonenumber),
});

interface InForce {
  readonly template: string;
  readonly number: number;
  readonly words: Words | null;
}

/** The version that was in force at a moment: none is ever deleted, and each has its day of approval. */
async function wordsThen(db: Database | Trx, key: string, at: string): Promise<InForce | undefined> {
  const { rows } = await sql<InForce>`select template, number, words from portal.template_version
    where template = ${key} and state in ('In force', 'Replaced') and "decidedAt" <= ${at}::timestamptz
    order by "decidedAt" desc, number desc limit 1`.execute(db);
  return rows[0];
}

/** The college's words that hold, of some templates, by key. */
export async function wordsInForce(db: Database | Trx, keys: readonly string[]): Promise<ReadonlyMap<string, InForce>> {
  const { rows } = await sql<InForce>`select template, number, words from portal.template_version
    where template = any(${[...keys]}::text[]) and state = 'In force'`.execute(db);
  return new Map(rows.map((row) => [row.template, row]));
}

/** What one transaction has read: many mails of one template are one question. */
const readBy = new WeakMap<Database | Trx, Map<string, InForce | null>>();

async function knownWords(trx: Trx, keys: readonly string[]): Promise<ReadonlyMap<string, InForce | null>> {
  const known = readBy.get(trx) ?? new Map<string, InForce | null>();
  readBy.set(trx, known);
  const missing = [...new Set(keys)].filter((key) => !known.has(key));
  if (missing.length === 0) return known;
  const found = await wordsInForce(trx, missing);
  for (const key of missing) known.set(key, found.get(key) ?? null);
  return known;
}

/** The college's words where they hold and still suit the template, else those as shipped, with the number of the version. */
function chosenWords<Part extends string>(
  template: MessageTemplate<string, Part>,
  found: InForce | null | undefined,
): { readonly words: Words<Part>; readonly number: number | null } {
  const shipped = { words: shippedWords(template), number: null };
  if (!found?.words) return shipped;
  const words = { ...shipped.words, ...found.words };
  return Object.keys(wordingFaults(template, words)).length === 0 ? { words, number: found.number } : shipped;
}

/** Mails with their words. */
async function filledMails(trx: Trx, mails: readonly Mail[]): Promise<PlainMail[]> {
  const known = await knownWords(
    trx,
    mails.map(({ template }) => template.key),
  );
  const college = letterhead();
  return mails.map(({ recipient, template, values }) => {
    const { words, number } = chosenWords(template, known.get(template.key));
    const { subject, text } = fillWords(template, words, values, college);
    const about = number === null ? null : fillWords(template, shippedWords(template), values, college).subject;
    return { recipient, subject, text, template: template.key, wording: number, about };
  });
}

/** A mail with its words, for who posts it another way. */
export async function wordedMail(trx: Trx, mail: Mail): Promise<PlainMail> {
  const [filled] = await filledMails(trx, [mail]);
  if (!filled) throw new Error("A mail was not filled");
  return filled;
}

/** Writes a mail in the college's words, and posts it with the change it belongs to. */
export async function writeMail(trx: Trx, mail: Mail): Promise<void> {
  for (const filled of await filledMails(trx, [mail])) await postMail(trx, filled);
}

/** Writes many mails, whatever their templates, with one question for their words. `_id` is for who wants to find one again. */
export async function writeMails(trx: Trx, mails: readonly (Mail & { readonly _id?: string })[]): Promise<void> {
  if (mails.length === 0) return;
  const filled = await filledMails(trx, mails);
  await postMails(
    trx,
    filled.map((mail, at) => ({ ...mail, _id: mails[at]?._id ?? newId() })),
  );
}

/** A text to a phone, filled. */
export async function writtenText(
  trx: Trx,
  template: MessageTemplate<string, "text">,
  values: Values,
): Promise<string> {
  const known = await knownWords(trx, [template.key]);
  const { words } = chosenWords(template, known.get(template.key));
  return fillWords(template, words, values, letterhead()).text;
}

/** What a paper says that tells how things stand today, filled: in the words that are in force. */
export async function paperWords<Name extends string, Part extends string>(
  db: Database | Trx,
  template: MessageTemplate<Name, Part>,
  values: Values<NoInfer<Name>>,
): Promise<Words<Part>> {
  const tried = wordsOnTrial(template.key);
  const found = tried ? undefined : (await wordsInForce(db, [template.key])).get(template.key);
  return filledPaper(template, tried, found, values);
}

/**
 * The same of a paper about what happened at a moment (`at`): in the words of then, so that whoever prints it again gets the
 * same. Of what has not happened, in those of today. Decision 0138.
 */
export async function paperWordsAt<Name extends string, Part extends string>(
  db: Database | Trx,
  template: MessageTemplate<Name, Part>,
  values: Values<NoInfer<Name>>,
  at: string | null,
): Promise<Words<Part>> {
  if (at === null) return paperWords(db, template, values);
  const tried = wordsOnTrial(template.key);
  return filledPaper(template, tried, tried ? undefined : await wordsThen(db, template.key, at), values);
}

const filledPaper = <Part extends string>(
  template: MessageTemplate<string, Part>,
  tried: Words | null,
  found: InForce | undefined,
  values: Values,
): Words<Part> =>
  fillWords(template, (tried as Words<Part> | null) ?? chosenWords(template, found).words, values, letterhead());
