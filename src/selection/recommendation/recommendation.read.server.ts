import { type RawBuilder, sql } from "kysely";
import type { Trx } from "#platform/perform.server.ts";
import type { reasonKinds } from "./recommendation.reasons.contract.ts";

/**
 * Whether an application is recommended for good, as a condition: a head of department recommends it, nothing has taken
 * that back, and a dean has countersigned where the college asks for it.
 */
export const isRecommended = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.recommended where recommended.application = ${application})`;

/** Why a head of department does not recommend an application, in words that the applicant can act on. */
export interface NotRecommended {
  readonly application: string;
  readonly kind: (typeof reasonKinds)["Not recommended"][number];
  readonly reason: string;
}

/** Of these applications those that a head does not recommend; without those that a dean sent back. */
export async function notRecommended(
  trx: Trx,
  applications: readonly string[],
): Promise<ReadonlyMap<string, NotRecommended>> {
  const { rows } = await sql<NotRecommended>`select s.application, n.kind, n.reason
    from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
    where s.application = any(${[...applications]}::uuid[]) and s.decision = 'Not recommended'
      and s.answer is distinct from 'Sent back'`.execute(trx);
  return new Map(rows.map((row) => [row.application, row]));
}
