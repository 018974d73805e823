import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/** Who an applicant is, as papers name him or her. */
export const personOf = (db: Database | Trx, owner: string) =>
  db
    .selectFrom("applicant")
    .select(["firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();
