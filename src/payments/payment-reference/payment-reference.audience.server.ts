import { type RawBuilder, sql } from "kysely";
import type { Reached } from "#console/scope/scope.server.ts";

/** Who has ever asked for a payment reference of a session, as rows of `applicant`. */
export const askedForReference = (session: string): RawBuilder<unknown> =>
  sql`select applicant from portal.payment_reference where session = ${session}`;

/** Who has paid an application fee of a session that no application has used, as rows of `applicant`. */
export const paidNotApplied = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.payment_reference where session = ${session} and purpose = 'application'
    and state = 'PAID' and surplus is null and application is null and ${reached(sql.ref("programme"))}`;
