import type { FastifyInstance } from "fastify";
import { ownApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun, PaperOfFile } from "#console/noun/noun.server.ts";
import { acceptanceFeeSum } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { applicant } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { countingPayments, paidOnOf } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import { signatoryOf } from "#reference/brand/brand.server.ts";
import { paperTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { fillParagraph } from "../letter-template/letter-template.rules.ts";
import { admissionLetter, letterTemplate } from "../letter-template/letter-template.server.ts";
import { statusWord } from "../offer/offer.rules.ts";
import {
  asAcceptanceFee,
  conditionsInWords,
  departureOf,
  entriesOf,
  lastRecalled,
  notOffered,
  offerOf,
  type ReleasedOffer,
} from "../offer/offer.server.ts";
import { isLetterAllowed, offerStanding } from "../offer/offer.status.rules.ts";
import { type LetterPaper, readLetter } from "./letter.contract.ts";
import { endOf } from "./letter.rules.ts";

const acceptanceLetter = paperTemplate({
  key: "acceptance-letter",
  name: "Acceptance letter",
  when: "An applicant prints it once the place is accepted; it keeps the words of the day of the release",
  reader: "applicants",
  values: {
    ...usual("name", "code", "programme", "session", "due"),
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
async function letterWords(db: Database, letter: Omit<LetterPaper, "words" | "acceptance">) {
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

/** Refuses whoever is kept from letters for a reason that a higher domain knows. */
type LetterBar = (account: string) => Promise<void>;

const bars = new WeakMap<Portal, LetterBar[]>();

/** Tells the letters of a bar; the noun does so when it registers its calls. */
export function addLetterBar({ portal }: FastifyInstance, bar: LetterBar): void {
  bars.set(portal, [...(bars.get(portal) ?? []), bar]);
}

export function letterCalls(app: FastifyInstance): void {
  handle(app, readLetter, applicant, async ({ who, params }) => {
    for (const bar of bars.get(app.portal) ?? []) await bar(who.applicant);
    return letterOf(app, who.applicant, params.id);
  });
}

/** Both letters of one's own application. 404 for another's; refuses while there is none. */
async function letterOf({ portal: { db, config } }: FastifyInstance, owner: string, id: string): Promise<LetterPaper> {
  const application = await ownApplication(db, owner, id);
  const [offer, fees, rule] = await Promise.all([
    offerOf(db, application._id),
    countingPayments(db, "acceptanceof", [application._id]),
    readSetting(db, "admissionLetter"),
  ]);
  if (!offer) throw await noOffer(db, application._id);
  const payment = fees.get(application._id);
  if (!isLetterAllowed(rule, { reference: !!payment?.rrr, accepted: offer.accepted })) {
    throw refuse(
      rule === "accepted" ? "acceptance-fee-unpaid" : "acceptance-fee-without-reference",
      rule === "accepted"
        ? "The letter can be printed once the acceptance fee is paid. Go to Accept My Admission"
        : "The letter can be printed once the acceptance fee has its reference. Make it under Accept My Admission",
    );
  }
  const paidOn = payment ? await paidOnOf(db, payment) : null;
  const kobo = payment?.amount_kobo ?? (await acceptanceFeeSum(db, offer.terms.session._id));
  const { rrr } = application.snapshot.fee;
  const named = { ...entriesOf(application), programme: offer.terms.programme, session: offer.terms.session };
  const settled = offer.accepted && payment?.state === "PAID" && !payment.surplus;
  const letter = {
    // Programme and session as they were called on the day of the release.
    ...named,
    duration: offer.terms.durationyears,
    ...(await ownParagraphs(db, offer, named, kobo)),
    releasedAt: offer.releasedAt,
    due: offer.due,
    condition: await conditionsInWords(db, application._id),
    accepted: offer.accepted,
    standing: offerStanding(offer),
    fee: kobo === null ? null : naira(kobo),
    genuine: paperAddress(config, paperLetters.admissionLetter, rrr),
    genuineAcceptance: settled ? paperAddress(config, paperLetters.acceptanceLetter, rrr) : null,
    asOf: await clock(db),
    signatory: await signatoryOf(db),
    RRR: payment?.rrr ?? rrr,
    acceptanceFee: payment ? asAcceptanceFee(payment) : null,
    paidOn,
  };
  return { ...letter, ...(await letterWords(db, letter)) };
}

interface Named {
  readonly code: string;
  readonly applicant: Parameters<typeof fullName>[0];
  readonly programme: Parameters<typeof programmeTitle>[0];
  readonly session: { readonly name: string };
}

/** The college's own paragraphs of an offer's letter, of the version that it was released with; null where there are none. */
async function ownParagraphs(
  db: Database,
  offer: ReleasedOffer,
  { code, applicant, programme, session }: Named,
  fee_kobo: number | null,
) {
  const template = offer.letter === null ? undefined : await letterTemplate(db, offer.letter);
  const values = {
    code,
    name: fullName(applicant),
    programme: programmeTitle(programme),
    session: session.name,
    due: asDay(offer.due),
    fee: fee_kobo === null ? "the acceptance fee" : asNaira(naira(fee_kobo)),
  };
  const filled = (text: string | null | undefined) => (text ? fillParagraph(text, values) : null);
  return {
    opening: filled(template?.opening),
    conditions: filled(template?.conditions),
    closing: filled(template?.closing),
  };
}

/** Why there is no letter: nothing was offered, or what was offered was given up or taken back. */
async function noOffer(db: Database, application: string): Promise<Refusal> {
  const gone = await departureOf(db, application);
  if (gone)
    return refuse(
      "given-up-already",
      `This application was ${gone.kind.toLowerCase()} on ${asDay(gone.createdAt)}, so it has no letter`,
    );
  const recalled = await lastRecalled(db, application);
  if (!recalled) return notOffered();
  return refuse(
    "offer-recalled",
    `The college recalled this offer on ${asDay(recalled.recalledAt)}, so its letter is void. ${recalled.words}`,
  );
}

const letterPaper: PaperOfFile = {
  right: "applications",
  read: async (app, { application: of }) => of && letterOf(app, of.applicant, of._id),
};

/** There is none before the place is accepted and paid for. */
const acceptancePaper: PaperOfFile = {
  right: "applications",
  async read(app, file) {
    const letter = (await letterPaper.read(app, file)) as LetterPaper | null;
    return letter?.genuineAcceptance ? letter : null;
  },
};

export const letterNoun: Noun = {
  name: "letter",
  calls: letterCalls,
  templates: [admissionLetter, acceptanceLetter],
  papers: { [admissionLetter.key]: letterPaper, [acceptanceLetter.key]: acceptancePaper },
};
