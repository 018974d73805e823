import { type RawBuilder, sql } from "kysely";
import { columnsOf, listed } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { reviewRules } from "./review.list.server.ts";

/** The applications that nobody has taken up, as the list of them shows them to a member of staff. */
export const untakenReviews = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.review t where t.state = 'Submitted' and ${listed(reviewRules, who, columnsOf("t"))}`;

/** The applications of which a document came that nobody has looked at, as their list shows them to a member of staff. */
export const reviewsWithArrivals = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.review t where t.papers = 'Arrived' and ${listed(reviewRules, who, columnsOf("t"))}`;
