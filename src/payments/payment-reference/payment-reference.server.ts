import type { FastifyInstance } from "fastify";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { applicationFee } from "#fees/application-fee-item/application-fee-item.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { lastDayToApply, nextToApply, whetherClosed } from "./payment-reference.closing.server.ts";
import { generatePaymentReference, listPaymentReferences } from "./payment-reference.contract.ts";
import type { Wanted } from "./payment-reference.create.server.ts";
import { generateReference } from "./payment-reference.generate.server.ts";
import { addPurpose } from "./payment-reference.purpose.server.ts";
import { paymentReferencesOf } from "./payment-reference.read.server.ts";

export function paymentReferenceCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  // What was paid is used by the application that is submitted with it.
  addPurpose(app, "application", {
    income: "application-fee",
    settle: ({ trx }, { session }, paidOn) => whetherClosed(trx, session, paidOn),
    payBy: (_, { session }) => lastDayToApply(db, session),
    screen: "/app/pay",
    receipt: ({ _id }) => `/application-receipt/${_id}`,
    next: nextToApply,
  });

  handle(app, listPaymentReferences, applicant, ({ who }) => paymentReferencesOf(db, who.applicant));

  handle(app, generatePaymentReference, applicant, async (ask) => {
    const want = (trx: Trx) => wantedFee(trx, ask.who.applicant, ask.body.programme);
    const { payment, message } = await generateReference(app, ask, want);
    const { _id, rrr, amount_kobo, state } = payment;
    return { type: "success" as const, message, _id, trxcode: rrr, rrr, amount: naira(amount_kobo), state };
  });
}

/** A programme's application fee in the session that admits. Refuses without one. */
async function wantedFee(trx: Trx, owner: string, programmeId: string): Promise<Wanted> {
  const { programme, session, items, amount_kobo, serviceTypeID } = await applicationFee(trx, programmeId);
  return {
    applicant: owner,
    purpose: "application",
    programme: programme._id,
    session: session._id,
    acceptanceof: null,
    items,
    amount_kobo,
    servicetypeid: serviceTypeID,
    description: `Application fee, ${programmeTitle(programme)}, ${session.name}`,
    endsAt: session.closes,
  };
}
