import type { Trx } from "#platform/perform.server.ts";

/** What an application needs of its applicant's account: the address to write to, the JAMB number, the photo's file. */
export const accountForApplication = (trx: Trx, owner: string) =>
  trx
    .selectFrom("applicant")
    .select(["firstname", "emailaddress", "jamb", "photo"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();
