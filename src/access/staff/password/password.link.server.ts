import { sql } from "kysely";
import { passwordLinks } from "#identity/credential/credential.server.ts";
import { hashToken } from "#identity/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** Links by which a member of staff sets a password: of an invitation, or of a forgotten one. */
export const staffLinks = passwordLinks("staff_password_link", "staff");

/** The active member of staff whose link this is, while it is good. */
export const ownerOfLink = (db: Database, link: string) =>
  db
    .selectFrom("staff_password_link")
    .innerJoin("staff", "staff._id", "staff_password_link.staff")
    .select(["staff._id", "firstname", "lastname", "emailaddress", "phonenumber"])
    .where("link", "=", hashToken(link))
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .where("staff.status", "=", "Active")
    .executeTakeFirst();
