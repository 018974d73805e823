import { type RawBuilder, sql } from "kysely";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { liveStates } from "../payment-reference.rules.ts";
import { cancelNeedless, type Payment } from "./lifecycle.step.server.ts";

/** What references are for. */
export type PaidFor = "bill" | "serviceorder" | "sponsorship" | "grouppayment";

/**
 * Keeps the living references of a bill or whatever else is paid as they stand until the end of the transaction. Before that
 * itself is locked, as whoever verifies a payment does it: what was paid meanwhile is seen then.
 */
export async function holdReferencesOf(trx: Trx, of: PaidFor, id: string): Promise<void> {
  await sql`select from portal.payment_reference where ${sql.ref(of)} = ${id}::uuid and state = any(${[...liveStates]})
    order by _id for no key update`.execute(trx);
}

/**
 * Cancels the open references of a bill or whatever else is paid that are for more than is `left` of it, in kobo. Whoever calls
 * holds that: a reference that somebody is busy with is left to them, or to the hourly round.
 */
export async function cancelBeyond(work: Work, of: PaidFor, id: string, left: number): Promise<void> {
  const { rows } = await sql<Payment>`select * from portal.payment_reference
    where ${sql.ref(of)} = ${id}::uuid and state = 'OPEN' and amount_kobo > ${left} order by _id for no key update skip locked`.execute(
    work.trx,
  );
  for (const open of rows) await cancelNeedless(work, open);
}

/** The open references of bills: rows of `bill`, `amount_kobo`. As a part of a larger query. */
export const openOnBills = (): RawBuilder<unknown> =>
  sql`(select bill, amount_kobo from portal.payment_reference where state = 'OPEN' and purpose = 'tuition')`;
