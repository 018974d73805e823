import { localPhone } from "#kit/value/phone.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import type { DepartureKind } from "./departure.rules.ts";

/** What the letters about something given up name. */
export interface Departing {
  readonly bio: { readonly firstname: string; readonly emailaddress: string };
  readonly code: string;
  readonly programme: string;
  readonly session: string;
  readonly reason: string;
}

/** Confirms what the applicant has done: who has not done it finds out by this letter. */
export const departureMail = (config: Config, kind: DepartureKind, one: Departing): Mail => ({
  recipient: one.bio.emailaddress,
  subject: `${brand.name}: ${news[kind]}`,
  text: `Dear ${one.bio.firstname},

${told[kind](one)}

The reason that you gave: ${one.reason}.

If you did not do this, or did not mean it, write or go to the ${contact.office} at once.
${config.publicUrl}/app/admission

Your application code is ${one.code}.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});

/** Tells who deferred a place that it is kept, and how it is taken. `closes` is a day in words. */
export const keptMail = (config: Config, one: Omit<Departing, "reason"> & { readonly closes: string }): Mail => ({
  recipient: one.bio.emailaddress,
  subject: `${brand.name}: your place is kept, apply by ${one.closes}`,
  text: `Dear ${one.bio.firstname},

You took your place in ${one.programme} a session later. The college keeps it for you in the session ${one.session}.

Go to Application Fees and generate a payment reference for the same programme: it is paid at once, over nothing. Then apply, by
${one.closes}. The place is offered to you again as soon as your application is there, while a seat is free.
${config.publicUrl}/app/pay

JAMB has to know that you begin in ${one.session}: ask the ${contact.office} what you do there.

Your earlier application code is ${one.code}.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});

const news: Readonly<Record<DepartureKind, string>> = {
  Withdrawn: "you have withdrawn your application",
  Declined: "you have declined your offer",
  Deferred: "your place is deferred",
};

const told: Readonly<Record<DepartureKind, (one: Departing) => string>> = {
  Withdrawn: ({ programme, session }) =>
    `You have withdrawn your application to ${programme}, session ${session}. The college does not decide about it any more. The
application fee is not paid back.`,
  Declined: ({ programme, session }) =>
    `You have declined the offer of ${programme}, session ${session}. The place is free for somebody else now, the letter of that
offer is void, and nothing is to be paid for it. If you have paid the acceptance fee, keep your teller or receipt: the money is
kept for you, and the bursary decides with you what becomes of it.`,
  Deferred: ({ programme, session }) =>
    `Your place in ${programme} is deferred: you do not begin in the session ${session}. The letter of that offer is void, and nothing
is to be paid for it. The college offers you a place again in the next session that admits, without a new application fee.`,
};
