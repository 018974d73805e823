import type { RawBuilder } from "kysely";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { sentBack, unanswered, undecided } from "#selection/recommendation/recommendation.server.ts";
import { reviewsWithArrivals, untakenReviews } from "#selection/review/review.read.server.ts";
import type { Waiting } from "./staff-dashboard.contract.ts";
import { countOf } from "./staff-dashboard.count.server.ts";
import { sentenceOf, type Words } from "./staff-dashboard.sentence.server.ts";

interface Kind extends Words {
  /** The right to do it. */
  readonly right: PageKey;
  /** The list that it leads into: its rows are counted as far as this right reaches. */
  readonly list: PageKey;
  rows(who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown>;
}

const kinds: readonly Kind[] = [
  {
    right: "applications.change",
    list: "applications",
    rows: untakenReviews,
    one: "One application waits to be checked.",
    many: "applications wait to be checked.",
    deed: "See them",
    link: "/staff/applications?state=Submitted",
  },
  {
    right: "applications.change",
    list: "applications",
    rows: reviewsWithArrivals,
    one: "A document came for one application.",
    many: "applications have a document that came.",
    deed: "Look at the documents",
    link: "/staff/applications?papers=Arrived",
  },
  {
    right: "recommendations.change",
    list: "recommendations",
    rows: undecided,
    one: "One application waits for your recommendation.",
    many: "applications wait for your recommendation.",
    deed: "Decide",
    link: "/staff/recommendations?state=Checked",
  },
  {
    right: "recommendations.change",
    list: "recommendations",
    rows: sentBack,
    one: "A dean sent one decision back.",
    many: "decisions were sent back by a dean.",
    deed: "Decide anew",
    link: "/staff/recommendations?answer=Sent+back",
  },
  {
    right: "recommendations.approve",
    list: "recommendations",
    rows: unanswered,
    one: "One recommendation waits for a countersignature.",
    many: "recommendations wait for a countersignature.",
    deed: "See them",
    link: "/staff/recommendations?answer=Not+yet&state=Recommended",
  },
];

/** What waits at the admission desk for whoever may do it: as many as the list holds that each leads into. */
export async function deskFor(db: Database, staff: string, rights: ReadonlyMap<string, Scope>): Promise<Waiting[]> {
  const found = kinds.map(async (kind) => {
    const scope = rights.get(kind.list);
    if (scope === undefined || !rights.has(kind.right)) return [];
    return sentenceOf(kind, await countOf(db, kind.rows({ scope, staff })));
  });
  return (await Promise.all(found)).flat();
}
