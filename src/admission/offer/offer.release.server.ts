import { lockApplicationByCode } from "#applications/application/application.status.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { type Performer, perform } from "#platform/perform.server.ts";
import type { Portal } from "#platform/portal.server.ts";
import { letterInForce } from "../letter-template/letter-template.server.ts";
import type { OfferKind } from "./offer.contract.ts";
import { type Made, makeOffer } from "./offer.make.server.ts";

export interface Release {
  /** The application's code. */
  readonly code: string;
  readonly kind: OfferKind;
  /** For a conditional offer; the usual one when it is missing. */
  readonly condition?: string | undefined;
}

/** Releases one offer at once, with the letter that is in force. Refuses an unknown code, and what `makeOffer` refuses. */
export const releaseOffer = (
  { db, config }: Pick<Portal, "db" | "config">,
  by: Performer,
  { code, kind, condition }: Release,
): Promise<Made & { application: string }> =>
  perform(db, by, async (work) => {
    const application = await lockApplicationByCode(work.trx, code.trim().toUpperCase());
    if (!application) throw refuse(`No application has the code ${code}. Check it against the slip`);
    const letter = await letterInForce(work.trx);
    const made = await makeOffer(work, config, application, { kind, condition, letter });
    return { application: application._id, ...made };
  });
