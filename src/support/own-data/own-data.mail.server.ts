import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.contract.ts";

/** What the office answered to who asked that their data be deleted. */
export const erasureAnsweredMail = (to: { firstname: string; emailaddress: string }, answer: string): Mail => ({
  recipient: to.emailaddress,
  subject: `Your wish to have your data deleted at ${brand.shortname}`,
  text: `Dear ${to.firstname},

You asked ${brand.name} to delete your data. The ${contact.office} answers:

${answer}

If you are not content with this answer you may complain to the Nigeria Data Protection Commission.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
