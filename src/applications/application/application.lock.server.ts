import { sql } from "kysely";
import { addressNow } from "#identity/account/address-change/address-change.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import type { Snapshot } from "./application.snapshot.server.ts";

/** A submitted application for whoever decides about it, locked; undefined for an unknown code. */
export const lockApplicationByCode = (trx: Trx, code: string) =>
  submitted(trx).select("programme").where("code", "=", code).forUpdate().executeTakeFirst();

/** The same of many, by `_id`, in one order so that two who decide wait for each other. */
export async function lockApplications(trx: Trx, ids: readonly string[]) {
  const among = submitted(trx).select("programme").where("_id", "in", ids).orderBy("_id").forUpdate();
  const found = ids.length === 0 ? [] : await among.execute();
  return new Map(found.map((application) => [application._id, application]));
}

export type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplicationByCode>>>;

export const submittedById = (trx: Trx, _id: string) => submitted(trx).where("_id", "=", _id).executeTakeFirstOrThrow();

/** What its owner reads from now on. The database asks for the offer that says so. */
export async function tellStatus(trx: Trx, application: string, status: 1 | 2): Promise<void> {
  await trx.updateTable("application").set({ status }).where("_id", "=", application).where("status", "=", 0).execute();
}

// Whoever decides writes letters: they go to the address that took the place of the one that was submitted.
const told = sql<Snapshot>`jsonb_set(snapshot, '{bio,emailaddress}', to_jsonb(${addressNow(
  sql.ref("application.applicant"),
  sql`snapshot #>> '{bio,emailaddress}'`,
)}))`;

const submitted = (trx: Trx) =>
  trx
    .selectFrom("application")
    .select(["_id", "code", "applicant", "status"])
    .select(sql<ModeOfEntry>`type`.as("type"))
    .select(told.as("snapshot"));
