import { type RawBuilder, sql } from "kysely";

/** What somebody else's register says of a person; columns of a statement. */
export interface Described {
  readonly emailaddress: RawBuilder<unknown>;
  readonly phonenumber: RawBuilder<unknown>;
  readonly firstname: RawBuilder<unknown>;
  readonly lastname: RawBuilder<unknown>;
}

/**
 * Whether an applicant's account is that of a person: the same e-mail address, or the same phone and both names, as an SQL
 * condition. A phone alone says nothing: families share one. Contract 3.2.
 */
export const isAccountOf = (applicant: RawBuilder<unknown>, person: Described): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.applicant account where account._id = ${applicant} and (
    lower(account.emailaddress) = lower(${person.emailaddress})
    or (account.phonenumber = ${person.phonenumber} and lower(account.firstname) = lower(${person.firstname})
      and lower(account.lastname) = lower(${person.lastname}))))`;
