import { sql } from "kysely";
import { addressNow } from "#identity/account/account.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import type { ApplicationSnapshot } from "./application.snapshot.server.ts";

/** A submitted application for whoever decides about it, locked; undefined for an unknown code. */
export const lockApplicationByCode = (trx: Trx, code: string) =>
  submitted(trx).select("programme").where("code", "=", code).forUpdate().executeTakeFirst();

/** The same of many, by `_id`, in one order so that two who decide wait for each other. */
export async function lockApplications(trx: Trx, ids: readonly string[]) {
  const among = submitted(trx).select("programme").where("_id", "in", ids).orderBy("_id").forUpdate();
  const found = ids.length === 0 ? [] : await among.execute();
  return new Map(found.map((application) => [application._id, application]));
}

/** The `_id`s of applications by their codes; what is no code is missing. */
export async function applicationIds(trx: Trx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ _id: string; code: string }>`
    select _id, code from portal.application where code = any(${[...codes]}::text[])`.execute(trx);
  return new Map(rows.map(({ _id, code }) => [code, _id]));
}

export type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplicationByCode>>>;

export const submittedById = (trx: Trx, _id: string) => submitted(trx).where("_id", "=", _id).executeTakeFirstOrThrow();

/** What its owner reads from now on. The database asks for the offer that says so. */
export async function tellStatus(trx: Trx, application: string, status: 1 | 2): Promise<void> {
  await trx.updateTable("application").set({ status }).where("_id", "=", application).where("status", "=", 0).execute();
}

// Whoever decides writes letters: they go to the address that took the place of the one that was submitted.
const told = sql<ApplicationSnapshot>`jsonb_set(snapshot, '{bio,emailaddress}', to_jsonb(${addressNow(
  sql.ref("application.applicant"),
  sql`snapshot #>> '{bio,emailaddress}'`,
)}))`;

const submitted = (trx: Trx) =>
  trx
    .selectFrom("application")
    .select(["_id", "code", "applicant", "status"])
    .select(sql<ModeOfEntry>`type`.as("type"))
    .select(told.as("snapshot"));

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

/**
 * Puts results that came into the copies that awaited them, while their session waits; answers the codes of those
 * applications. The applicant is locked, and the database lets nothing else through.
 */
export async function completeCopies({ trx, note }: Work, owner: string): Promise<string[]> {
  const { rows } = await sql<{ _id: string; code: string }>`
    update portal.application set snapshot = portal.snapshot_with_awaited(snapshot)
    where applicant = ${owner} and portal.results_may_come(session) and portal.snapshot_with_awaited(snapshot) <> snapshot
    returning _id, code`.execute(trx);
  for (const { _id } of rows) note({ deed: "application.take-awaited", subject: `application:${_id}` });
  return rows.map(({ code }) => code);
}

/** Every application of which a correction of this one corrects the copy, itself among them. */
export async function correctedTogether(db: Database, application: string): Promise<string[]> {
  const { rows } = await sql<{ _id: string }>`
    select a._id from portal.application a join portal.application one on one._id = ${application}
    where a.applicant = one.applicant and a.session = one.session`.execute(db);
  return rows.map(({ _id }) => _id);
}
