import { sql } from "kysely";
import { ownApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Wanted } from "#payments/payment-reference/payment-reference.create.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { keepOffer, notOffered, type Offer, offerOf } from "../offer/offer.server.ts";

/**
 * The acceptance fee of one's own offered application. 404 for what is not one's own; refuses before an offer is
 * released, after its last day, once it is accepted, and when another place of the session was. Contract 3.11 and 3.12.
 */
export const wantedAcceptance =
  (owner: string, applicationId: string) =>
  async (trx: Trx): Promise<Wanted> => {
    const application = await ownApplication(trx, owner, applicationId);
    // A recall waits, and stops the reference that is wished for here.
    await keepOffer(trx, application._id);
    const offer = await offerOf(trx, application._id);
    if (!offer) throw notOffered();
    const { programme, session } = offer.terms;
    const no = whyNot(offer);
    if (no) throw no;
    const { items, amount_kobo, serviceTypeID } = await acceptanceFee(trx, session);
    return {
      applicant: owner,
      purpose: "acceptance",
      programme: application.programme._id,
      session: session._id,
      acceptanceof: application._id,
      items,
      amount_kobo,
      servicetypeid: serviceTypeID,
      description: `Acceptance fee, ${programmeTitle(programme)}, ${session.name}`,
      endsAt: offer.unpaid && offer.over ? await inTwoWeeks(trx) : offer.endsAt,
    };
  };

/** A place whose payment was taken back is paid anew whenever the offer ended: so long is the new reference asked about. */
async function inTwoWeeks(trx: Trx): Promise<string> {
  const { rows } = await sql<{ then: string }>`select now() + interval '14 days' as then`.execute(trx);
  return rows[0]?.then ?? "";
}

function whyNot({ accepted, unpaid, elsewhere, over, due }: Offer): Refusal | undefined {
  if (unpaid) return undefined;
  if (accepted) return refuse("You have accepted this offer already. Print your letters under Admission Letters");
  if (elsewhere) return refuse("You have accepted another place in this session, and you can take one place only");
  if (over) {
    return refuse(`This offer was to be accepted by ${asDay(due)} and has lapsed. Please ask the admissions office`);
  }
  return undefined;
}
