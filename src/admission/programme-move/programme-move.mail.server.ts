import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  type Values,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface ToldOfMove {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly code: string;
  /** As the programmes are called. */
  readonly from: string;
  readonly to: string;
}

/** The template of a letter, and what it names beside the programmes. */
interface MoveNews {
  readonly template: MailTemplate;
  readonly said: Values;
}

const moveValues = {
  ...usual("firstname", "code", "link"),
  before: value("the programme before", "NCE Biology/Chemistry"),
  after: value("the other programme", "NCE Biology/Geography"),
};

const papers = {
  missing: value("the documents that the other programme asks for too; empty for none", "Birth certificate"),
};

const missingWords = "{after} also asks for: {missing}. The office asks you for them by mail once you are there.";

const textOf = (news: string) => `Dear {firstname},

Your application {code}

${news}

See it here:
{link}

${signed.office}`;

const moveOffered = mailTemplate({
  key: "programme-move-offered",
  name: "Another programme is offered",
  when: "The college offers an applicant another programme",
  reader: "applicants",
  values: { ...moveValues, ...papers, ...usual("reason", "due") },
  must: ["due", "link"],
  subject: "{college}: the college offers you another programme",
  text: textOf(`The college cannot offer you a place in {before} as things stand. It can consider you for {after} instead, with the same application and no second fee:

{reason}

Say yes or no on the portal until the end of {due}. Until you answer you stay with {before}. If you do not answer, you stay there too.

${missingWords}`),
});

export const offeredNews = ({
  answerby,
  reason,
  missing,
}: {
  answerby: string;
  reason: string;
  missing: readonly string[];
}): MoveNews => ({
  template: moveOffered,
  said: { reason, due: asDay(`${answerby}T12:00:00Z`), missing: missing.join(", ") },
});

const moved = mailTemplate({
  key: "programme-moved",
  name: "Application is to another programme now",
  when: "An application has moved to another programme",
  reader: "applicants",
  values: { ...moveValues, ...papers },
  must: ["after", "link"],
  subject: "{college}: your application is to {after} now",
  text: textOf(`Your application has moved from {before} to {after}. Its code, your fee and your papers stay good. This is not yet an offer of a place.

On CAPS change your course to the same programme, or JAMB cannot approve it.

${missingWords}`),
});

export const movedNews = (missing: readonly string[]): MoveNews => ({
  template: moved,
  said: { missing: missing.join(", ") },
});

const moveRefused = mailTemplate({
  key: "programme-move-refused",
  name: "Change of programme refused",
  when: "The office refuses a change of programme",
  reader: "applicants",
  values: { ...moveValues, ...usual("reason") },
  must: ["link"],
  subject: "{college}: your change of programme is refused",
  text: textOf(`You asked to move from {before} to {after}. The office has refused it:

{reason}

Your application to {before} stands.`),
});

export const refusedNews = (reason: string): MoveNews => ({ template: moveRefused, said: { reason } });

const moveLapsed = mailTemplate({
  key: "programme-move-lapsed",
  name: "Another programme: no answer came",
  when: "The day to answer an offer of another programme is over",
  reader: "applicants",
  values: moveValues,
  must: ["link"],
  subject: "{college}: the day to answer is over",
  text: textOf(
    "You did not answer whether you want {after}, so nothing has changed: your application to {before} stands.",
  ),
});

export const lapsedNews: MoveNews = { template: moveLapsed, said: {} };

export const moveMail = ({ publicUrl }: Config, of: ToldOfMove, { template, said }: MoveNews): Mail =>
  fromTemplate(template, of.emailaddress, {
    ...said,
    ...{ firstname: of.firstname, code: of.code, before: of.from, after: of.to },
    link: `${publicUrl}/app/choices`,
  });

export const moveTemplates = [moveOffered, moved, moveRefused, moveLapsed];
