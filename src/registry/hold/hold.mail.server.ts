import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { type Blockable, blockedList } from "./hold.rules.ts";

export interface MailedHold {
  readonly kind: string;
  readonly blocks: readonly Blockable[];
  readonly reason: string;
  readonly office: string;
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  /** Null where nobody is to be written to. */
  readonly emailaddress: string | null;
}

/** Tells what somebody is kept from, why, and where to go. */
export const placedMail = (hold: MailedHold): Mail | null =>
  letter(hold, "a hold stands on your record", [
    `Until it is lifted you cannot ${blockedList(hold.blocks)}.`,
    `${hold.kind}: ${hold.reason}`,
    `Where to go: ${hold.office}`,
  ]);

export const liftedMail = (hold: MailedHold): Mail | null =>
  letter(hold, "a hold on your record is lifted", [
    `The hold of kind ${hold.kind.toLowerCase()} no longer keeps you from anything. It read: ${hold.reason}`,
  ]);

const letter = (
  { firstname, emailaddress, name, matric }: MailedHold,
  news: string,
  paragraphs: readonly string[],
): Mail | null =>
  emailaddress === null
    ? null
    : {
        recipient: emailaddress,
        subject: `${matric ?? name}: ${news}`,
        text: `Dear ${firstname},

${paragraphs.join("\n\n")}

${contact.office}, ${brand.name}
${contact.emailaddress}`,
      };
