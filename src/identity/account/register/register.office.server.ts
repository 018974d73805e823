import { sql } from "kysely";
import { type Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";

/** Somebody whom the office brings in; `key` is what whoever asks calls this person. */
export interface OfficePerson {
  readonly key: string;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly jamb: string;
}

/**
 * Of people whom the office brings in, those whose address or JAMB number belongs to another account, by `key`, with the refusal
 * at its field.
 */
export async function accountsRefused(
  trx: Trx,
  people: readonly OfficePerson[],
): Promise<ReadonlyMap<string, Refusal>> {
  const verified = (await accountsLike(trx, people)).filter(({ isVerified }) => isVerified);
  const refused = new Map<string, Refusal>();
  for (const [key, found] of Map.groupBy(verified, ({ key }) => key))
    if (!found.some(isOwn)) refused.set(key, taken(found.some(({ isNumber }) => isNumber) ? "jamb" : "emailaddress"));
  return refused;
}

/** The account of somebody whom the office brings in, with what it says of the person. */
export interface OfficeAccount {
  readonly _id: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
}

/**
 * The accounts of people whom the office brings in, by `key`: the one that has this address and JAMB number, where there is one,
 * whose phone number is its owner's; else a new one. It has no password: its owner chooses one by a link. What was never
 * verified gives way, as to a registration. `accountsRefused` comes before. Those that stand are locked.
 */
export async function openAccountsFor(
  { trx, note }: Work,
  people: readonly OfficePerson[],
): Promise<ReadonlyMap<string, OfficeAccount>> {
  const like = await accountsLike(trx, people);
  const accounts = await standingAccounts(trx, like.filter(isOwn));
  const fresh = people.filter(({ key }) => !accounts.has(key)).map((person) => ({ ...person, _id: newId() }));
  if (fresh.length === 0) return accounts;
  const opened = new Set(fresh.map(({ key }) => key));
  const replaced = like.filter(({ key }) => opened.has(key));
  const { rows } = await sql<{ _id: string }>`
    with replaced as (delete from portal.applicant where _id = any(${replaced.map(({ account }) => account)}::uuid[])
      and "verifiedAt" is null returning _id)
    select _id from replaced`.execute(trx);
  const { rows: kept } = await sql<{ _id: string }>`
    insert into portal.applicant (_id, firstname, middlename, lastname, emailaddress, phonenumber, jamb, "verifiedAt")
    select _id, firstname, middlename, lastname, emailaddress, phonenumber, jamb, now()
    from jsonb_populate_recordset(null::portal.applicant, ${JSON.stringify(fresh.map(({ key: _, ...row }) => row))}::jsonb)
    on conflict do nothing returning _id`.execute(trx);
  // Somebody registered or verified with the same address or number meanwhile.
  if (kept.length < fresh.length) throw tryAgain();
  const gone = new Set(rows.map(({ _id }) => _id));
  for (const { key, _id, ...person } of fresh) {
    const before = replaced.filter((one) => one.key === key && gone.has(one.account)).map(({ account }) => account);
    note({
      deed: "account.open-by-office",
      subject: `applicant:${_id}`,
      ...(before.length > 0 && { before: { replaced: before } }),
      after: person,
    });
    accounts.set(key, { _id, emailaddress: person.emailaddress, phonenumber: person.phonenumber });
  }
  return accounts;
}

/** As they stand until the end: whoever changes the own number meanwhile waits, and is waited for. */
async function standingAccounts(trx: Trx, own: readonly Like[]): Promise<Map<string, OfficeAccount>> {
  const { rows } = await sql<OfficeAccount>`select _id, emailaddress, phonenumber from portal.applicant
    where _id = any(${own.map(({ account }) => account)}::uuid[]) order by _id for no key update`.execute(trx);
  const stands = new Map(rows.map((row) => [row._id, row]));
  const accounts = new Map<string, OfficeAccount>();
  for (const { key, account } of own) {
    const found = stands.get(account);
    if (found) accounts.set(key, found);
  }
  return accounts;
}

interface Like {
  readonly key: string;
  readonly account: string;
  readonly isVerified: boolean;
  readonly isNumber: boolean;
  readonly isAddress: boolean;
}

const isOwn = ({ isVerified, isNumber, isAddress }: Like): boolean => isVerified && isNumber && isAddress;

/** The accounts that have the address or the JAMB number of one of these people. */
async function accountsLike(trx: Trx, people: readonly OfficePerson[]): Promise<readonly Like[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g(key text, jamb text, emailaddress text)`;
  const { rows } = await sql<Like>`
    select g.key, a._id as account, a."verifiedAt" is not null as "isVerified", a.jamb = g.jamb as "isNumber",
      lower(a.emailaddress) = lower(g.emailaddress) as "isAddress"
    from ${given} join portal.applicant a on a.jamb = g.jamb
    union
    select g.key, a._id, a."verifiedAt" is not null, a.jamb = g.jamb, true
    from ${given} join portal.applicant a on lower(a.emailaddress) = lower(g.emailaddress)`.execute(trx);
  return rows;
}

const taken = (field: "jamb" | "emailaddress") =>
  refuseFields(field === "jamb" ? "jamb-number-taken" : "address-taken", {
    [field]:
      field === "jamb"
        ? "This JAMB number has an account with another email address. Look it up at the help desk, and write that address"
        : "This email address has an account with another JAMB number. Look whose it is at the help desk",
  });
