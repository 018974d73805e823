import { type RawBuilder, sql } from "kysely";

/** The applicants who registered and verified since a time. */
export const verifiedApplicants = (since: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from portal.applicant where "verifiedAt" > ${since}`;
