import { localPhone } from "#kit/value/phone.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { nextAfterRefusal, type RefusalReason } from "./release-line.refusal.rules.ts";

export interface RefusedApplicant {
  readonly bio: { readonly firstname: string; readonly emailaddress: string };
  readonly code: string;
  readonly programme: string;
  readonly session: string;
  readonly words: string;
  readonly reason: RefusalReason;
}

/** Tells that no place can be offered, why, and what to do. */
export const refusalMail = (config: Config, refused: RefusedApplicant): Mail =>
  letter(
    config,
    refused,
    `the decision on your application to ${refused.programme}`,
    `We are sorry: ${brand.name} cannot offer you a place in ${refused.programme}, session ${refused.session}.

${refused.words}

What you can do now: ${nextAfterRefusal[refused.reason]}.`,
  );

/** Tells that the decision is taken back, in the words of the office. */
export const refusalRecallMail = (config: Config, told: Omit<RefusedApplicant, "reason">): Mail =>
  letter(
    config,
    told,
    `the decision on your application to ${told.programme} is taken back`,
    `The decision that we sent you on your application to ${told.programme}, session ${told.session}, is taken back.

${told.words}`,
  );

type Told = Pick<RefusedApplicant, "bio" | "code">;

const letter = ({ publicUrl }: Config, { bio, code }: Told, news: string, text: string): Mail => ({
  recipient: bio.emailaddress,
  subject: `${brand.name}: ${news}`,
  text: `Dear ${bio.firstname},

${text}

See it on the portal:
${publicUrl}/app/admission

Your application code is ${code}.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});
