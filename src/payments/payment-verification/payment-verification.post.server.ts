import { sql } from "kysely";
import { addressNow } from "#identity/account/address-change/address-change.server.ts";
import { type Mail, postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Payment } from "../payment-reference/payment-reference.step.server.ts";

/** Posts a letter about a payment to where its payer reads now: the office may have changed the address since it was made. */
export async function postToPayer(trx: Trx, { applicant, payeremail }: Payment, mail: Mail): Promise<void> {
  const { rows } = await sql<{ recipient: string }>`
    select ${addressNow(sql`${applicant}::uuid`, sql`${payeremail}::text`)} as recipient`.execute(trx);
  await postMail(trx, { ...mail, recipient: rows[0]?.recipient ?? mail.recipient });
}
