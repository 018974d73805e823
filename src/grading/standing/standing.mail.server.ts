import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { consequences, type ProposedStanding, standingWords, withoutFigure } from "./standing.rules.ts";

interface Told {
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly standing: ProposedStanding;
  readonly rule: string;
  /** `first semester 2026/2027`. */
  readonly term: string;
}

/** Tells a student of a warning or of probation, with no figure: a semester may be closed. Of a withdrawal the letter about the status tells. */
export const standingMail = ({ publicUrl }: Config, told: Told): Mail => ({
  recipient: told.emailaddress,
  subject: `${told.matric ?? told.name}: ${standingWords[told.standing].toLowerCase()} after the ${told.term}`,
  text: `Dear ${told.firstname},

${told.name}${told.matric ? `, ${told.matric}` : ""}

${standingWords[told.standing]} after the ${told.term}: ${withoutFigure(told.rule)}.

${consequences[told.standing]} Your adviser and your department can say which courses help most.

Your results, and how each figure comes about, are in the student's area:
${publicUrl}/student

If you think this is wrong, ask your head of department.

${contact.office}, ${brand.name}
${publicUrl}`,
});
