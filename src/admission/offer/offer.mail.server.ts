import { submittedById } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import type { OfferTerms } from "./offer.read.server.ts";
import { statusWord } from "./offer.rules.ts";

/** What the letters about an offer name. `due` is its last day in Lagos. */
interface Offered {
  readonly bio: { readonly firstname: string; readonly emailaddress: string };
  readonly code: string;
  readonly kind: number;
  readonly programme: string;
  readonly session: string;
  readonly due: string;
}

/** Tells of a released offer, and until when and how it is accepted. */
export const offerMail = (config: Config, offered: Offered): Mail =>
  letter(
    offered,
    `${statusWord(offered.kind)} to ${offered.programme}`,
    `${brand.name} offers you ${statusWord(offered.kind)} to ${offered.programme}, session ${offered.session}.

Accept the offer by ${asDay(offered.due)}: make the reference of the acceptance fee on the portal and pay it by that day.
${acceptAddress(config)}

After that day the offer lapses. Your admission letter can be printed once the reference is made:
${config.publicUrl}/app/admission`,
  );

/** The same as a text. What was not offered is never texted: a phone may be a family's. */
export const offerText = ({ publicUrl }: Config, firstname: string, due: string): string =>
  `${brand.shortname}: ${firstname}, you are offered a place. Accept it by ${asDay(due)}: ${publicUrl}/app/accept`;

/** Reminds of an offer that is not accepted. `days` are left; 0 is the last day itself. */
export const reminderMail = (config: Config, offered: Offered, days: number): Mail =>
  letter(
    offered,
    days === 0 ? "today is the last day to accept your offer" : `accept your offer by ${asDay(offered.due)}`,
    `Your offer of ${statusWord(offered.kind)} to ${offered.programme}, session ${offered.session}, is not accepted yet.

${days === 0 ? "Today is the last day" : `The last day is ${asDay(offered.due)}`}: the acceptance fee must be paid by then.
${acceptAddress(config)}

If you have paid at a bank already, you need do nothing: a payment made by the last day counts, even when the bank tells
us later.`,
  );

/** The same as a text, on the last day and on the day before. */
export const lastDayText = ({ publicUrl }: Config, firstname: string, days: number): string =>
  `${brand.shortname}: ${firstname}, ${days === 0 ? "today" : "tomorrow"} is the last day to accept your offer. The fee must be paid by then: ${publicUrl}/app/accept`;

export const lapseMail = (config: Config, offered: Offered): Mail =>
  letter(
    offered,
    "your offer of admission has lapsed",
    `Your offer of ${statusWord(offered.kind)} to ${offered.programme}, session ${offered.session}, was to be accepted by ${asDay(offered.due)}.
We have no payment of the acceptance fee by that day, so the offer has lapsed.

If you have paid by that day, keep your teller or receipt: the offer stands as soon as the bank tells us. For anything
else please ask the ${contact.office} soon.
${config.publicUrl}/app/admission`,
  );

/** Tells that a condition was not met, so that the offer has lapsed. */
export const conditionMail = (config: Config, offered: Offered, condition: string): Mail =>
  letter(
    offered,
    "your offer of admission has lapsed",
    `Your offer of ${statusWord(offered.kind)} to ${offered.programme}, session ${offered.session}, asked for this:

${condition}

The admissions office has not found it met, so the offer has lapsed. Please do not pay for it. If you have met it, go to the
${contact.office} soon with the proof: the office can give you more time.
${config.publicUrl}/app/admission`,
  );

export const extensionMail = (config: Config, offered: Offered): Mail =>
  letter(
    offered,
    `you have until ${asDay(offered.due)} to accept your offer`,
    `The college has given you more time to accept your offer of ${statusWord(offered.kind)} to ${offered.programme}, session ${offered.session}.

The last day is ${asDay(offered.due)}: the acceptance fee must be paid by then.
${acceptAddress(config)}

If you have paid already and were told that it was late, please ask the bursary before you pay again.`,
  );

/** Tells that the college has taken the offer back, in the words of the office. */
export const recallMail = (config: Config, offered: Offered, words: string): Mail =>
  letter(
    offered,
    "your offer of admission is recalled",
    `The college has recalled its offer of ${statusWord(offered.kind)} to ${offered.programme}, session ${offered.session}.

${words}

The letter of that offer is void. Please do not pay for it. If you have paid, keep your teller or receipt: the money is kept
for you, and the bursary decides with you what becomes of it. Your application stands, and you see here where:
${config.publicUrl}/app/admission`,
  );

const acceptAddress = ({ publicUrl }: Config) => `${publicUrl}/app/accept`;

const letter = ({ bio, code }: Offered, news: string, text: string): Mail => ({
  recipient: bio.emailaddress,
  subject: `${brand.name}: ${news}`,
  text: `Dear ${bio.firstname},

${text}

Your application code is ${code}.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});

export interface OfferOfMail {
  readonly application: string;
  readonly kind: number;
  readonly due: string;
  readonly terms: OfferTerms;
}

export async function offerToMail(trx: Trx, { application, kind, due, terms }: OfferOfMail): Promise<Offered> {
  const { code, snapshot } = await submittedById(trx, application);
  const { programme, session } = terms;
  return { bio: snapshot.bio, code, kind, due, programme: programmeTitle(programme), session: session.name };
}
