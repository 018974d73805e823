import { sql } from "kysely";
import { lockApplicationByCode, tellStatus } from "#applications/application/application.status.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { courseDuration, programmesById } from "#college/programme/programme.server.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { type Performer, perform, type Trx } from "#platform/perform.server.ts";
import type { Portal } from "#platform/portal.server.ts";
import { DAYS_TO_ACCEPT, type OfferKind, statusWord, USUAL_CONDITION } from "./offer.contract.ts";
import { offerMail } from "./offer.mail.server.ts";
import type { Terms } from "./offer.server.ts";

export interface Release {
  /** The application's code. */
  readonly code: string;
  readonly kind: OfferKind;
  /** For a conditional offer; the usual one when it is missing. */
  readonly condition?: string | undefined;
}

/**
 * Offers a place and tells the applicant at once: the offer with its terms and its last day, the status that the
 * applicant reads, the letter and the audit row, all or nothing. Refuses an unknown code, an application that has an
 * offer, and a session without an acceptance fee, which nobody could accept. Specification 4, Contract 3.11 and 3.12.
 */
export const releaseOffer = (
  { db, config }: Pick<Portal, "db" | "config">,
  by: Performer,
  { code, kind, condition = USUAL_CONDITION }: Release,
): Promise<{ application: string; due: string; name: string; programme: string }> =>
  perform(db, by, async ({ trx, note }) => {
    const application = await lockApplicationByCode(trx, code.trim().toUpperCase());
    if (!application) throw refuse(`No application has the code ${code}. Check it against the slip`);
    const { snapshot, ...whose } = application;
    const { session, bio } = snapshot;
    if (application.status !== 0) throw offered(application.code, application.status);
    await acceptanceFee(trx, session);
    const terms = await termsOf(trx, application);
    const row = {
      application: whose._id,
      applicant: whose.applicant,
      programme: whose.programme,
      session: session._id,
    };
    const asked = kind === 2 ? condition : null;
    const { due } = await onConstraint(
      { offer_pkey: () => offered(application.code, kind) },
      trx
        .insertInto("offer")
        .values({ ...row, kind, condition: asked, terms: JSON.stringify(terms), due: lastDay })
        .returning("due")
        .executeTakeFirstOrThrow(),
    );
    await tellStatus(trx, whose._id, kind);
    const programme = programmeTitle(terms.programme);
    await postMail(
      trx,
      offerMail(config, { bio, code: application.code, kind, programme, session: session.name, due }),
    );
    note({ deed: "offer.release", subject: `application:${whose._id}`, after: { kind, condition: asked, due } });
    return { application: whose._id, due, name: `${bio.firstname} ${bio.lastname}`, programme };
  });

const lastDay = sql<string>`(now() at time zone 'Africa/Lagos')::date + ${DAYS_TO_ACCEPT}::int`;

const offered = (code: string, status: number) =>
  refuse(`Application ${code} has an offer already: ${statusWord(status)}. An offer is released once`);

type Locked = NonNullable<Awaited<ReturnType<typeof lockApplicationByCode>>>;

/** As the letter will state them, whatever is renamed later. */
async function termsOf(trx: Trx, { programme: _id, type, snapshot: { session } }: Locked): Promise<Terms> {
  const programme = (await programmesById(trx, [_id])).get(_id);
  if (!programme) throw new Error("An application names a programme that does not exist");
  const { code, name } = session;
  return { programme, session: { _id: session._id, code, name }, durationyears: await courseDuration(trx, _id, type) };
}
