import type { FastifyInstance } from "fastify";
import { ownApplication } from "#applications/application/application.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { acceptanceFeeSum } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { acceptancePayments, paidOnOf } from "#payments/payment-reference/payment-reference.read.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { signatoryOf } from "#reference/brand/brand.server.ts";
import { paperAddress } from "#reference/papers/papers.code.server.ts";
import { paperLetters } from "#reference/papers/papers.contract.ts";
import { asAcceptanceFee, entriesOf } from "../acceptance/acceptance.server.ts";
import { offerOf } from "../offer/offer.server.ts";
import { readLetter } from "./letter.contract.ts";
import { noOffer, ownParagraphs } from "./letter.paragraphs.server.ts";
import { isLetterAllowed, offerStanding } from "./letter.rule.contract.ts";

export function letterCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readLetter, applicant, async ({ who, params }) => {
    const application = await ownApplication(db, who.applicant, params.id);
    const [offer, fees, rule] = await Promise.all([
      offerOf(db, application._id),
      acceptancePayments(db, [application._id]),
      readSetting(db, "admissionLetter"),
    ]);
    if (!offer) throw await noOffer(db, application._id);
    const payment = fees.get(application._id);
    if (!isLetterAllowed(rule, { reference: !!payment?.rrr, accepted: offer.accepted })) {
      throw refuse(
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
    return {
      // Programme and session as they were called on the day of the release.
      ...{ ...named, duration: offer.terms.durationyears },
      ...(await ownParagraphs(db, offer, named, kobo)),
      ...{ releasedAt: offer.releasedAt, due: offer.due, condition: offer.condition, accepted: offer.accepted },
      ...{ standing: offerStanding(offer), fee: kobo === null ? null : naira(kobo) },
      genuine: paperAddress(config, paperLetters.admissionLetter, rrr),
      genuineAcceptance: settled ? paperAddress(config, paperLetters.acceptanceLetter, rrr) : null,
      asOf: await clock(db),
      signatory: await signatoryOf(db),
      RRR: payment?.rrr ?? rrr,
      acceptanceFee: payment ? asAcceptanceFee(payment) : null,
      paidOn,
    };
  });
}
