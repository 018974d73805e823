import { submittedById } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  mailTemplate,
  signed,
  textTemplate,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
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

const offerValues = {
  ...usual("firstname", "code", "programme", "session", "due", "link"),
  status: value("what is offered", "Provisional Admission"),
};

const of = ({ bio, code, kind, due, programme, session }: Offered) => ({
  ...{ firstname: bio.firstname, code, programme, session },
  due: asDay(due),
  status: statusWord(kind),
});

const textOf = (news: string) => `Dear {firstname},

${news}

Your application code is {code}.

${signed.officeWithPhone}`;

const offerReleased = mailTemplate({
  key: "offer-released",
  name: "Offer of admission",
  when: "An offer is released",
  reader: "applicants",
  values: {
    ...offerValues,
    letter: value("where the admission letter is printed", "https://portal.example.edu.ng/app/admission"),
  },
  must: ["code", "due", "link"],
  subject: "{college}: {status} to {programme}",
  text: textOf(`{college} offers you {status} to {programme}, session {session}.

Accept the offer by {due}: make the reference of the acceptance fee on the portal and pay it by that day.
{link}

After that day the offer lapses. Your admission letter can be printed once the reference is made:
{letter}`),
});

/** Tells of a released offer, and until when and how it is accepted. */
export const offerMail = ({ publicUrl }: Config, offered: Offered): Mail =>
  fromTemplate(offerReleased, offered.bio.emailaddress, {
    ...of(offered),
    ...{ link: `${publicUrl}/app/accept`, letter: `${publicUrl}/app/admission` },
  });

/** The same as a text. What was not offered is never texted: a phone may be a family's. */
export const offerText = textTemplate({
  key: "offer-released-text",
  name: "Offer of admission",
  when: "Beside the mail, where there is an SMS gateway",
  values: usual("due", "link"),
  must: ["due", "link"],
  text: "{shortname}: {firstname}, you are offered a place. Accept it by {due}: {link}",
});

const stillCounts = `If you have paid at a bank already, you need do nothing: a payment made by the last day counts, even when the bank tells
us later.`;

const offerReminder = mailTemplate({
  key: "offer-reminder",
  name: "Offer is not accepted yet",
  when: "Some days before the last day to accept",
  reader: "applicants",
  values: offerValues,
  must: ["code", "due", "link"],
  subject: "{college}: accept your offer by {due}",
  text: textOf(`Your offer of {status} to {programme}, session {session}, is not accepted yet.

The last day is {due}: the acceptance fee must be paid by then.
{link}

${stillCounts}`),
});

const offerLastDay = mailTemplate({
  key: "offer-last-day",
  name: "Last day to accept an offer",
  when: "On the last day to accept",
  reader: "applicants",
  values: offerValues,
  must: ["code", "link"],
  subject: "{college}: today is the last day to accept your offer",
  text: textOf(`Your offer of {status} to {programme}, session {session}, is not accepted yet.

Today is the last day: the acceptance fee must be paid by then.
{link}

${stillCounts}`),
});

/** Reminds of an offer that is not accepted. `days` are left; 0 is the last day itself. */
export const reminderMail = ({ publicUrl }: Config, offered: Offered, days: number): Mail =>
  fromTemplate(days === 0 ? offerLastDay : offerReminder, offered.bio.emailaddress, {
    ...of(offered),
    link: `${publicUrl}/app/accept`,
  });

/** The same as a text, on the last day and on the day before. */
export const lastDayText = textTemplate({
  key: "offer-last-day-text",
  name: "Last day to accept an offer",
  when: "On the last day and on the day before, where there is an SMS gateway",
  values: { ...usual("link"), day: value("today or tomorrow", "tomorrow") },
  must: ["day", "link"],
  text: "{shortname}: {firstname}, {day} is the last day to accept your offer. The fee must be paid by then: {link}",
});

const offerLapsed = mailTemplate({
  key: "offer-lapsed",
  name: "Offer has lapsed",
  when: "An offer was not accepted by its last day",
  reader: "applicants",
  values: offerValues,
  must: ["code", "link"],
  subject: "{college}: your offer of admission has lapsed",
  text: textOf(`Your offer of {status} to {programme}, session {session}, was to be accepted by {due}.
We have no payment of the acceptance fee by that day, so the offer has lapsed.

If you have paid by that day, keep your teller or receipt: the offer stands as soon as the bank tells us. For anything
else please ask the {office} soon.
{link}`),
});

const atAdmission = ({ publicUrl }: Config) => `${publicUrl}/app/admission`;

export const lapseMail = (config: Config, offered: Offered): Mail =>
  fromTemplate(offerLapsed, offered.bio.emailaddress, { ...of(offered), link: atAdmission(config) });

const conditionNotMet = mailTemplate({
  key: "offer-condition-not-met",
  name: "Condition of an offer was not met",
  when: "An offer lapses since its condition was not met",
  reader: "applicants",
  values: { ...offerValues, condition: value("the condition", "Show the original certificate by 5 October 2026") },
  must: ["code", "condition", "link"],
  subject: "{college}: your offer of admission has lapsed",
  text: textOf(`Your offer of {status} to {programme}, session {session}, asked for this:

{condition}

The admissions office has not found it met, so the offer has lapsed. Please do not pay for it. If you have met it, go to the
{office} soon with the proof: the office can give you more time.
{link}`),
});

/** Tells that a condition was not met, so that the offer has lapsed. */
export const conditionMail = (config: Config, offered: Offered, condition: string): Mail =>
  fromTemplate(conditionNotMet, offered.bio.emailaddress, { ...of(offered), condition, link: atAdmission(config) });

const offerExtended = mailTemplate({
  key: "offer-extended",
  name: "More time to accept an offer",
  when: "The college extends the last day to accept",
  reader: "applicants",
  values: offerValues,
  must: ["code", "due", "link"],
  subject: "{college}: you have until {due} to accept your offer",
  text: textOf(`The college has given you more time to accept your offer of {status} to {programme}, session {session}.

The last day is {due}: the acceptance fee must be paid by then.
{link}

If you have paid already and were told that it was late, please ask the bursary before you pay again.`),
});

export const extensionMail = ({ publicUrl }: Config, offered: Offered): Mail =>
  fromTemplate(offerExtended, offered.bio.emailaddress, { ...of(offered), link: `${publicUrl}/app/accept` });

const offerRecalled = mailTemplate({
  key: "offer-recalled",
  name: "Offer is recalled",
  when: "The college takes an offer back",
  reader: "applicants",
  values: { ...offerValues, ...usual("reason") },
  must: ["code", "reason", "link"],
  subject: "{college}: your offer of admission is recalled",
  text: textOf(`The college has recalled its offer of {status} to {programme}, session {session}.

{reason}

The letter of that offer is void. Please do not pay for it. If you have paid, keep your teller or receipt: the money is kept
for you, and the bursary decides with you what becomes of it. Your application stands, and you see here where:
{link}`),
});

/** Tells that the college has taken the offer back, in the words of the office. */
export const recallMail = (config: Config, offered: Offered, words: string): Mail =>
  fromTemplate(offerRecalled, offered.bio.emailaddress, { ...of(offered), reason: words, link: atAdmission(config) });

export const offerTemplates = [
  offerReleased,
  offerText,
  offerReminder,
  offerLastDay,
  lastDayText,
  offerLapsed,
  conditionNotMet,
  offerExtended,
  offerRecalled,
];

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
