import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hashed } from "#identity/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** A link by which a member of staff sets a password, once, within so many minutes. */
export async function newPasswordLink(trx: Trx, staff: string, minutes: number): Promise<string> {
  const link = randomBytes(16).toString("base64url");
  await trx
    .insertInto("staff_password_link")
    .values({ link: hashed(link), staff, endsAt: sql`now() + make_interval(mins => ${minutes})` })
    .execute();
  return link;
}

/** The active member of staff whose link this is, while it is good. */
export const ownerOfLink = (db: Database | Trx, link: string) =>
  db
    .selectFrom("staff_password_link")
    .innerJoin("staff", "staff._id", "staff_password_link.staff")
    .select(["staff._id", "firstname", "lastname", "emailaddress", "phonenumber"])
    .where("link", "=", hashed(link))
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .where("staff.status", "=", "Active")
    .executeTakeFirst();

/** Uses a link up once, whoever else tries at the same moment; whether it was there to be used. */
export async function spendPasswordLink(trx: Trx, link: string): Promise<boolean> {
  const spent = await trx
    .updateTable("staff_password_link")
    .set({ usedAt: sql`now()` })
    .where("link", "=", hashed(link))
    .where("usedAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .returning("staff")
    .executeTakeFirst();
  return spent !== undefined;
}

/** A member's links open nothing any more. */
export const endPasswordLinks = (trx: Trx, staff: string) =>
  trx
    .updateTable("staff_password_link")
    .set({ usedAt: sql`now()` })
    .where("staff", "=", staff)
    .where("usedAt", "is", null)
    .execute();
