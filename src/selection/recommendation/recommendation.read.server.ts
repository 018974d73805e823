import { type RawBuilder, sql } from "kysely";

/**
 * Whether an application is recommended for good, as a condition: a head of department recommends it, nothing has taken
 * that back, and a dean has countersigned where the college asks for it.
 */
export const isRecommended = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.recommended where recommended.application = ${application})`;
