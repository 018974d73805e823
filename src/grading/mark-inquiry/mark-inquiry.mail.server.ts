import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  type Values,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import type { InquiryAnswer } from "./mark-inquiry.rules.ts";

interface Told {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly course: string;
}

/** What became of a question: its template, and what that names. A mail names no mark. */
interface News {
  readonly template: MailTemplate;
  readonly said: Values;
}

const textOf = (news: string) => `Dear {firstname},

Your question about your mark in {course}

${news}

See it here:
{link}

${signed.office}`;

const questionSent = mailTemplate({
  key: "mark-question-sent",
  name: "Question about a mark was sent",
  when: "A student asks about a mark",
  reader: "students",
  values: {
    ...usual("firstname", "course", "due", "link"),
    question: value("what was asked", "Was my practical counted?"),
  },
  must: ["due", "link"],
  subject: "{college}: your question about {course} was sent",
  text: textOf(`You asked:

{question}

The last day for the answer is {due}. You read it in your area, and by e-mail.`),
});

export const askedNews = (question: string, due: string): News => ({
  template: questionSent,
  said: { question, due: asDay(`${due}T12:00:00Z`) },
});

const questionAnswered = mailTemplate({
  key: "mark-question-answered",
  name: "Question about a mark is answered",
  when: "A question about a mark is answered",
  reader: "students",
  values: {
    ...usual("firstname", "course", "link"),
    answer: value("the answer, in a sentence", "The mark stands."),
    words: value("what the office wrote", "The practical was counted with 14 of 20."),
  },
  must: ["answer", "words", "link"],
  subject: "{college}: your question about {course} is answered",
  text: textOf(`{answer}

{words}`),
});

export const answeredNews = (answer: InquiryAnswer, words: string): News => ({
  template: questionAnswered,
  said: {
    answer:
      answer === "Stands"
        ? "The mark stands."
        : "The mark is to be corrected. Two people do that; until then it stays as it is.",
    words,
  },
});

const answerHeld = mailTemplate({
  key: "mark-question-answer-held",
  name: "Answer waits with the results",
  when: "A question is answered while the student's results are kept back",
  reader: "students",
  values: usual("firstname", "course", "link"),
  must: ["link"],
  subject: "{college}: your question about {course} is answered",
  text: textOf(
    "Your results of that semester are kept back now, so the answer is not in this mail. You read it in your area once they are open; the page of your results says what opens them.",
  ),
});

/** What keeps the mark back keeps the answer back: it is about the mark. */
export const answeredWhileHeld: News = { template: answerHeld, said: {} };

const markCorrected = mailTemplate({
  key: "mark-question-corrected",
  name: "Question led to a correction",
  when: "A mark that was asked about is corrected",
  reader: "students",
  values: usual("firstname", "course", "link"),
  must: ["link"],
  subject: "{college}: your question about {course} led to a correction",
  text: textOf("The mark was corrected. You read the new one and the earlier one in your area."),
});

export const correctedNews: News = { template: markCorrected, said: {} };

export const inquiryMail = (
  { publicUrl }: Config,
  { firstname, emailaddress, course }: Told,
  { template, said }: News,
): Mail => fromTemplate(template, emailaddress, { ...said, firstname, course, link: `${publicUrl}/student/inquiries` });

export const inquiryTemplates = [questionSent, questionAnswered, answerHeld, markCorrected];
