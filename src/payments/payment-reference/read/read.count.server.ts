import { type Expression, type RawBuilder, sql } from "kysely";
import { admittingSessionId } from "#calendar/session/session.server.ts";
import type { Reached } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { liveStates, type PaymentPurpose } from "../payment-reference.rules.ts";

/** How many verified application fees of the session that admits no application has used, as a part of a larger query. */
export const countUnusedPayments = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.payment_reference unused
    where unused.session = ${admittingSessionId()} and unused.applicant = ${owner} and unused.purpose = 'application' and unused.state = 'PAID'
      and unused.application is null and unused.surplus is null)`;

/** Whether money or a question about an application's acceptance fee is with the bursary, as an SQL condition. */
export const isWithBursary = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_reference kept where kept.acceptanceof = ${application}
    and (kept.state in ('HELD', 'PARKED')
      or kept.state = 'PAID' and kept.surplus is not null and kept.creditused is null))`;

/** Whether a payment was taken back by the bank or the provider, as an SQL condition. */
export const isTakenBack = (payment: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_reference back where back._id = ${payment} and back.state = 'REVERSED')`;

/** How many application fees wait for their payment, as a part of a larger query. */
export const countUnpaidReferences = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.payment_reference unpaid
    where unpaid.applicant = ${owner} and unpaid.purpose = 'application' and unpaid.state = any(${[...liveStates]}))`;

/**
 * Since when an application fee of the session that admits waits for its payment, as a part of a larger query; null where none
 * does, or where one is paid.
 */
export const unpaidSince = (owner: string | Expression<string>): RawBuilder<string | null> =>
  sql<string | null>`(select min(asked."createdAt") from portal.payment_reference asked
    where asked.applicant = ${owner} and asked.purpose = 'application' and asked.session = ${admittingSessionId()}
    having bool_or(asked.state = 'OPEN') and not bool_or(asked.state = 'PAID'))`;

/** Since when a verified application fee of the session that admits is used by no application; null where none is. */
export const paidUnusedSince = (owner: string | Expression<string>): RawBuilder<string | null> =>
  sql<string | null>`(select min(unused."verifiedAt") from portal.payment_reference unused
    where unused.session = ${admittingSessionId()} and unused.applicant = ${owner} and unused.purpose = 'application' and unused.state = 'PAID'
      and unused.application is null and unused.surplus is null)`;

/** The verified application fees of a session, paid since a time, of the programmes that `reached` lets through. */
export const paidApplicationFees = (
  session: string,
  since: RawBuilder<unknown>,
  reached: Reached,
): RawBuilder<unknown> =>
  sql`select from portal.payment_reference where ${paidFees(session, reached)} and "verifiedAt" > ${since}`;

const paidFees = (session: string, reached: Reached) =>
  sql`session = ${session} and purpose = 'application' and state = 'PAID' and surplus is null
    and ${reached(sql.ref("programme"))}`;

/** How many application fees of a session are paid, by programme, of those that `reached` lets through. */
export async function paidByProgramme(
  db: Database,
  session: string,
  reached: Reached,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ programme: string; paid: number }>`
    select programme, count(*)::int as paid from portal.payment_reference where ${paidFees(session, reached)}
    group by programme`.execute(db);
  return new Map(rows.map(({ programme, paid }) => [programme, paid]));
}

/** The application fees of a session that were verified from one time to before another. */
export const paidBetween = (
  session: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  reached: Reached,
): RawBuilder<unknown> => sql`select from portal.payment_reference
  where ${paidFees(session, reached)} and "verifiedAt" >= ${from} and "verifiedAt" < ${to}`;

/** Who has ever asked for a reference to apply or to accept a place in a session, as rows of `applicant`. */
export const askedForReference = (session: string): RawBuilder<unknown> =>
  sql`select applicant from portal.payment_reference
    where session = ${session} and purpose in ('application', 'acceptance')`;

/** Who has paid an application fee of a session that no application has used, as rows of `applicant`. */
export const paidNotApplied = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.payment_reference where session = ${session} and purpose = 'application'
    and state = 'PAID' and surplus is null and application is null and ${reached(sql.ref("programme"))}`;

/** The references whose payment was taken back: their receipts are out. */
export async function reversedReferences(db: Database): Promise<{ rrr: string; purpose: PaymentPurpose }[]> {
  const { rows } = await sql<{ rrr: string; purpose: PaymentPurpose }>`select rrr, purpose from portal.payment_reference
    where state = 'REVERSED' and rrr is not null`.execute(db);
  return rows;
}
