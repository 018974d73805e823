import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { fullName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { mailWaived } from "./fee-waiver.mail.server.ts";
import { newNumber } from "./fee-waiver.plan.server.ts";
import type { WaivedFee } from "./fee-waiver.rules.ts";

/** Whose fee the money of a list pays. */
interface ListedFee {
  readonly applicant: string;
  readonly programme: string;
}

/** Who pays for which fee, who made the list, and with which reference it was paid. */
interface PaidList {
  readonly payername: string;
  readonly purpose: WaivedFee;
  readonly session: string;
  readonly madeby: string;
  readonly reason: string;
}

/**
 * Covers fees by money that has come for a list, and tells each applicant. Answers what covers whom; whoever has a waiver already is
 * not among them.
 */
export async function coverListed(
  app: FastifyInstance,
  { trx, note }: Work,
  { payername, purpose, session, madeby, reason }: PaidList,
  fees: readonly ListedFee[],
): Promise<ReadonlyMap<string, string>> {
  const rows = fees.map((one) => ({ ...one, _id: newId(), number: newNumber() }));
  const people = await contactsOf(
    trx,
    fees.map(({ applicant }) => applicant),
  );
  const _id = newId();
  const kept = { kind: "Paid in a list" as const, sponsor: payername, purpose, session, count: fees.length };
  await trx
    .insertInto("fee_waiver")
    .values({
      ...{ ...kept, _id, reason, evidence: null, proposedby: madeby, state: "Approved", decidedAt: sql`now()` },
      named: people.map((one) => `${one.jamb} ${fullName(one)}`).join(" "),
    })
    .execute();
  const { rows: covered } = await sql<{ applicant: string; cover: string }>`
    insert into portal.fee_waiver_line (_id, waiver, applicant, purpose, session, programme, number)
    select f._id, ${_id}, f.applicant, ${purpose}, ${session}, f.programme, f.number
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(_id uuid, applicant uuid, programme uuid, number text)
    order by f.applicant
    on conflict (applicant, purpose, session) where not ended do nothing
    returning applicant, _id as cover`.execute(trx);
  note({ deed: "fee_waiver.cover", subject: `fee_waiver:${_id}`, after: { ...kept, covered: covered.length }, reason });
  await mailWaived(
    app,
    trx,
    covered.map(({ applicant }) => applicant),
    kept,
  );
  return new Map(covered.map(({ applicant, cover }) => [applicant, cover]));
}

/** Ends these covers but those that are used; answers which were ended. A use that is just made is waited for. */
export async function endCovers(trx: Trx, covers: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ _id: string }>`
    with unused as (select _id from portal.fee_waiver_line
      where _id = any(${[...covers]}::uuid[]) and "usedAt" is null and not ended order by _id for update)
    update portal.fee_waiver_line l set ended = true from unused where l._id = unused._id returning l._id`.execute(trx);
  return new Set(rows.map(({ _id }) => _id));
}

/** Whose fee of a session is waived, proposed to be, or covered, used or not. */
export async function waivedAmong(
  trx: Trx | Database,
  { purpose, session }: { readonly purpose: WaivedFee; readonly session: string },
  applicants: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ applicant: string }>`select applicant from portal.fee_waiver_line
    where applicant = any(${[...applicants]}::uuid[]) and purpose = ${purpose} and session = ${session} and not ended`.execute(
    trx,
  );
  return new Set(rows.map(({ applicant }) => applicant));
}

/** What covers fees by the money of lists: rows of `_id`, `applicant`, `purpose`, `session`, `programme`, `usedAt`, `ended`. */
export const everyCover = (): RawBuilder<unknown> => sql`(
  select l._id, l.applicant, l.purpose, l.session, l.programme, l."usedAt", l.ended
  from portal.fee_waiver_line l join portal.fee_waiver w on w._id = l.waiver and w.kind = 'Paid in a list')`;
