import { type RawBuilder, sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { accountsOf } from "#identity/account/account.like.server.ts";
import { Refusal } from "#kit/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** Refuses a deed on an applicant who is the officer: nobody decides about their own file or payment. 403. */
export async function refuseOwnFiles(
  db: Database,
  { staff }: Pick<Officer, "staff">,
  applicants: readonly string[],
): Promise<void> {
  if (await isOneOwn(db, staff, applicants)) throw ownFile();
}

/** The same for as many as a list holds: `files` selects `applicant`. */
export async function refuseOwnFilesOf(
  db: Database,
  { staff }: Pick<Officer, "staff">,
  files: RawBuilder<unknown>,
): Promise<void> {
  if (await isOwnAmong(db, staff, files)) throw ownFile();
}

const ownFile = () =>
  new Refusal(403, "Your own file is among these, and nobody decides about their own. Ask a colleague");

/** Whether one of these applicants is the member of staff, by e-mail address, or by phone and both names. */
export const isOneOwn = (db: Database, member: string, applicants: readonly string[]): Promise<boolean> =>
  isOwnAmong(db, member, sql`select unnest(${[...new Set(applicants)]}::uuid[]) as applicant`);

async function isOwnAmong(db: Database, member: string, files: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from (${files}) file
    where ${isOwn(sql.ref("file.applicant"), member)} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Whether an applicant is the member of staff, as a condition: by it a list leaves out the rows of the own file. The accounts
 * are looked for once, however many rows there are.
 */
export function isOwn(applicant: RawBuilder<unknown>, member: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`s.${name}`);
  const person = {
    emailaddress: column("emailaddress"),
    phonenumber: column("phonenumber"),
    firstname: column("firstname"),
    lastname: column("lastname"),
  };
  return sql<boolean>`${applicant} = any(array(select own._id from portal.staff s
    cross join lateral (${accountsOf(person)}) own where s._id = ${member}))`;
}
