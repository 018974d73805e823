import { type RawBuilder, sql } from "kysely";
import { everyApplication } from "#applications/application/application.server.ts";
import { isBroughtTo } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { ReviewState } from "./review.rules.ts";

/** States that nobody but the desk leads to; the others follow offers by themselves. */
const byTheDesk: readonly ReviewState[] = ["Checking", "Checked", "Not recommended", "Refused"];

export const impossibleReviews: readonly Impossible[] = [
  {
    name: "application-without-review",
    sentence: "Every application stands on the desk",
    rows: sql`select 'application:' || a._id as subject from ${everyApplication()} a
      left join portal.review r on r._id = a._id
      where (r.applicant, r.programme, r.session) is distinct from (a.applicant, a.programme, a.session)`,
  },
  {
    name: "review-moved-unseen",
    sentence: "Whoever moved an application on the desk stands in the audit",
    rows: sql`select 'review:' || r._id as subject from portal.review r
      where r.state = any(${[...byTheDesk]}) and not ${isBroughtTo(sql<string>`'review:' || r._id`, sql<string>`r.state`)}`,
  },
  {
    name: "jamb-number-applies-twice",
    sentence: "A JAMB number has one application to a programme in a session",
    rows: sql`select 'application:' || min(_id::text) as subject from portal.review
      group by jamb, programme, session having count(*) > 1`,
  },
];

/** Every review, for the checks of other nouns. */
export const everyReview = (): RawBuilder<unknown> => sql`(select _id, state, code from portal.review)`;
