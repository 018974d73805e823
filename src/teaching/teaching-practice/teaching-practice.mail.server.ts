import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

export interface PostedMail {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly school: string;
  readonly address: string;
  readonly lga: string;
  readonly round: string;
  readonly starts: string;
  readonly ends: string;
  readonly releasing: string | null;
}

const onDay = (day: string) => asDay(`${day}T12:00:00Z`);

const letter = (
  { publicUrl }: Config,
  { firstname, emailaddress }: Pick<PostedMail, "firstname" | "emailaddress">,
  subject: string,
  text: string,
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: ${subject}`,
  text: `Dear ${firstname},

${text}

See it here:
${publicUrl}/student/practice

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});

export const postedMail = (config: Config, of: PostedMail): Mail =>
  letter(
    config,
    of,
    "your school for teaching practice",
    `You are posted to ${of.school}, ${of.address}, ${of.lga}, for ${of.round}: from ${onDay(of.starts)} to ${onDay(of.ends)}.

Print your posting letter and take it to the school on the first day.`,
  );

export const releasedMail = (config: Config, of: PostedMail): Mail =>
  letter(
    config,
    of,
    "your posting for teaching practice was taken back",
    `You are not posted to ${of.school} for ${of.round} any more:

${of.releasing ?? ""}

A posting letter that you printed is not valid any more.`,
  );

export const resultMail = (config: Config, of: PostedMail, result: string): Mail =>
  letter(config, of, "your result of teaching practice", `Your result of ${of.round} at ${of.school}: ${result}.`);

/** To a supervisor and to whoever posts: a student stopped studying, so the place is free. */
export const freedMail = (
  { publicUrl }: Config,
  recipient: string,
  of: { readonly name: string; readonly school: string; readonly releasing: string },
): Mail => ({
  recipient,
  subject: `${brand.name}: a place of teaching practice is free again`,
  text: `${of.name} is not posted to ${of.school} any more. ${of.releasing}, so the place is free again, and nobody needs to visit there for this student.

${publicUrl}/staff/teaching-practice?state=Released`,
});
