import { type Expression, type RawBuilder, sql } from "kysely";
import { admittingSessionId } from "#calendar/session/session.server.ts";
import type { Reached } from "#console/scope/scope.server.ts";
import { liveStates } from "./payment-reference.states.contract.ts";

/** How many verified application fees of the session that admits no application has used, as a part of a larger query. */
export const countUnusedPayments = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.payment_reference unused
    where unused.session = ${admittingSessionId()} and unused.applicant = ${owner} and unused.purpose = 'application' and unused.state = 'PAID'
      and unused.application is null and unused.surplus is null)`;

/** Whether money or a question about an application's acceptance fee is with the bursary, as an SQL condition. */
export const isWithBursary = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_reference kept where kept.acceptanceof = ${application}
    and (kept.state in ('HELD', 'PARKED') or kept.state = 'PAID' and kept.surplus is not null))`;

/** How many application fees wait for their payment, as a part of a larger query. */
export const countUnpaidReferences = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.payment_reference unpaid
    where unpaid.applicant = ${owner} and unpaid.purpose = 'application' and unpaid.state = any(${[...liveStates]}))`;

/** The verified application fees of a session, paid since a time, of the programmes that `reached` lets through. */
export const paidApplicationFees = (
  session: string,
  since: RawBuilder<unknown>,
  reached: Reached,
): RawBuilder<unknown> =>
  sql`select from portal.payment_reference where session = ${session} and purpose = 'application' and state = 'PAID'
    and surplus is null and "verifiedAt" > ${since} and ${reached(sql.ref("programme"))}`;
