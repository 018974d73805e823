import { localPhone } from "#kit/value/phone.rules.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

export interface ReceivedApplication {
  readonly firstname: string;
  readonly recipient: string;
  readonly code: string;
  readonly programme: string;
  readonly session: string;
  readonly slip: string;
  /** The college's own words about the screening and the decision; empty until it says some. */
  readonly after: string;
}

/** Tells an applicant that the application has arrived, with its code and the way to the slip. */
export const applicationReceived = ({
  firstname,
  recipient,
  code,
  programme,
  session,
  slip,
  after,
}: ReceivedApplication): Mail => ({
  recipient,
  subject: `Your application has been received: ${code}`,
  text: `Dear ${firstname},

${brand.name} has received your application to ${programme}, session ${session}.

Your application code is ${code}. Please quote it whenever you write or come to us.

Print your application slip here:
${slip}

What happens next: the college checks your results and documents, and asks you if something is missing.
${after || "It has not published the day of its decision yet."}
The decision will be shown on the portal and sent to this address.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});
