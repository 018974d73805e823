import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Trx } from "#platform/write/perform.server.ts";

const hashOf = (emailaddress: string) => createHash("sha256").update(emailaddress.toLowerCase()).digest();

// Longer than an account waits to be verified.
const ENDS = sql<string>`now() + interval '31 days'`;

/** Two people registered each of these addresses, as far as the portal can see. */
export async function markContested(trx: Trx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await trx
    .insertInto("contested_address")
    .values(addresses.map((one) => ({ address: hashOf(one), endsAt: ENDS })))
    .onConflict((known) => known.column("address").doUpdateSet({ endsAt: ENDS }))
    .execute();
}

/** An address that is registered once more stays marked as long as the new account may wait. */
export const prolongContest = (trx: Trx, emailaddress: string) =>
  trx.updateTable("contested_address").set({ endsAt: ENDS }).where("address", "=", hashOf(emailaddress)).execute();

/** The owner of the mailbox has spoken. Answers whether the address was contested. */
export async function endContest(trx: Trx, emailaddress: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("contested_address")
    .where("address", "=", hashOf(emailaddress))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
