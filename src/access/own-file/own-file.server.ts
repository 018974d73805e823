import { type RawBuilder, sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { isAccountOf } from "#identity/account/account.like.server.ts";
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
  const column = (name: string) => sql.ref(`s.${name}`);
  const person = {
    emailaddress: column("emailaddress"),
    phonenumber: column("phonenumber"),
    firstname: column("firstname"),
    lastname: column("lastname"),
  };
  const { rows } = await sql`select from portal.staff s cross join (${files}) file
    where s._id = ${member} and ${isAccountOf(sql.ref("file.applicant"), person)} limit 1`.execute(db);
  return rows.length > 0;
}
