import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Person {
  readonly firstname: string;
  readonly name: string;
  readonly matric: string | null;
  readonly emailaddress: string;
}

interface Merged {
  readonly kept: Person;
  readonly gone: Person;
  /** The address of the record that stays, before. */
  readonly before: string;
}

const recordsMerged = mailTemplate({
  key: "records-merged",
  name: "Two records are one now",
  when: "Two records of one student are merged: goes to each address that either had",
  reader: "students",
  values: {
    ...usual("firstname", "link"),
    called: value("the matric number, else the name", "COE/2026/0417"),
    number: value("which matric number holds, in a sentence", "Your matric number is COE/2026/0417."),
    how: value("how the reader signs in", "with that number"),
  },
  must: ["number", "link"],
  subject: "{called}: your two records are one now",
  text: `Dear {firstname},

{college} had two records of you as a student, and has made one of them.

{number}

Bills, payments, orders and everything else of both stand there now. Nothing that you have paid is lost. Sign in to the student's area {how}; if you do not know the password, choose Forgot password:
{link}

If these are two different people, write to the {office} at once:
{officemail}

{office}, {college}`,
});

/** Tells a student that two records are one now, at each address that either had. */
export function mergedMail({ publicUrl }: Config, { kept, gone, before }: Merged): Mail[] {
  const addresses = new Map([kept.emailaddress, gone.emailaddress, before].map((one) => [one.toLowerCase(), one]));
  const matric = kept.matric ?? gone.matric;
  const old = gone.matric !== null && gone.matric !== matric ? gone.matric : null;
  const holds = matric
    ? `Your matric number is ${matric}. Write it on everything you hand in.`
    : "Your matric number follows.";
  return [...addresses.values()].map((recipient) =>
    fromTemplate(recordsMerged, recipient, {
      firstname: kept.firstname,
      called: matric ?? kept.name,
      number: `${holds}${old ? ` The number ${old} leads to the same record.` : ""}`,
      how: matric ? "with that number" : "as before",
      link: `${publicUrl}/student`,
    }),
  );
}

export const mergeTemplates = [recordsMerged];
