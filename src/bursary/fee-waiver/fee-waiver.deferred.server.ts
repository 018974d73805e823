import { sql } from "kysely";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { newNumber } from "./fee-waiver.plan.server.ts";

/** Whose place two people keep, and why. */
export interface KeptPlace {
  readonly applicant: string;
  /** Which place it is; no other is applied for with it. */
  readonly programme: string;
  readonly proposedby: string;
  readonly decidedby: string;
  readonly reason: string;
}

/**
 * Waives the application fee of the session that admits for who had deferred a place, as the same two people have said. Nothing
 * happens where it is waived already for that programme; refuses where another waiver is used or proposed.
 */
export async function waiveDeferred({ trx, note }: Work, { applicant, programme, ...by }: KeptPlace): Promise<void> {
  const { session } = await usualAdmittingSession(trx);
  const [one] = await contactsOf(trx, [applicant]);
  if (!session || !one) throw new Error("A place is kept for nobody, or in no session");
  const { rows } = await sql<{ usable: boolean }>`
    select l."usedAt" is null and w.state = 'Approved' and coalesce(l.programme, ${programme}::uuid) = ${programme}::uuid as usable
    from portal.fee_waiver_line l join portal.fee_waiver w on w._id = l.waiver
    where l.applicant = ${applicant} and l.purpose = 'application' and l.session = ${session} and not l.ended`.execute(
    trx,
  );
  if (rows.some(({ usable }) => usable)) return;
  if (rows.length > 0)
    throw refuse(
      "waiver-stands",
      `Another waiver of ${one.jamb} ${fullName(one)} is used or proposed for this session. Settle it under Waivers, then take the applicant back`,
    );
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
    .values({ _id: newId(), waiver: _id, applicant, purpose: kept.purpose, session, programme, number: newNumber() })
    .execute();
  note({ deed: "fee_waiver.defer", subject: `fee_waiver:${_id}`, after: { ...kept, applicant }, reason: by.reason });
}
