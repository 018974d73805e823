import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** The name under which an applicant's photograph is kept, if there is one. */
export const photoNameOf = (db: Database, owner: string) =>
  db
    .selectFrom("applicant")
    .innerJoin(storedFiles(db), "file._id", "applicant.photo")
    .select("newname")
    .where("applicant._id", "=", owner)
    .executeTakeFirst();

/** The names under which the photographs of some accounts are kept, by account; who has none is not among them. */
export async function photoNamesOf(db: Database, owners: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (owners.length === 0) return new Map();
  const found = await db
    .selectFrom("applicant")
    .innerJoin(storedFiles(db), "file._id", "applicant.photo")
    .select(["applicant._id", "newname"])
    .where("applicant._id", "in", owners)
    .execute();
  return new Map(found.map(({ _id, newname }) => [_id, newname]));
}

/** Whether an applicant has a photograph, as a part of a larger query. */
export const hasPhoto = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.applicant pictured where pictured._id = ${owner} and pictured.photo is not null)`;

/** `pictured` to join in a larger query: the file of each applicant's photograph, or null. */
export const accountPhotos = (db: Database) => db.selectFrom("applicant").select(["_id", "photo"]).as("pictured");

/** The account of an e-mail address, compared without case. */
export const accountOf = (db: Database | Trx, emailaddress: string) =>
  db
    .selectFrom("applicant")
    .select(["_id", "firstname", "emailaddress", "verifiedAt"])
    .where(sql`lower(emailaddress)`, "=", emailaddress.toLowerCase())
    .executeTakeFirst();

/** Marks an account as verified; a second time changes nothing. */
export const markVerified = (trx: Trx, _id: string) =>
  trx
    .updateTable("applicant")
    .set({ verifiedAt: sql`coalesce("verifiedAt", now())`, device: null })
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();

/** Whoever acts for the account has its mailbox. */
export const markMailbox = (trx: Trx, _id: string) =>
  trx
    .updateTable("applicant")
    .set({ mailproven: true })
    .where("_id", "=", _id)
    .where("mailproven", "=", false)
    .execute();

/** Who an applicant is, as papers name him or her. */
export const personOf = (db: Database | Trx, owner: string) =>
  db
    .selectFrom("applicant")
    .select(["firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();

/** What an application needs of its applicant's account: the address to write to, the JAMB number, the photo's file. */
export interface ApplicationAccount {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly jamb: string;
  readonly photo: string | null;
}

/** The same as a part of a larger query. */
export const accountForApplication = (owner: string): RawBuilder<ApplicationAccount> =>
  sql<ApplicationAccount>`(select jsonb_build_object('firstname', firstname, 'emailaddress', emailaddress, 'jamb', jamb,
    'photo', photo) from portal.applicant where _id = ${owner})`;

/** How each account is reached, as a part of a larger query: rows of `_id, jamb, emailaddress, phonenumber`. */
export const everyContact = (): RawBuilder<unknown> =>
  sql`(select _id, jamb, emailaddress, phonenumber from portal.applicant)`;

export const verifiedApplicants = (since: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from portal.applicant where "verifiedAt" > ${since}`;

export const ownAccount: OwnRows = {
  name: "account",
  tables: ["applicant", "privacy_acceptance"],
  rows: (owner) => sql`select to_jsonb(a) - 'password' - 'device' || jsonb_build_object('notices', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'applicant'), '[]') from portal.privacy_acceptance p where p.applicant = a._id)) as row
    from portal.applicant a where a._id = ${owner}`,
};
