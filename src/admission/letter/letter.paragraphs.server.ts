import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.name.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { fillParagraph } from "../letter-template/letter-template.fields.contract.ts";
import { letterTemplate } from "../letter-template/letter-template.server.ts";
import { lastRecalled } from "../offer/offer.recall.server.ts";
import { notOffered, type Offer } from "../offer/offer.server.ts";

interface Named {
  readonly code: string;
  readonly applicant: Parameters<typeof fullName>[0];
  readonly programme: Parameters<typeof programmeTitle>[0];
  readonly session: { readonly name: string };
}

/** The college's own paragraphs of an offer's letter, of the version that it was released with; null where there are none. */
export async function ownParagraphs(
  db: Database,
  offer: Offer,
  { code, applicant, programme, session }: Named,
  fee_kobo: number | null,
) {
  const template = offer.letter === null ? undefined : await letterTemplate(db, offer.letter);
  const values = {
    ...{
      code,
      name: fullName(applicant),
      programme: programmeTitle(programme),
      session: session.name,
      due: asDay(offer.due),
    },
    fee: fee_kobo === null ? "the acceptance fee" : asNaira(naira(fee_kobo)),
  };
  const filled = (text: string | null | undefined) => (text ? fillParagraph(text, values) : null);
  return {
    opening: filled(template?.opening),
    conditions: filled(template?.conditions),
    closing: filled(template?.closing),
  };
}

/** Why there is no letter: nothing was offered, or what was offered was taken back. */
export async function noOffer(db: Database, application: string): Promise<Refusal> {
  const recalled = await lastRecalled(db, application);
  if (!recalled) return notOffered();
  return refuse(
    `The college recalled this offer on ${asDay(recalled.recalledAt)}, so its letter is void. ${recalled.words}`,
  );
}
