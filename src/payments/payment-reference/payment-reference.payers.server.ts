import type { Trx } from "#platform/perform.server.ts";

/** To whom the letters about an applicant's references went; one whose reference was never made has had none. */
export const payersOf = (trx: Trx, applicant: string): Promise<{ recipient: string; rrr: string }[]> =>
  trx
    .selectFrom("payment_reference")
    .select("payeremail as recipient")
    .select((row) => row.ref("rrr").$notNull().as("rrr"))
    .where("applicant", "=", applicant)
    .where("rrr", "is not", null)
    .execute();
