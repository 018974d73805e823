import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { markContested } from "./account.contest.server.ts";

/** What of an account follows a correction of what was submitted. */
export type CorrectedAccount = Partial<
  Readonly<Record<"firstname" | "middlename" | "lastname" | "jamb" | "phonenumber", string | null>>
>;

/**
 * The account says what its corrected papers say. The applicant is locked. Refuses a JAMB number of another account; one that
 * was never verified gives way, as to a registration: a stranger's would stand against the correction for good.
 */
export async function correctAccount(
  { trx, note }: Work,
  owner: string,
  before: CorrectedAccount,
  after: CorrectedAccount,
): Promise<void> {
  if (after.jamb) await dropUnverified({ trx, note }, after.jamb);
  const columns = Object.entries(after).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await onConstraint(
    { applicant_jamb: () => refuse("This JAMB number belongs to another account. Look whose it is first") },
    sql`update portal.applicant set ${sql.join(columns)} where _id = ${owner}`.execute(trx),
  );
  note({ deed: "account.correct", subject: `applicant:${owner}`, before, after });
}

async function dropUnverified({ trx, note }: Work, jamb: string): Promise<void> {
  const gone = await trx
    .deleteFrom("applicant")
    .where("jamb", "=", jamb)
    .where("verifiedAt", "is", null)
    .returning(["_id", "emailaddress"])
    .execute();
  await markContested(
    trx,
    gone.map(({ emailaddress }) => emailaddress),
  );
  for (const { _id } of gone)
    note({
      deed: "account.delete-unverified",
      subject: `applicant:${_id}`,
      reason: "Never verified, and the number is another's",
    });
}
