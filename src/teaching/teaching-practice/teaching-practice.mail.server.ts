import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

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

const practiceValues = {
  ...usual("firstname", "link"),
  school: value("the practice school", "Government Day Secondary School"),
  round: value("the round of teaching practice", "Teaching practice 2026/2027"),
};

const practicePosted = mailTemplate({
  key: "practice-posted",
  name: "Posted for teaching practice",
  when: "Postings of a round are published",
  reader: "students",
  values: {
    ...practiceValues,
    address: value("where the school is", "12 Market Road"),
    lga: value("its local government", "Bauchi"),
    starts: value("the first day", "5 October 2026"),
    ends: value("the last day", "18 December 2026"),
  },
  must: ["link"],
  subject: "{college}: your school for teaching practice",
  text: `Dear {firstname},

You are posted to {school}, {address}, {lga}, for {round}: from {starts} to {ends}.

Print your posting letter and take it to the school on the first day.

See it here:
{link}

${signed.office}`,
});

export const postedMail = (config: Config, of: PostedMail): Mail =>
  fromTemplate(practicePosted, of.emailaddress, {
    ...seen(config, of),
    address: of.address,
    lga: of.lga,
    starts: onDay(of.starts),
    ends: onDay(of.ends),
  });

const practiceReleased = mailTemplate({
  key: "practice-released",
  name: "Posting was taken back",
  when: "A posting for teaching practice is taken back",
  reader: "students",
  values: { ...practiceValues, ...usual("reason") },
  must: ["link"],
  subject: "{college}: your posting for teaching practice was taken back",
  text: `Dear {firstname},

You are not posted to {school} for {round} any more:

{reason}

A posting letter that you printed is not valid any more.

See it here:
{link}

${signed.office}`,
});

export const releasedMail = (config: Config, of: PostedMail): Mail =>
  fromTemplate(practiceReleased, of.emailaddress, { ...seen(config, of), reason: of.releasing ?? "" });

const practiceResult = mailTemplate({
  key: "practice-result",
  name: "Result of teaching practice",
  when: "A result of teaching practice is confirmed",
  reader: "students",
  values: { ...practiceValues, result: value("the result", "Passed") },
  must: ["link"],
  subject: "{college}: your result of teaching practice",
  text: `Dear {firstname},

Your result of {round} at {school}: {result}.

See it here:
{link}

${signed.office}`,
});

export const resultMail = (config: Config, of: PostedMail, result: string): Mail =>
  fromTemplate(practiceResult, of.emailaddress, { ...seen(config, of), result });

const seen = ({ publicUrl }: Config, { firstname, school, round }: PostedMail) => ({
  firstname,
  school,
  round,
  link: `${publicUrl}/student/practice`,
});

const practiceFreed = mailTemplate({
  key: "practice-place-free",
  name: "A place of teaching practice is free",
  when: "A student who was posted stopped studying: goes to the supervisor and to whoever posts",
  reader: "staff",
  values: {
    ...usual("name", "reason", "link"),
    school: practiceValues.school,
  },
  must: ["link"],
  subject: "{college}: a place of teaching practice is free again",
  text: `{name} is not posted to {school} any more. {reason}, so the place is free again, and nobody needs to visit there for this student.

{link}`,
});

/** To a supervisor and to whoever posts: a student stopped studying, so the place is free. */
export const freedMail = (
  { publicUrl }: Config,
  recipient: string,
  of: { readonly name: string; readonly school: string; readonly releasing: string },
): Mail =>
  fromTemplate(practiceFreed, recipient, {
    name: of.name,
    school: of.school,
    reason: of.releasing,
    link: `${publicUrl}/staff/teaching-practice?state=Released`,
  });

export const practiceTemplates = [practicePosted, practiceReleased, practiceResult, practiceFreed];
