import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

export interface RefusedTick {
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  readonly emailaddress: string;
  /** Of the exit item. */
  readonly label: string;
  readonly office: string;
  readonly whereto: string;
  readonly bring: string;
}

const exitRefused = mailTemplate({
  key: "exit-clearance-refused",
  name: "Exit clearance: an office refuses",
  when: "An office refuses a tick of a leaver's exit clearance",
  reader: "students",
  values: {
    ...usual("firstname", "label", "reason", "link"),
    called: value("the matric number, else the name", "COE/2026/0417"),
    decider: value("the office that refused", "Library"),
    bring: value("what to bring", "The borrowed books"),
    whereto: value("where to go", "Library, ground floor"),
  },
  must: ["label", "reason", "link"],
  subject: "{called}: {label} of your exit clearance is refused",
  text: `Dear {firstname},

{decider} has refused a tick of your exit clearance: {label}.

{reason}

What to bring: {bring}
Where to go: {whereto}

Your certificate waits for it. The rest of your exit clearance stands as it is:
{link}

${signed.office}`,
});

/** Tells a leaver which office refused what, why, and where to go with what. */
export const refusedMail = ({ publicUrl }: Config, tick: RefusedTick, reason: string): Mail =>
  fromTemplate(exitRefused, tick.emailaddress, {
    ...{ firstname: tick.firstname, label: tick.label, reason, bring: tick.bring, whereto: tick.whereto },
    called: tick.matric ?? tick.name,
    decider: tick.office,
    link: `${publicUrl}/student/leaving`,
  });

export const exitTemplates = [exitRefused];
