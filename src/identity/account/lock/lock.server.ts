import { type Expression, type RawBuilder, sql } from "kysely";
import { localPhone } from "#kit/value/phone.rules.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";

/** Locks two accounts in the order of their `_id`, as every deed on both does. False where one is gone. */
export async function lockAccounts(trx: Trx, ids: readonly string[]): Promise<boolean> {
  const found = await trx
    .selectFrom("applicant")
    .select("_id")
    .where("_id", "in", [...ids])
    .orderBy("_id")
    .forUpdate()
    .execute();
  return found.length === ids.length;
}

/** Lets nobody pay or apply with an account any more; its row must be locked. A merged one leads to the one that stays. */
export const lockAccount = (trx: Trx, applicant: string, mergedinto: string | null): Promise<unknown> =>
  trx
    .insertInto("account_lock")
    .values({ applicant, mergedinto })
    .onConflict((same) => same.column("applicant").doUpdateSet({ mergedinto }))
    .execute();

export const unlockAccount = (trx: Trx, applicant: string): Promise<unknown> =>
  trx.deleteFrom("account_lock").where("applicant", "=", applicant).execute();

/** Whether an account is locked, as a part of a larger query. */
export const isAccountLocked = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.account_lock locked where locked.applicant = ${owner})`;

/** What whoever pays or applies with a locked account reads: the trigger on payments and applications says so. */
export const accountLocked: Readonly<Record<string, () => Refusal>> = {
  account_locked: () =>
    refuse(
      "account-locked",
      `This account is locked, because you seem to have two accounts here and the college takes one of each person. Nobody can pay or apply with it. What you have paid is safe. Take your JAMB slip to the ${contact.office}, ${contact.address}, or call ${localPhone(contact.phonenumber)}`,
    ),
};

export const ownLock: OwnRows = {
  name: "accountlock",
  tables: ["account_lock"],
  rows: (owner) => sql`select to_jsonb(l) as row from portal.account_lock l where l.applicant = ${owner}`,
};
