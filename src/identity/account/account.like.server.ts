import { type RawBuilder, sql } from "kysely";

/** What somebody else's register says of a person; columns of a statement. */
export interface Described {
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
