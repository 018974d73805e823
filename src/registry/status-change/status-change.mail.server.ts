import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { stoppedBy, stoppedWords } from "../student/student.rules.ts";
import { type GivenStatus, isTold } from "./status-change.rules.ts";

/** What a letter about a change names. */
export interface Written {
  readonly of: { readonly firstname: string; readonly emailaddress: string };
  readonly name: string;
  readonly matric: string | null;
  readonly fromstatus: string;
  readonly status: GivenStatus;
  readonly kind: string;
  readonly reason: string;
  readonly effective: string;
  readonly returnon: string | null;
  readonly undoes: string | null;
}

const statusValues = {
  ...usual("firstname", "link"),
  called: value("the matric number, else the name", "COE/2026/0417"),
  fullname: value("the name and the matric number", "Aisha Ngozi Bello, COE/2026/0417"),
  status: value("the status", "Deferred"),
};

const end = `If you think that this is wrong, ask the {office}:
{officemail}

{office}, {college}
{link}`;

const changeValues = {
  ...statusValues,
  ...usual("reason"),
  before: value("the status before", "Active"),
  follows: value("what the status stops, in a sentence", "While this is your status you cannot register courses."),
  back: value("the day of the return; empty where there is none", "5 October 2027"),
};

const expectedBack =
  "You are expected back on {back}. Before that day, write to the {office}, so that your status becomes Active again.";

const statusChanged = mailTemplate({
  key: "status-changed",
  name: "Change of status",
  when: "A student's status changes",
  reader: "students",
  values: {
    ...changeValues,
    from: value("from which day", "5 October 2026"),
    kind: value("what the change is called", "Deferment"),
  },
  must: ["status"],
  subject: "{called}: your status is {status}",
  text: `Dear {firstname},

{fullname}

From {from} your status as a student of {college} is {status}. It was {before}.

{kind}: {reason}

{follows}

${expectedBack}

${end}`,
});

const statusUndone = mailTemplate({
  key: "status-undone",
  name: "Change of status taken back",
  when: "A change of a student's status was a mistake",
  reader: "students",
  values: changeValues,
  must: ["status"],
  subject: "{called}: your status is {status} again",
  text: `Dear {firstname},

{fullname}

Your status as a student of {college} is {status} again. That it was {before} was a mistake, and is taken back.

{reason}

{follows}

${expectedBack}

${end}`,
});

/** Tells a student of another status, as a letter would; null where nobody is told. */
export function changeMail(config: Config, change: Written): Mail | null {
  const { status, fromstatus, kind, reason, effective, returnon, undoes } = change;
  if (!isTold(status)) return null;
  const said = {
    ...named(config, change),
    ...{ before: fromstatus, reason, follows: whatFollows(status) },
    back: returnon === null ? "" : asDay(returnon),
  };
  return undoes === null
    ? fromTemplate(statusChanged, change.of.emailaddress, { ...said, from: asDay(effective), kind })
    : fromTemplate(statusUndone, change.of.emailaddress, said);
}

const returnNear = mailTemplate({
  key: "return-near",
  name: "Expected back soon",
  when: "The day of a student's return is near",
  reader: "students",
  values: {
    ...statusValues,
    back: value("the day of the return", "5 October 2027"),
    days: value("how many days are left", "14"),
  },
  must: ["back"],
  subject: "{called}: you are expected back on {back}",
  text: `Dear {firstname},

{fullname}

Your status is {status} until {back}, {days} days from now.

Before that day, write to the {office} or come in person, so that your status becomes Active again and you can register. If you cannot come back by then, say so and why: the college can give you more time.

${end}`,
});

/** Reminds of the day of the return; `days` are left. */
export const returnMail = (config: Config, change: Written & { readonly returnon: string }, days: number): Mail =>
  fromTemplate(returnNear, change.of.emailaddress, {
    ...named(config, change),
    back: asDay(change.returnon),
    days: String(days),
  });

const returnOverdue = mailTemplate({
  key: "return-overdue",
  name: "Was expected back",
  when: "The day of the return is over and nobody has come back",
  reader: "students",
  values: { ...statusValues, back: value("the day of the return", "5 October 2027") },
  must: ["back"],
  subject: "{called}: you were expected back",
  text: `Dear {firstname},

{fullname}

You were expected back on {back}, and your status is still {status}.

Please tell the {office} at once whether you come back. Until your status is Active again you cannot register. Whoever does not answer may lose the place.

${end}`,
});

/** The day of the return has passed and nobody has come back. */
export const overdueMail = (config: Config, change: Written & { readonly returnon: string }): Mail =>
  fromTemplate(returnOverdue, change.of.emailaddress, { ...named(config, change), back: asDay(change.returnon) });

/** `You cannot register courses or sit examinations while this is your status.` */
function whatFollows(status: GivenStatus): string {
  const stopped = stoppedBy(status).map((what) => stoppedWords[what]);
  if (stopped.length === 0) return "You can register, sit examinations and see your results as every student can.";
  const list = new Intl.ListFormat("en-NG", { type: "disjunction" }).format(stopped);
  return `While this is your status you cannot ${list}. What you owe and what you have paid stays as it is.`;
}

const named = ({ publicUrl }: Config, { of, name, matric, status }: Written) => ({
  firstname: of.firstname,
  called: matric ?? name,
  fullname: `${name}${matric ? `, ${matric}` : ""}`,
  status,
  link: publicUrl,
});

export const statusTemplates = [statusChanged, statusUndone, returnNear, returnOverdue];
