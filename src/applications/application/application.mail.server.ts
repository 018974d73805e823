import {
  mailTemplate,
  paperTemplate,
  signed,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

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

const applicationArrived = mailTemplate({
  key: "application-received",
  name: "Application received",
  when: "An application is submitted",
  reader: "applicants",
  values: {
    ...usual("firstname", "code", "programme", "session", "link"),
    after: value("what the setting says about screening and decision", "Screening is from 5 to 9 October 2026."),
  },
  must: ["code", "link"],
  subject: "Your application has been received: {code}",
  text: `Dear {firstname},

{college} has received your application to {programme}, session {session}.

Your application code is {code}. Please quote it whenever you write or come to us.

Print your application slip here:
{link}

What happens next: the college checks your results and documents, and asks you if something is missing.
{after}
The decision will be shown on the portal and sent to this address.

${signed.officeWithPhone}`,
});

/** Tells an applicant that the application has arrived, with its code and the way to the slip. */
export const applicationReceived = ({ recipient, slip, after, ...said }: ReceivedApplication): Mail =>
  fromTemplate(applicationArrived, recipient, {
    ...said,
    link: slip,
    after: after || "It has not published the day of its decision yet.",
  });

export const slipTemplate = paperTemplate({
  key: "application-slip",
  name: "Application slip",
  when: "An applicant prints what was submitted",
  reader: "applicants",
  values: usual("name", "code", "programme", "session"),
  words: {
    heading: "Application Slip",
    opening: "",
    closing:
      "This slip shows that the application above was received. Bring it with you to the screening, with the originals of the documents that you uploaded.",
  },
});

export const applicationTemplates = [applicationArrived, slipTemplate];
