import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import type { OwnData } from "./own-data.contract.ts";

interface Answer {
  readonly to: { readonly firstname: string; readonly emailaddress: string };
  /** What was deleted, in words; nothing where all of it must stay. */
  readonly gone: readonly string[];
  readonly stays: OwnData["stays"];
  /** In the words of the office. */
  readonly said: string;
}

const erasureAnswered = mailTemplate({
  key: "erasure-answered",
  name: "Answer to a wish to have data deleted",
  when: "The office answers somebody who wished to have the own data deleted",
  reader: "applicants",
  values: {
    ...usual("firstname"),
    said: value("what the office answers", "We have deleted what nobody needs any more."),
    gone: value("what was deleted, in a sentence", "Deleted: photo, referees."),
    stays: value("what stays, and why", "Payments. The law asks for them for six years."),
  },
  must: ["said", "gone", "stays"],
  subject: "Your wish to have your data deleted at {shortname}",
  text: `Dear {firstname},

You asked {college} to delete your data. The {office} answers:

{said}

{gone}

What stays, and why:

{stays}

If you are not content with this answer you may complain to the Nigeria Data Protection Commission.

${signed.office}`,
});

export const erasureAnsweredMail = ({ to, gone, stays, said }: Answer): Mail =>
  fromTemplate(erasureAnswered, to.emailaddress, {
    ...{ firstname: to.firstname, said },
    gone:
      gone.length > 0
        ? `Deleted: ${gone.join(", ")}.`
        : "Nothing could be deleted: all of it belongs to what must stay.",
    stays: stays.map(({ what, why }) => `${what}. ${why}.`).join("\n\n"),
  });

export const ownDataTemplates = [erasureAnswered];
