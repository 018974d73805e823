import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
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

/** Tells a student of another status, as a letter would; null where nobody is told. */
export function changeMail(config: Config, change: Written): Mail | null {
  const { status, fromstatus, kind, reason, effective, returnon, undoes } = change;
  if (!isTold(status)) return null;
  const told =
    undoes === null
      ? `From ${asDay(effective)} your status as a student of ${brand.name} is ${status}. It was ${fromstatus}.`
      : `Your status as a student of ${brand.name} is ${status} again. That it was ${fromstatus} was a mistake, and is taken back.`;
  return letter(config, change, `your status is ${status}${undoes === null ? "" : " again"}`, [
    told,
    `${undoes === null ? `${kind}: ` : ""}${reason}`,
    whatFollows(status),
    ...(returnon === null ? [] : [returning(returnon)]),
  ]);
}

/** Reminds of the day of the return; `days` are left. */
export const returnMail = (config: Config, change: Written & { readonly returnon: string }, days: number): Mail =>
  letter(config, change, `you are expected back on ${asDay(change.returnon)}`, [
    `Your status is ${change.status} until ${asDay(change.returnon)}, ${days} days from now.`,
    `Before that day, write to the ${contact.office} or come in person, so that your status becomes Active again and you can register. If you cannot come back by then, say so and why: the college can give you more time.`,
  ]);

/** The day of the return has passed and nobody has come back. */
export const overdueMail = (config: Config, change: Written & { readonly returnon: string }): Mail =>
  letter(config, change, "you were expected back", [
    `You were expected back on ${asDay(change.returnon)}, and your status is still ${change.status}.`,
    `Please tell the ${contact.office} at once whether you come back. Until your status is Active again you cannot register. Whoever does not answer may lose the place.`,
  ]);

const returning = (day: string) =>
  `You are expected back on ${asDay(day)}. Before that day, write to the ${contact.office}, so that your status becomes Active again.`;

/** `You cannot register courses or sit examinations while this is your status.` */
function whatFollows(status: GivenStatus): string {
  const stopped = stoppedBy(status).map((what) => stoppedWords[what]);
  if (stopped.length === 0) return "You can register, sit examinations and see your results as every student can.";
  const list = new Intl.ListFormat("en-NG", { type: "disjunction" }).format(stopped);
  return `While this is your status you cannot ${list}. What you owe and what you have paid stays as it is.`;
}

const letter = (
  { publicUrl }: Config,
  { of, name, matric }: Written,
  news: string,
  paragraphs: readonly string[],
): Mail => ({
  recipient: of.emailaddress,
  subject: `${matric ?? name}: ${news}`,
  text: `Dear ${of.firstname},

${name}${matric ? `, ${matric}` : ""}

${paragraphs.join("\n\n")}

If you think that this is wrong, ask the ${contact.office}:
${contact.emailaddress}

${contact.office}, ${brand.name}
${publicUrl}`,
});
