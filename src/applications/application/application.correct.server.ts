import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

interface CopyChange {
  readonly application: string;
  readonly kind: string;
  /** The result or sitting that it is about. */
  readonly item: string | null;
  readonly after: Readonly<Record<string, string | null>>;
}

interface Corrected {
  /** Every application that says it now. */
  readonly applications: readonly string[];
  /** Whether its papers are still held for it: no later session admits. */
  readonly live: boolean;
}

/**
 * Corrects what was submitted: the mode of entry of this application alone, else in every copy of the same session, since it
 * is about the same person. The database lets it through for a correction that this transaction agrees to. The applicant is
 * locked.
 */
export async function correctCopies(trx: Trx, { application, kind, item, after }: CopyChange): Promise<Corrected> {
  const said = JSON.stringify(after);
  const { rows } = await sql<{ _id: string; live: boolean }>`
    update portal.application a
    set snapshot = portal.corrected_snapshot(a.snapshot, ${kind}, ${item}, ${said}::jsonb),
      type = case when ${kind} = 'type' then ${after.type ?? null} else a.type end
    from portal.application one
    where one._id = ${application} and a.applicant = one.applicant and a.session = one.session
      and (a._id = one._id or ${kind} <> 'type')
      and (${kind} = 'type' or portal.corrected_snapshot(a.snapshot, ${kind}, ${item}, ${said}::jsonb) <> a.snapshot)
    returning a._id, not portal.session_is_over(a.session) as live`.execute(trx);
  return { applications: rows.map(({ _id }) => _id), live: rows.some(({ live }) => live) };
}

/** Every application of which a correction of this one corrects the copy, itself among them. */
export async function correctedTogether(db: Database, application: string): Promise<string[]> {
  const { rows } = await sql<{ _id: string }>`
    select a._id from portal.application a join portal.application one on one._id = ${application}
    where a.applicant = one.applicant and a.session = one.session`.execute(db);
  return rows.map(({ _id }) => _id);
}
