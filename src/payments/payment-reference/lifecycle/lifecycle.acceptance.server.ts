import { type Expression, type RawBuilder, sql } from "kysely";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { liveStates } from "../payment-reference.rules.ts";
import { isNotifiedSince } from "../provider-notification/provider-notification.read.server.ts";
import { cancelRecalled, type Payment } from "./lifecycle.step.server.ts";

/**
 * Whether an application's acceptance may have been paid without our having heard all of it, as an SQL condition: what
 * came is being checked, nobody knows whether there is a reference, or the provider has not been asked since `since`, or
 * since somebody told of a payment.
 */
export const mayBePaid = (application: Expression<unknown>, since: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_reference asked where asked.acceptanceof = ${application} and (
    asked.state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'PARKED', 'HELD')
    or asked.state in ('OPEN', 'CANCELLED', 'EXPIRED') and (asked."checkedAt" is null or asked."checkedAt" < ${since}
      or ${isNotifiedSince(sql.ref("asked._id"), sql`asked."checkedAt"`)})))`;

/** Whether what came for an application's acceptance is being checked, as an SQL condition. */
export const isBeingChecked = (application: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_reference kept where kept.acceptanceof = ${application}
    and kept.state in ('HELD', 'PARKED'))`;

/** Moves the end of what is asked to be paid for these applications' acceptance to the end of a day in Lagos. */
export async function movePayBy(trx: Trx, applications: readonly string[], day: string): Promise<void> {
  await sql`update portal.payment_reference set "endsAt" = (${day}::date + 1)::timestamp at time zone 'Africa/Lagos'
    where acceptanceof = any(${[...applications]}::uuid[]) and state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED')`.execute(
    trx,
  );
}

/**
 * Stops the references for these applications' acceptance, because the offer is no more: an open one is cancelled, and one
 * that is still being made will be as soon as it is known. What is paid all the same is credit.
 */
export const cancelAcceptances = (work: Work, applications: readonly string[]): Promise<void> =>
  stopReferences(work, applications, sql`"recalledAt" = now()`);

/** The same for one whose applicant has given the place up. */
export const cancelGivenUp = (work: Work, application: string): Promise<void> =>
  stopReferences(work, [application], sql`"recalledAt" = now(), givenup = true`);

async function stopReferences(work: Work, applications: readonly string[], mark: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Payment>`update portal.payment_reference set ${mark}, "endsAt" = now()
    where _id in (select live._id from portal.payment_reference live where live.acceptanceof = any(${[...applications]}::uuid[])
      and live.state = any(${[...liveStates]}) and live."recalledAt" is null order by live._id for update)
    returning *`.execute(work.trx);
  for (const payment of rows) {
    if (payment.state === "OPEN") await cancelRecalled(work, payment);
    else work.note({ deed: "payment.recall", subject: `payment:${payment._id}`, before: { state: payment.state } });
  }
}
