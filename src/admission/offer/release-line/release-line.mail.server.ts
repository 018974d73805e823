import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { nextAfterRefusal, type RefusalReason } from "./release-line.refusal.rules.ts";

export interface RefusedApplicant {
  readonly bio: { readonly firstname: string; readonly emailaddress: string };
  readonly code: string;
  readonly programme: string;
  readonly session: string;
  readonly words: string;
  readonly reason: RefusalReason;
}

const refusalValues = usual("firstname", "code", "programme", "session", "reason", "link");

const end = `See it on the portal:
{link}

Your application code is {code}.

${signed.officeWithPhone}`;

const admissionRefused = mailTemplate({
  key: "admission-refused",
  name: "No place is offered",
  when: "A refusal is released",
  reader: "applicants",
  values: {
    ...refusalValues,
    next: value("what the applicant can do now", "apply again in the next session"),
  },
  must: ["code", "reason", "link"],
  subject: "{college}: the decision on your application to {programme}",
  text: `Dear {firstname},

We are sorry: {college} cannot offer you a place in {programme}, session {session}.

{reason}

What you can do now: {next}.

${end}`,
});

/** Tells that no place can be offered, why, and what to do. */
export const refusalMail = (config: Config, refused: RefusedApplicant): Mail =>
  fromTemplate(admissionRefused, refused.bio.emailaddress, {
    ...of(config, refused),
    next: nextAfterRefusal[refused.reason],
  });

const refusalTakenBack = mailTemplate({
  key: "admission-refusal-taken-back",
  name: "A refusal is taken back",
  when: "A refusal that was sent is taken back",
  reader: "applicants",
  values: refusalValues,
  must: ["code", "reason", "link"],
  subject: "{college}: the decision on your application to {programme} is taken back",
  text: `Dear {firstname},

The decision that we sent you on your application to {programme}, session {session}, is taken back.

{reason}

${end}`,
});

/** Tells that the decision is taken back, in the words of the office. */
export const refusalRecallMail = (config: Config, told: Omit<RefusedApplicant, "reason">): Mail =>
  fromTemplate(refusalTakenBack, told.bio.emailaddress, of(config, told));

const of = ({ publicUrl }: Config, { bio, code, programme, session, words }: Omit<RefusedApplicant, "reason">) => ({
  firstname: bio.firstname,
  code,
  programme,
  session,
  reason: words,
  link: `${publicUrl}/app/admission`,
});

export const refusalTemplates = [admissionRefused, refusalTakenBack];
