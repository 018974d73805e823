import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { paperTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { statusWord } from "../offer/offer.rules.ts";
import type { LetterPaper } from "./letter.contract.ts";
import { endOf } from "./letter.rules.ts";

const values = usual("name", "code", "programme", "session", "due");

export const admissionLetter = paperTemplate({
  key: "admission-letter",
  name: "Admission letter",
  when: "An applicant prints the letter of an offer; it keeps the words of the day of its release. Paragraphs for one release are written at Releases",
  reader: "applicants",
  values: {
    ...values,
    status: value("what is offered", "Provisional Admission"),
    offers: value("the word offers, or offered once the offer has lapsed", "offers"),
  },
  must: ["name", "status"],
  // It stays on one page, with the paragraphs of its release.
  most: { opening: 300, notes: 300, closing: 300, signatories: 160 },
  words: {
    heading: "Offer of Provisional or conditional admission",
    greeting: "Dear {name},",
    opening: "{college} {offers} you {status} to the programme below in the {session} session.",
    notes: `Accept the admission on JAMB's portal (CAPS) too.
Print the acceptance letter and sign it with a parent or guardian.
Bring both letters, the receipts and the originals of your documents to the registration.`,
    closing:
      "If it is found at any time that you do not hold a qualification that you claimed, or that a document is not genuine, you will be required to withdraw from the college.",
    signatories: "Yours faithfully,",
  },
});

export const acceptanceLetter = paperTemplate({
  key: "acceptance-letter",
  name: "Acceptance letter",
  when: "An applicant prints it once the place is accepted; it keeps the words of the day of the release",
  reader: "applicants",
  values: {
    ...values,
    accepted: value(
      "what is accepted, with programme, session and whether there is a condition",
      "Provisional Admission to NCE Biology/Chemistry in the 2026/2027 session",
    ),
  },
  must: ["name", "accepted"],
  most: { closing: 900, signatories: 160 },
  words: {
    heading: "Acceptance of the offer of admission",
    addressee: "The Registrar\n{college}",
    greeting: "Dear Sir or Madam,",
    closing:
      "I, {name}, accept the offer of {accepted}. I undertake to keep the rules of the college and to pay its fees. What I stated in my application is true. I understand that I will be required to withdraw if any of it, or a document that I handed in, is found to be false.",
    signatories: "Name of applicant\nName of parent or guardian",
  },
});

/** What both letters say, in the words of the day on which the offer was released. */
export async function letterWords(db: Database, letter: Omit<LetterPaper, "words" | "acceptance">) {
  const { applicant, code, programme, session, status, condition, releasedAt, due } = letter;
  const shared = {
    name: fullName(applicant),
    code,
    programme: programmeTitle(programme),
    session: session.name,
    due: asDay(due),
  };
  const offered = statusWord(status);
  const withCondition = condition ? ", with the condition that the letter of offer states" : "";
  const accepted = `${offered} to ${shared.programme} in the ${shared.session} session${withCondition}`;
  const offers = endOf(letter) ? "offered" : "offers";
  return {
    words: await paperWordsAt(db, admissionLetter, { ...shared, status: offered, offers }, releasedAt),
    acceptance: await paperWordsAt(db, acceptanceLetter, { ...shared, accepted }, releasedAt),
  };
}
