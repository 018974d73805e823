import { type RawBuilder, sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { accountsOf } from "#identity/account/account.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";

/**
 * Refuses a deed on applicants of whom one is the officer: nobody decides about their own file or payment. Says which one
 * it is, by its JAMB number. 403.
 */
export async function refuseOwnFiles(
  db: Database | Trx,
  { staff }: Pick<Officer, "staff">,
  /** Null of what no account has paid. */
  applicants: readonly (string | null)[],
): Promise<void> {
  const accounts = [...new Set(applicants.flatMap((one) => one ?? []))];
  const [own] = await ownAmong(db, staff, sql`select unnest(${accounts}::uuid[]) as applicant`);
  if (own) throw ownFile(own);
}

/**
 * The same for a whole list that was not chosen one by one: `files` selects `applicant`. Only the verified e-mail address
 * refuses it: else anybody who registers with an officer's names and phone number would stop the list of a session. Whoever is
 * alike by these is noted in the audit, under `about`, and answered as a sentence for the officer; empty where nobody is.
 */
export async function refuseOwnFilesOf(
  { trx, note }: Pick<Work, "trx" | "note">,
  { staff }: Pick<Officer, "staff">,
  files: RawBuilder<unknown>,
  about: string,
): Promise<string> {
  const found = await ownAmong(trx, staff, files);
  const own = found.find(({ sure }) => sure);
  if (own) throw ownFile(own);
  for (const { _id, jamb } of found)
    note({ deed: "own-file.alike", subject: `applicant:${_id}`, after: { jamb, about } });
  const [one] = found;
  return one
    ? `. A file in your names and with your phone number is among these (JAMB number ${one.jamb}): the audit says so`
    : "";
}

/** The same of people on record whom no account holds: by the e-mail address. 403. */
export async function refuseOwnAddresses(
  db: Database | Trx,
  { staff }: Pick<Officer, "staff">,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const { rows } = await sql<{ one: string }>`select one from unnest(${[...addresses]}::text[]) as one
    where ${isOwnAddress(sql.ref("one"), staff)}`.execute(db);
  const [own] = rows;
  if (own)
    throw new Refusal(
      "own-file",
      403,
      `A record with your own email address (${own.one}) is among these, and nobody decides about their own. Ask a colleague`,
    );
}

/** Whether an e-mail address is that of the member of staff, as a condition. */
export const isOwnAddress = (address: RawBuilder<unknown>, member: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`lower(${address}) = (select lower(officer.emailaddress) from portal.staff officer where officer._id = ${member})`;

const ownFile = ({ jamb, sure }: OwnAccount) =>
  new Refusal(
    "own-file",
    403,
    sure
      ? `Your own file is among these (JAMB number ${jamb}), and nobody decides about their own. Ask a colleague`
      : `A file in your names and with your phone number is among these (JAMB number ${jamb}), and nobody decides about their own. Ask a colleague`,
  );

/** An applicant's account that is a member of staff's. */
interface OwnAccount {
  readonly _id: string;
  readonly jamb: string;
  /** By a verified e-mail address. */
  readonly sure: boolean;
}

/** The applicants' accounts of a member of staff, the certain ones first. */
export async function ownAccounts(db: Database | Trx, member: string): Promise<OwnAccount[]> {
  const { rows } = await sql<OwnAccount>`select own.* from portal.staff s
    cross join lateral (${accountsOf(ofStaff)}) own where s._id = ${member} order by own.sure desc, own.jamb`.execute(
    db,
  );
  return rows;
}

/** Whether one of these applicants is the member of staff, by e-mail address, or by phone and both names. */
export const isOneOwn = async (db: Database, member: string, applicants: readonly string[]): Promise<boolean> =>
  (await ownAccounts(db, member)).some(({ _id }) => applicants.includes(_id));

async function ownAmong(db: Database | Trx, member: string, files: RawBuilder<unknown>): Promise<OwnAccount[]> {
  const own = await ownAccounts(db, member);
  if (own.length === 0) return [];
  const { rows } = await sql<{ applicant: string }>`select distinct file.applicant from (${files}) file
    where file.applicant = any(${own.map(({ _id }) => _id)}::uuid[])`.execute(db);
  return own.filter(({ _id }) => rows.some(({ applicant }) => applicant === _id));
}

const column = (name: string) => sql.ref(`s.${name}`);
const ofStaff = {
  emailaddress: column("emailaddress"),
  phonenumber: column("phonenumber"),
  firstname: column("firstname"),
  lastname: column("lastname"),
};

/**
 * Whether an applicant is the member of staff, as a condition: by it a list leaves out the rows of the own file. The accounts
 * are looked for once, however many rows there are.
 */
export const isOwn = (applicant: RawBuilder<unknown>, member: string): RawBuilder<boolean> =>
  sql<boolean>`${applicant} = any(array(${ownColumn("_id", member)}))`;

/** Whether an applicant's account is that of the member of staff who is called `s` in a larger query. */
export const isStaffsOwn = (applicant: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from (${accountsOf(ofStaff)}) theirs where theirs._id = ${applicant})`;

/** Every account that is a member of staff's by its verified address, as a part of a larger query: rows of `staff, account`. */
export const everyOwnAccount = (): RawBuilder<unknown> =>
  sql`(select s._id as staff, theirs._id as account from portal.staff s
    cross join lateral (${accountsOf(ofStaff)}) theirs where theirs.sure)`;

/** The same by the JAMB number, for rows that tell of people who may not have applied. */
export const isOwnJamb = (jamb: RawBuilder<unknown>, member: string): RawBuilder<boolean> =>
  sql<boolean>`${jamb} = any(array(${ownColumn("jamb", member)}))`;

const ownColumn = (name: "_id" | "jamb", member: string) => sql`select theirs.${sql.ref(name)} from portal.staff s
  cross join lateral (${accountsOf(ofStaff)}) theirs where s._id = ${member}`;
