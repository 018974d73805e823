import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import type { OwnData } from "./own-data.contract.ts";

interface Answer {
  readonly to: { readonly firstname: string; readonly emailaddress: string };
  /** What was deleted, in words; nothing where all of it must stay. */
  readonly gone: readonly string[];
  readonly stays: OwnData["stays"];
  /** In the words of the office. */
  readonly said: string;
}

export const erasureAnsweredMail = ({ to, gone, stays, said }: Answer): Mail => ({
  recipient: to.emailaddress,
  subject: `Your wish to have your data deleted at ${brand.shortname}`,
  text: `Dear ${to.firstname},

You asked ${brand.name} to delete your data. The ${contact.office} answers:

${said}

${gone.length > 0 ? `Deleted: ${gone.join(", ")}.` : "Nothing could be deleted: all of it belongs to what must stay."}

What stays, and why:

${stays.map(({ what, why }) => `${what}. ${why}.`).join("\n\n")}

If you are not content with this answer you may complain to the Nigeria Data Protection Commission.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
