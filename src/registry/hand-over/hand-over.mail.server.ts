import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface HandedOver {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly matric: string;
  readonly level: number | null;
}

const handedOver = mailTemplate({
  key: "handed-over",
  name: "You are a student now",
  when: "The registry makes somebody a student",
  reader: "students",
  values: { ...usual("firstname", "matric", "link"), level: value("the level at which studies begin", "100") },
  must: ["matric", "link"],
  subject: "{college}: you are a student now, {matric}",
  text: `Dear {firstname},

{college} has made you a student.

Your matric number is {matric}. It stays yours for good: write it on everything you hand in.

You begin at {level} level. Your fees, your papers and everything else are in the student's area. Sign in there with the email address and the password that you have, or with your matric number:
{link}

${signed.office}`,
});

/** Tells somebody that he or she is a student now, by which number, and where to go on. */
export const handedOverMail = ({ publicUrl }: Config, { firstname, emailaddress, matric, level }: HandedOver): Mail =>
  fromTemplate(handedOver, emailaddress, {
    ...{ firstname, matric, link: `${publicUrl}/student` },
    level: String(level),
  });

export const handOverTemplates = [handedOver];
