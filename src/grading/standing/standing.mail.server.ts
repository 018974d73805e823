import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
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

const standingTold = mailTemplate({
  key: "academic-standing",
  name: "Warning or probation",
  when: "A warning or a probation is decided after a semester",
  reader: "students",
  values: {
    ...usual("firstname", "term", "link"),
    site: value("the portal's address", "https://portal.example.edu.ng"),
    called: value("the matric number, else the name", "COE/2026/0417"),
    fullname: value("the name and the matric number", "Aisha Ngozi Bello, COE/2026/0417"),
    standing: value("the standing", "Probation"),
    lowstanding: value("the standing, in small letters", "probation"),
    rule: value("the rule that led to it, without a figure", "the CGPA is below what is asked for"),
    follows: value("what follows from it, in a sentence", "You may take fewer units."),
  },
  must: ["standing", "rule", "link"],
  subject: "{called}: {lowstanding} after the {term}",
  text: `Dear {firstname},

{fullname}

{standing} after the {term}: {rule}.

{follows} Your adviser and your department can say which courses help most.

Your results, and how each figure comes about, are in the student's area:
{link}

If you think this is wrong, ask your head of department.

{office}, {college}
{site}`,
});

/** Tells a student of a warning or of probation, with no figure: a semester may be closed. Of a withdrawal the letter about the status tells. */
export const standingMail = ({ publicUrl }: Config, told: Told): Mail =>
  fromTemplate(standingTold, told.emailaddress, {
    ...{ firstname: told.firstname, term: told.term, link: `${publicUrl}/student`, site: publicUrl },
    called: told.matric ?? told.name,
    fullname: `${told.name}${told.matric ? `, ${told.matric}` : ""}`,
    standing: standingWords[told.standing],
    lowstanding: standingWords[told.standing].toLowerCase(),
    rule: withoutFigure(told.rule),
    follows: consequences[told.standing],
  });

export const standingTemplates = [standingTold];
