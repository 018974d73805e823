import type { FastifyInstance } from "fastify";
import { ownApplication } from "#applications/application/application.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { acceptancePayments, paidOnOf } from "#payments/payment-reference/payment-reference.read.server.ts";
import { providerTime } from "#payments/remita/remita-time.contract.ts";
import { asAcceptanceFee, entriesOf } from "../acceptance/acceptance.server.ts";
import { offerOf } from "../offer/offer.server.ts";
import { readLetter } from "./letter.contract.ts";
import { isLetterAllowed } from "./letter.rule.contract.ts";

export function letterCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readLetter, applicant, async ({ who, params }) => {
    const application = await ownApplication(db, who.applicant, params.id);
    const [offer, fees, rule] = await Promise.all([
      offerOf(db, application._id),
      acceptancePayments(db, [application._id]),
      readSetting(db, "admissionLetter"),
    ]);
    if (!offer) throw refuse("The college has not made an offer for this application yet. Please check back later");
    const fee = fees.get(application._id);
    if (!isLetterAllowed(rule, { reference: !!fee?.rrr, accepted: offer.accepted })) {
      throw refuse(
        rule === "accepted"
          ? "The letter can be printed once the acceptance fee is paid. Go to Accept My Admission"
          : "The letter can be printed once the acceptance fee has its reference. Make it under Accept My Admission",
      );
    }
    const paidOn = fee ? await paidOnOf(db, fee) : null;
    return {
      ...entriesOf(application),
      // As they were called on the day of the release.
      ...{ programme: offer.terms.programme, session: offer.terms.session, duration: offer.terms.durationyears },
      ...{ releasedAt: offer.releasedAt, due: offer.due, condition: offer.condition, accepted: offer.accepted },
      acceptanceFee: fee ? asAcceptanceFee(fee) : null,
      paidOn: paidOn && providerTime(paidOn),
    };
  });
}
