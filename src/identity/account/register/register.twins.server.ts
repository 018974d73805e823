import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** By what an account is told apart from every other. */
export interface Unique {
  readonly emailaddress: string;
  readonly jamb: string;
}

/** The accounts with this address or this JAMB number. */
export const twins = (db: Database | Trx, { emailaddress, jamb }: Unique) =>
  db
    .selectFrom("applicant")
    .select(["_id", "emailaddress", "jamb"])
    .where((is) => is.or([is(sql`lower(emailaddress)`, "=", emailaddress.toLowerCase()), is("jamb", "=", jamb)]));

/** Registrations with one JAMB number happen one after the other; those with one e-mail already do, by its allowance. */
export async function lockNumber(trx: Trx, jamb: string): Promise<void> {
  const key = createHash("sha256").update(`jamb ${jamb}`).digest().readBigInt64BE();
  await sql`select pg_advisory_xact_lock(${key.toString()}::bigint)`.execute(trx);
}

export interface Replaced {
  readonly _id: string;
  readonly emailaddress: string;
  readonly password: string | null;
}

/** A slip or a stranger blocks nobody: what was never verified gives way. Contract 3.4. */
export async function deleteUnverified(trx: Trx, person: Unique): Promise<readonly Replaced[]> {
  const rows = await twins(trx, person).select("password").where("verifiedAt", "is", null).execute();
  const ids = rows.map(({ _id }) => _id);
  if (ids.length > 0) {
    await trx.deleteFrom("applicant").where("_id", "in", ids).where("verifiedAt", "is", null).execute();
  }
  return rows;
}
