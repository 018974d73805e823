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

interface Told {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly fromprogramme: string;
  readonly programme: string;
}

/** What has become of a request: the template, and what it names beside the programmes. */
interface News {
  readonly template: MailTemplate;
  readonly said: Values;
}

const combinationValues = {
  ...usual("firstname", "link"),
  before: value("the programme before", "NCE Biology/Chemistry"),
  after: value("the programme that is asked for", "NCE Biology/Geography"),
};

const next = value("the office that decides next", "Registrar");
const deciding = value("the office that has decided", "Head of Biology");

const textOf = (news: string) => `Dear {firstname},

Your change from {before} to {after}

${news}

See it here:
{link}

${signed.office}`;

const combinationAsked = mailTemplate({
  key: "combination-asked",
  name: "Change of combination asked for",
  when: "A student asks for another combination",
  reader: "students",
  values: { ...combinationValues, next },
  must: ["link"],
  subject: "{college}: your change of combination is asked for",
  text: textOf(
    "You have asked for it. It waits for the {next} now. Until the last office has agreed nothing changes: you study, and pay for, what you do now.",
  ),
});

export const askedNews = (office: string): News => ({ template: combinationAsked, said: { next: office } });

const combinationPassed = mailTemplate({
  key: "combination-passed",
  name: "Change of combination: an office has agreed",
  when: "One office has agreed, and another decides next",
  reader: "students",
  values: { ...combinationValues, decider: deciding, next },
  must: ["link"],
  subject: "{college}: your change of combination the {decider} has agreed",
  text: textOf("The {decider} has agreed. It waits for the {next} now."),
});

export const passedNews = (decider: string, office: string): News => ({
  template: combinationPassed,
  said: { decider, next: office },
});

const combinationRefused = mailTemplate({
  key: "combination-refused",
  name: "Change of combination refused",
  when: "An office refuses a change of combination",
  reader: "students",
  values: { ...combinationValues, ...usual("reason"), decider: deciding },
  must: ["link"],
  subject: "{college}: your change of combination is refused",
  text: textOf(`The {decider} has refused it:

{reason}

You stay where you are. Your bill is as it was.`),
});

export const refusedNews = (decider: string, reason: string): News => ({
  template: combinationRefused,
  said: { decider, reason },
});

const combinationInForce = mailTemplate({
  key: "combination-in-force",
  name: "Change of combination in force",
  when: "All offices have agreed",
  reader: "students",
  values: {
    ...combinationValues,
    bill: value("what becomes of the bill, in a sentence", "Your bill stays as it is."),
    number: value("what becomes of the matric number, in a sentence", "Your matric number stays as it is."),
  },
  must: ["bill", "number", "link"],
  subject: "{college}: your change of combination is in force",
  text: textOf(`All offices have agreed, and the change is in force.

{bill}

{number}`),
});

export const inForceNews = (bill: string, newmatric: string | null): News => ({
  template: combinationInForce,
  said: {
    bill,
    number:
      newmatric === null
        ? "Your matric number stays as it is."
        : `Your matric number is ${newmatric} from now on. Sign in with it, or with your email address.`,
  },
});

export const combinationMail = ({ publicUrl }: Config, of: Told, { template, said }: News): Mail =>
  fromTemplate(template, of.emailaddress, {
    ...said,
    firstname: of.firstname,
    before: of.fromprogramme,
    after: of.programme,
    link: `${publicUrl}/student/combination`,
  });

export const combinationTemplates = [combinationAsked, combinationPassed, combinationRefused, combinationInForce];
