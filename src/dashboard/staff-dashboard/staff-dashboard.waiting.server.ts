import type { RawBuilder } from "kysely";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { proposedRecalls, proposedReleases } from "#admission/offer/offer.server.ts";
import { proposedReopenings } from "#bursary/day-book/day-book.server.ts";
import { proposedCorrections } from "#bursary/payment-correction/payment-correction.server.ts";
import { untakenExceptions } from "#bursary/payment-exception/payment-exception.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { waitingCorrections } from "#profile/record-correction/record-correction.server.ts";
import { proposedRuns } from "#selection/merit-list/merit-list.server.ts";
import {
  sentBackDecisions,
  unansweredDecisions,
  undecidedReviews,
} from "#selection/recommendation/recommendation.server.ts";
import { reviewsWithArrivals, untakenReviews } from "#selection/review/review.server.ts";
import type { Figure, Waiting } from "./staff-dashboard.contract.ts";
import { countOf } from "./staff-dashboard.count.server.ts";

/** How something that waits is told of, and the way to it. */
interface Words {
  readonly one: string;
  /** After the number. */
  readonly many: string;
  readonly deed: string;
  readonly link: string;
}

/** The line of the dashboard about so many; none where nothing waits. */
function sentenceOf({ one, many, deed, link }: Words, count: Figure["total"]): Waiting[] {
  if (count === 0) return [];
  return [{ sentence: count === 1 ? one : `${count.toLocaleString("en-NG")} ${many}`, deed, link }];
}

interface ApprovalKind extends Words {
  readonly right: PageKey;
  rows(staff: string): RawBuilder<unknown>;
}

const approvalKinds: readonly ApprovalKind[] = [
  {
    right: "merit-lists.approve",
    rows: proposedRuns,
    one: "One merit list waits for your approval.",
    many: "merit lists wait for your approval.",
    deed: "See the merit lists",
    link: "/staff/merit-lists?state=Proposed",
  },
  {
    right: "releases.approve",
    rows: proposedReleases,
    one: "One list of releases waits for your approval.",
    many: "lists of releases wait for your approval.",
    deed: "See the releases",
    link: "/staff/releases?state=Proposed",
  },
  {
    right: "releases.approve",
    rows: proposedRecalls,
    one: "One recall waits for your approval.",
    many: "recalls wait for your approval.",
    deed: "See the recalls",
    link: "/staff/releases/recalls?state=Proposed",
  },
  {
    right: "record-corrections.approve",
    rows: waitingCorrections,
    one: "One correction of a file waits for your decision.",
    many: "corrections of files wait for your decision.",
    deed: "See the corrections",
    link: "/staff/record-corrections?state=Waiting",
  },
  {
    right: "payment-corrections.approve",
    rows: proposedCorrections,
    one: "One correction of a payment waits for your approval.",
    many: "corrections of payments wait for your approval.",
    deed: "See the corrections",
    link: "/staff/payment-corrections?state=Proposed",
  },
  {
    right: "day-book.approve",
    rows: proposedReopenings,
    one: "Somebody asks you to agree to open a closed day again.",
    many: "people ask you to agree to open closed days again.",
    deed: "See the day book",
    link: "/staff/day-book",
  },
  {
    right: "payment-exceptions.change",
    rows: untakenExceptions,
    one: "One payment needs a decision, and nobody has taken it.",
    many: "payments need a decision, and nobody has taken them.",
    deed: "See the exceptions",
    link: "/staff/payment-exceptions",
  },
];

/** What others proposed and this person may approve, and what payments nobody looks at. All of it is the whole college's. */
export async function waitingFor(db: Database, staff: string, rights: ReadonlyMap<string, Scope>): Promise<Waiting[]> {
  const own = approvalKinds.filter(({ right }) => rights.get(right) === "all");
  const counts = await Promise.all(own.map(({ rows }) => countOf(db, rows(staff))));
  return own.flatMap((kind, place) => sentenceOf(kind, counts[place] ?? 0));
}

interface DeskKind extends Words {
  /** The right to do it. */
  readonly right: PageKey;
  /** The list that it leads into: its rows are counted as far as this right reaches. */
  readonly list: PageKey;
  rows(who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown>;
}

const deskKinds: readonly DeskKind[] = [
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
    rows: undecidedReviews,
    one: "One application waits for your recommendation.",
    many: "applications wait for your recommendation.",
    deed: "Decide",
    link: "/staff/recommendations?state=Checked",
  },
  {
    right: "recommendations.change",
    list: "recommendations",
    rows: sentBackDecisions,
    one: "A dean sent one decision back.",
    many: "decisions were sent back by a dean.",
    deed: "Decide anew",
    link: "/staff/recommendations?answer=Sent+back",
  },
  {
    right: "recommendations.approve",
    list: "recommendations",
    rows: unansweredDecisions,
    one: "One recommendation waits for a countersignature.",
    many: "recommendations wait for a countersignature.",
    deed: "See them",
    link: "/staff/recommendations?answer=Not+yet&state=Recommended",
  },
];

/** What waits at the admission desk for whoever may do it: as many as the list holds that each leads into. */
export async function deskFor(db: Database, staff: string, rights: ReadonlyMap<string, Scope>): Promise<Waiting[]> {
  const found = deskKinds.map(async (kind) => {
    const scope = rights.get(kind.list);
    if (scope === undefined || !rights.has(kind.right)) return [];
    return sentenceOf(kind, await countOf(db, kind.rows({ scope, staff })));
  });
  return (await Promise.all(found)).flat();
}
