import { sql } from "kysely";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { newNumber } from "./fee-waiver.plan.server.ts";

/** Whose place two people keep, and why. */
export interface KeptPlace {
  readonly applicant: string;
  readonly proposedby: string;
  readonly decidedby: string;
  readonly reason: string;
}

/**
 * Waives the application fee of the session that admits for who had deferred a place, as the same two people have said. Nothing
 * happens where it is waived already.
 */
export async function waiveDeferred({ trx, note }: Work, { applicant, ...by }: KeptPlace): Promise<void> {
  const { session } = await usualAdmittingSession(trx);
  const [one] = await contactsOf(trx, [applicant]);
  if (!session || !one) throw new Error("A place is kept for nobody, or in no session");
  const { rows } = await sql`select from portal.fee_waiver_line
    where applicant = ${applicant} and purpose = 'application' and session = ${session} and not ended`.execute(trx);
  if (rows.length > 0) return;
  const _id = newId();
  const kept = { kind: "Deferred place", purpose: "application", session, count: 1 } as const;
  await trx
    .insertInto("fee_waiver")
    .values({
      ...{ ...kept, ...by, _id, named: `${one.jamb} ${fullName(one)}`, evidence: null },
      ...{ state: "Approved", decidedAt: sql`now()` },
    })
    .execute();
  await trx
    .insertInto("fee_waiver_line")
    .values({ _id: newId(), waiver: _id, applicant, purpose: kept.purpose, session, number: newNumber() })
    .execute();
  note({ deed: "fee_waiver.defer", subject: `fee_waiver:${_id}`, after: { ...kept, applicant }, reason: by.reason });
}
