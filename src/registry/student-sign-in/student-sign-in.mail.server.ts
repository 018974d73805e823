import type { InvitedAccount } from "#identity/account/account.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

const page = value("the address of the student's area", "https://portal.example.edu.ng/student");

const studentInvited = mailTemplate({
  key: "student-invited",
  name: "Invitation to the student's area",
  when: "The office invites a student who has no password yet",
  reader: "students",
  values: { ...usual("firstname", "link"), days: value("for how many days the link works", "30"), page },
  must: ["link", "days"],
  subject: "Your student's area at {shortname}",
  text: `Dear {firstname},

{college} has opened the student's area of its portal to you: your bill, your record and your papers stand there.

Choose your password here:
{link}

The link works once, for {days} days. Show it to nobody: whoever opens it chooses the password. Afterwards sign in with this email address, or with your matric number, at
{page}

${signed.office}`,
});

const studentAreaOpen = mailTemplate({
  key: "student-area-open",
  name: "The student's area is open",
  when: "The office invites a student who has a password already",
  reader: "students",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "Your student's area at {shortname}",
  text: `Dear {firstname},

{college} has opened the student's area of its portal to you: your bill, your record and your papers stand there.

Sign in with the password that you have, and this email address or your matric number, at
{link}

${signed.office}`,
});

/** The letter that opens the student's area; without a link to whoever has a password already. */
export const invitationMail = (
  publicUrl: string,
  { firstname, emailaddress }: InvitedAccount,
  link: string | null,
  days: number,
): Mail =>
  link === null
    ? fromTemplate(studentAreaOpen, emailaddress, { firstname, link: `${publicUrl}/student` })
    : fromTemplate(studentInvited, emailaddress, {
        ...{ firstname, days: String(days), page: `${publicUrl}/student` },
        link: `${publicUrl}/student/reset/${link}`,
      });

export const invitationTemplates = [studentInvited, studentAreaOpen];
