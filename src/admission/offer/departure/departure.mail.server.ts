import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import type { DepartureKind } from "./departure.rules.ts";

/** What the letters about something given up name. */
export interface Departing {
  readonly bio: { readonly firstname: string; readonly emailaddress: string };
  readonly code: string;
  readonly programme: string;
  readonly session: string;
  readonly reason: string;
}

const departureValues = usual("firstname", "code", "programme", "session", "reason", "link");

const textOf = (news: string) => `Dear {firstname},

${news}

The reason that you gave: {reason}.

If you did not do this, or did not mean it, write or go to the {office} at once.
{link}

Your application code is {code}.

${signed.officeWithPhone}`;

const templates = {
  Withdrawn: mailTemplate({
    key: "application-withdrawn",
    name: "Application withdrawn",
    when: "An applicant withdraws an application",
    reader: "applicants",
    values: departureValues,
    must: ["code", "link"],
    subject: "{college}: you have withdrawn your application",
    text: textOf(`You have withdrawn your application to {programme}, session {session}. The college does not decide about it any more. The
application fee is not paid back.`),
  }),
  Declined: mailTemplate({
    key: "offer-declined",
    name: "Offer declined",
    when: "An applicant declines an offer",
    reader: "applicants",
    values: departureValues,
    must: ["code", "link"],
    subject: "{college}: you have declined your offer",
    text: textOf(`You have declined the offer of {programme}, session {session}. The place is free for somebody else now, the letter of that
offer is void, and nothing is to be paid for it. If you have paid the acceptance fee, keep your teller or receipt: the money is
kept for you, and the bursary decides with you what becomes of it.`),
  }),
  Deferred: mailTemplate({
    key: "place-deferred",
    name: "Place deferred",
    when: "An applicant defers a place",
    reader: "applicants",
    values: departureValues,
    must: ["code", "link"],
    subject: "{college}: your place is deferred",
    text: textOf(`Your place in {programme} is deferred: you do not begin in the session {session}. The letter of that offer is void, and nothing
is to be paid for it. When the next session admits, the college decides whether it keeps the place for you, and writes to you: you
apply there without an application fee then.`),
  }),
};

/** Confirms what the applicant has done: who has not done it finds out by this letter. */
export const departureMail = ({ publicUrl }: Config, kind: DepartureKind, { bio, ...one }: Departing): Mail =>
  fromTemplate(templates[kind], bio.emailaddress, {
    ...{ firstname: bio.firstname, code: one.code, programme: one.programme, session: one.session },
    ...{ reason: one.reason, link: `${publicUrl}/app/admission` },
  });

const placeKept = mailTemplate({
  key: "deferred-place-kept",
  name: "A deferred place is kept",
  when: "A session admits for which a deferred place is kept",
  reader: "applicants",
  values: {
    ...usual("firstname", "code", "programme", "session", "link"),
    closes: value("the last day to apply", "5 December 2026"),
  },
  must: ["closes", "link"],
  subject: "{college}: your place is kept, apply by {closes}",
  text: `Dear {firstname},

You took your place in {programme} a session later. The college keeps it for you in the session {session}.

Go to Application Fees and generate a payment reference for the same programme: it is paid at once, over nothing. Then apply, by
{closes}. The place is offered to you again as soon as your application is there, while a seat is free.
{link}

JAMB has to know that you begin in {session}: ask the {office} what you do there.

Your earlier application code is {code}.

${signed.officeWithPhone}`,
});

/** Tells who deferred a place that it is kept, and how it is taken. `closes` is a day in words. */
export const keptMail = (
  { publicUrl }: Config,
  { bio, code, programme, session, closes }: Omit<Departing, "reason"> & { readonly closes: string },
): Mail =>
  fromTemplate(placeKept, bio.emailaddress, {
    ...{ firstname: bio.firstname, code, programme, session, closes },
    link: `${publicUrl}/app/pay`,
  });

export const departureTemplates = [...Object.values(templates), placeKept];
