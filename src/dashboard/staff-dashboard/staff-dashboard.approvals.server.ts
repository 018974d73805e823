import type { RawBuilder } from "kysely";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { proposedRecalls } from "#admission/offer/recall/recall.server.ts";
import { proposedReleases } from "#admission/offer/release/release.server.ts";
import { proposedReopenings } from "#bursary/day-book/day-book.proposed.server.ts";
import { proposedCorrections } from "#bursary/payment-correction/payment-correction.proposed.server.ts";
import { untakenExceptions } from "#bursary/payment-exception/payment-exception.open.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { waitingCorrections } from "#profile/record-correction/record-correction.proposed.server.ts";
import { proposedRuns } from "#selection/merit-list/merit-list.server.ts";
import type { Waiting } from "./staff-dashboard.contract.ts";
import { countOf } from "./staff-dashboard.count.server.ts";
import { sentenceOf, type Words } from "./staff-dashboard.sentence.server.ts";

interface Kind extends Words {
  readonly right: PageKey;
  rows(staff: string): RawBuilder<unknown>;
}

const kinds: readonly Kind[] = [
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
  const own = kinds.filter(({ right }) => rights.get(right) === "all");
  const counts = await Promise.all(own.map(({ rows }) => countOf(db, rows(staff))));
  return own.flatMap((kind, place) => sentenceOf(kind, counts[place] ?? 0));
}
