import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { termWords } from "./publication.rules.ts";

export interface Told {
  readonly firstname: string;
  readonly name: string;
  readonly matric: string | null;
  readonly emailaddress: string;
  /** Its name. */
  readonly session: string;
  readonly semester: number;
  /** Why they were taken back. */
  readonly reason: string | null;
  /** The courses about whose marks the student had asked, and no answer was final when they were taken back. */
  readonly inquiries: readonly string[];
}

const resultValues = {
  ...usual("firstname", "term"),
  fullname: value("the name and the matric number", "Aisha Ngozi Bello, COE/2026/0417"),
  begins: value("the matric number and the beginning of the subject", "COE/2026/0417: your"),
  site: value("the portal's address", "https://portal.example.edu.ng"),
};

const end = `{office}, {college}
{site}`;

const resultsOut = mailTemplate({
  key: "results-out",
  name: "Results are out",
  when: "Results of a semester are published; no mark stands in it",
  reader: "students",
  values: { ...resultValues, ...usual("link") },
  must: ["link"],
  subject: "{begins} results of the {term} are out",
  text: `Dear {firstname},

{fullname}

Your results of the {term} are out. Sign in to read them, with your GPA and what each figure is made of:

{link}

If fees or a hold keep them closed, the page says what opens them.

A course that is not among them yet follows once its lecturer and the board are done with it.

${end}`,
});

/** Results are out; no mark stands in it. */
export const outMail = (publicUrl: string, told: Told): Mail =>
  fromTemplate(resultsOut, told.emailaddress, { ...of(publicUrl, told), link: `${publicUrl}/student/results` });

const resultsTakenBack = mailTemplate({
  key: "results-taken-back",
  name: "Results were taken back",
  when: "Results that students could read are taken back",
  reader: "students",
  values: {
    ...resultValues,
    ...usual("reason"),
    inquiries: value(
      "which questions about marks ended with it, in a sentence; empty where there are none",
      "Your question about the mark in BIO 111 ended with it, without an answer.",
    ),
  },
  subject: "{begins} results of the {term} were taken back",
  text: `Dear {firstname},

{fullname}

The results of the {term} that you could read were published by mistake, and the college has taken them back. They count for nothing now.

The reason: {reason}

{inquiries}

You read them again once they are published anew. A slip that you printed shows as recalled to whoever checks it.

${end}`,
});

export const recalledMail = (publicUrl: string, told: Told): Mail =>
  fromTemplate(resultsTakenBack, told.emailaddress, {
    ...of(publicUrl, told),
    reason: told.reason ?? "",
    inquiries: inquiryWords(told),
  });

const inquiryWords = ({ inquiries }: Told): string =>
  inquiries.length > 0
    ? `Your ${inquiries.length === 1 ? "question" : "questions"} about the mark in ${inquiries.join(", ")} ended with it, without an answer. Once that mark is published anew you can ask about it again.`
    : "";

const of = (publicUrl: string, told: Told) => ({
  firstname: told.firstname,
  term: termWords(told),
  fullname: `${told.name}${told.matric ? `, ${told.matric}` : ""}`,
  begins: told.matric ? `${told.matric}: your` : "Your",
  site: publicUrl,
});

export const publicationTemplates = [resultsOut, resultsTakenBack];
