import { type RawBuilder, sql } from "kysely";

/** What somebody else's register says of a person; columns of a statement. */
export interface Described {
  readonly emailaddress: RawBuilder<unknown>;
  readonly phonenumber: RawBuilder<unknown>;
  readonly firstname: RawBuilder<unknown>;
  readonly lastname: RawBuilder<unknown>;
}

/**
 * Selects the `_id`s of the applicants' accounts that are a person's: the same e-mail address, or the same phone and both
 * names. A phone alone says nothing: families share one. Contract 3.2.
 */
export const accountsOf = (person: Described): RawBuilder<unknown> =>
  sql`select account._id from portal.applicant account where lower(account.emailaddress) = lower(${person.emailaddress})
    or (account.phonenumber = ${person.phonenumber} and lower(account.firstname) = lower(${person.firstname})
      and lower(account.lastname) = lower(${person.lastname}))`;
