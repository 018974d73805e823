import type { FastifyInstance } from "fastify";
import { ownApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { countingPayments } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { write } from "#platform/write/write.server.ts";
import { mayBeWithdrawn } from "#selection/review/review.rules.ts";
import { standingOf } from "#selection/review/review.server.ts";
import { offerOf } from "../offer.read.server.ts";
import { declineOffer, deferOffer, readLeaving, withdrawApplication } from "./departure.contract.ts";
import { giveOfferUp, isDeferrable, leavingReasons, withdrawOwn } from "./departure.leave.server.ts";
import { departureOf } from "./departure.read.server.ts";
import { reasonCounts } from "./departure.reasons.contract.ts";
import { reinstatementCalls } from "./departure.reinstate.server.ts";
import type { LeavingDeed } from "./departure.rules.ts";

/** What the applicant may do of an application, or why nothing. */
async function leavingOf(
  db: Database,
  application: string,
): Promise<{ deed: LeavingDeed; why: null; due?: string } | { deed: null; why: string; due?: undefined }> {
  const [offer, gone, standing] = await Promise.all([
    offerOf(db, application),
    departureOf(db, application),
    standingOf(db, application),
  ]);
  if (gone) return { deed: null, why: `This application is ${gone.kind.toLowerCase()} already. Nothing is left to do` };
  if (offer?.accepted || offer?.unpaid)
    return {
      deed: null,
      why: "You have accepted this place. If you do not want to come, ask the admissions office",
    };
  if (offer) return { deed: "decline", why: null, due: offer.due };
  if (standing && mayBeWithdrawn(standing.state)) return { deed: "withdraw", why: null };
  return { deed: null, why: "The college has decided about this application already, so there is nothing to withdraw" };
}

/** A head reaches those of the department's programmes. */
export const reasonCountRules: RecordRules<typeof reasonCounts> = {
  of: reasonCounts,
  table: "reason_count",
  within: ofProgrammesWithin,
};

/** What applicants give up by themselves, and how two people of the office take them back. */
export function departureCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readLeaving, applicant, async ({ who, params }) => {
    const { _id, code, programme, session } = await ownApplication(db, who.applicant, params.id);
    const [found, reasons, fees] = await Promise.all([
      leavingOf(db, _id),
      leavingReasons(db),
      countingPayments(db, "acceptanceof", [_id]),
    ]);
    const fee = fees.get(_id);
    const { due, ...leaving } = found;
    return {
      ...leaving,
      deferrable: due !== undefined && (await isDeferrable(db, due)),
      reasons,
      code,
      programme: programmeTitle(programme),
      session: session.name,
      rrr: fee?.state === "OPEN" ? fee.rrr : null,
    };
  });

  handle(app, withdrawApplication, applicant, (ask) =>
    write(app, ask, async (work) => {
      await withdrawOwn(work, config, ask.who.applicant, ask.params.id, ask.body);
      return { type: "success" as const, message: "Your application is withdrawn. We have sent you an email about it" };
    }),
  );

  handle(app, declineOffer, applicant, (ask) =>
    write(app, ask, async (work) => {
      const leaving = { owner: ask.who.applicant, id: ask.params.id, kind: "Declined" } as const;
      await giveOfferUp(work, config, leaving, ask.body);
      return {
        type: "success" as const,
        message: "You have declined the offer. The place is free for somebody else now",
      };
    }),
  );

  handle(app, deferOffer, applicant, (ask) =>
    write(app, ask, async (work) => {
      const leaving = { owner: ask.who.applicant, id: ask.params.id, kind: "Deferred" } as const;
      await giveOfferUp(work, config, leaving, ask.body);
      return {
        type: "success" as const,
        message:
          "Your place is deferred, and the seat is free. The college decides in the next session that admits whether it keeps it for you, and writes to you",
      };
    }),
  );

  reinstatementCalls(app);
}
