import { type Expression, type RawBuilder, sql } from "kysely";

/** In how many places an applicant is signed in now, as a part of a larger query. */
export const countSignIns = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.sign_in living where living.applicant = ${owner}
    and living."endsAt" > now() and living."seenAt" + living.idle > now())`;
