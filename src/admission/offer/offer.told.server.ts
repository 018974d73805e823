import { submittedById } from "#applications/application/application.status.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Offered } from "./offer.mail.server.ts";
import type { Terms } from "./offer.server.ts";

/** An offer, as far as a mail tells of it. */
export interface Told {
  readonly application: string;
  readonly kind: number;
  readonly due: string;
  readonly terms: Terms;
}

/** What a mail names: the offer, and whose it is. */
export async function offered(trx: Trx, { application, kind, due, terms }: Told): Promise<Offered> {
  const { code, snapshot } = await submittedById(trx, application);
  const { programme, session } = terms;
  return { bio: snapshot.bio, code, kind, due, programme: programmeTitle(programme), session: session.name };
}
