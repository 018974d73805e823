import { type RawBuilder, sql } from "kysely";
import { lastDone } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { countSignIns } from "../session/session.server.ts";

/** An account as far as people are told apart by it. */
export interface FoundAccount {
  readonly _id: string;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly jamb: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly verified: boolean;
}

interface Wanted {
  /** Each stands in a name, the address, the phone number or the JAMB number. */
  readonly words: readonly string[];
  /** These too. */
  readonly ids: readonly string[];
}

/** At most so many accounts, by name. Without words none but those named by `_id`. */
export async function findAccounts(db: Database, { words, ids }: Wanted, most: number): Promise<FoundAccount[]> {
  const held = words.length === 0 ? sql`false` : sql.join(words.map(holding), sql` and `);
  const { rows } = await sql<FoundAccount>`
    select _id, firstname, middlename, lastname, jamb, emailaddress, phonenumber, "verifiedAt" is not null as verified
    from portal.applicant where ${ids.length === 0 ? held : sql`_id = any(${[...ids]}::uuid[]) or (${held})`}
    order by lastname, firstname, _id limit ${most}`.execute(db);
  return rows;
}

/** The accounts that all the words of a search find, at most two thousand, as a part of a larger query: rows of `_id`. */
export const accountsFound = (words: readonly string[]): RawBuilder<unknown> =>
  sql`select _id from portal.applicant where ${sql.join(words.map(holding), sql` and `)} limit 2000`;

/** A word of three letters is found anywhere, a shorter one where a word begins: so the index finds both. */
function holding(word: string): RawBuilder<boolean> {
  const literal = word.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return sql<boolean>`portal.applicant_words(firstname, middlename, lastname, emailaddress, phonenumber, jamb)
    like ${word.length >= 3 ? `%${literal}%` : `% ${literal}%`}`;
}

/** An account as the office may see it: whether there is a password, never which. */
export interface DeskAccount {
  readonly _id: string;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly jamb: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly createdAt: string;
  /** Null while the address has not shown its code. */
  readonly verifiedAt: string | null;
  /** Without one its owner signs in by another account, such as Google's. */
  readonly hasPassword: boolean;
  /** In how many places its owner is signed in now. */
  readonly signIns: number;
  /** Devices that it has signed in from and that are known. */
  readonly devices: number;
  readonly signedInAt: string | null;
}

/** Undefined for an unknown one. */
export async function deskAccount(db: Database, _id: string): Promise<DeskAccount | undefined> {
  const { rows } = await sql<Omit<DeskAccount, "signedInAt">>`
    select _id, firstname, middlename, lastname, jamb, emailaddress, phonenumber, "createdAt", "verifiedAt",
      password is not null as "hasPassword", ${countSignIns(sql.ref<string>("a._id"))} as "signIns",
      (select count(*)::int from portal.known_device d where d.applicant = a._id) as devices
    from portal.applicant a where _id = ${_id}`.execute(db);
  return rows[0] && { ...rows[0], signedInAt: await lastDone(db, `applicant:${_id}`, signings) };
}

const signings = ["session.open"];

/** Who has had a verified account since a time, as rows of `applicant`; nobody while the time is null. */
export const accountsSince = (time: string | null): RawBuilder<unknown> =>
  sql`select _id as applicant from portal.applicant where "verifiedAt" >= ${time}::timestamptz`;

/** Every account, as part of a larger query: rows of `_id, firstname, lastname, emailaddress, createdAt, verifiedAt`. */
export const everyAccount = (): RawBuilder<unknown> =>
  sql`select _id, firstname, lastname, emailaddress, "createdAt", "verifiedAt" from portal.applicant`;

/** Who has this e-mail address or JAMB number, verified, as a row of `applicant`. */
export const accountNamed = (words: string): RawBuilder<unknown> => sql`select _id as applicant from portal.applicant
  where "verifiedAt" is not null and (lower(emailaddress) = lower(${words}) or jamb = upper(${words}))`;

/** Whom a letter reaches: verified accounts alone. */
export interface AccountContact {
  readonly _id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly jamb: string;
  readonly emailaddress: string;
}

/** How some applicants are called and reached; whoever has no verified account is left out. */
export async function contactsOf(db: Database | Trx, ids: readonly string[]): Promise<AccountContact[]> {
  const { rows } = await sql<AccountContact>`select _id, firstname, lastname, jamb, emailaddress from portal.applicant
    where _id = any(${[...ids]}::uuid[]) and "verifiedAt" is not null order by _id`.execute(db);
  return rows;
}

/** The verified accounts with these JAMB numbers, as they were typed. */
export async function accountsByJamb(db: Database | Trx, jambs: readonly string[]): Promise<AccountContact[]> {
  const { rows } = await sql<AccountContact>`select _id, firstname, lastname, jamb, emailaddress from portal.applicant
    where upper(jamb) = any(${jambs.map((one) => one.toUpperCase())}::text[]) and "verifiedAt" is not null order by _id`.execute(
    db,
  );
  return rows;
}

/** What somebody else's register says of a person; columns of a statement. */
interface Described {
  readonly emailaddress: RawBuilder<unknown>;
  readonly phonenumber: RawBuilder<unknown>;
  readonly firstname: RawBuilder<unknown>;
  readonly lastname: RawBuilder<unknown>;
}

/**
 * Selects the applicants' accounts that are a person's, as `_id, jamb, sure`: the same e-mail address, or the same phone and
 * both names. A phone alone says nothing: families share one. Contract 3.2. Only a verified e-mail address is `sure`: anybody
 * may register with the names and the phone number of another.
 */
export const accountsOf = (person: Described): RawBuilder<unknown> =>
  sql`select account._id, account.jamb,
      account."verifiedAt" is not null and lower(account.emailaddress) = lower(${person.emailaddress}) as sure
    from portal.applicant account where lower(account.emailaddress) = lower(${person.emailaddress})
    or (account.phonenumber = ${person.phonenumber} and lower(account.firstname) = lower(${person.firstname})
      and lower(account.lastname) = lower(${person.lastname}))`;
