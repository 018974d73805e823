import type { OrderedProgramme } from "#college/programme/programme.server.ts";
import type { CountedReviews } from "#selection/review/review.read.server.ts";
import type { Group } from "./staff-dashboard.contract.ts";

/** What is known of a session: applications by programme, state and sex, and paid fees by programme; null without the right. */
export interface Known {
  readonly session: string;
  readonly reviews: readonly CountedReviews[] | null;
  readonly paid: ReadonlyMap<string, number> | null;
  /** Whether the list of offers may be opened. */
  readonly offers: boolean;
}

/** Every programme that anybody paid for or applied to, most first. */
export function byProgramme(
  { session, reviews, paid, offers }: Known,
  programmes: readonly OrderedProgramme[],
): Group[] {
  const sums = reviews && summed(reviews, ({ programme }) => programme);
  const rows = programmes.map(({ _id, label }) => ({
    name: label,
    links: {
      paid: paid && listAt("payments", { programme: _id, ...PAID, session }),
      applied: sums && listAt("applications", { programme: _id, session }),
      admitted: offers ? listAt("offers", { programme: _id, session }) : null,
      accepted: sums && listAt("applications", { programme: _id, state: "Accepted", session }),
    },
    paid: paid && (paid.get(_id) ?? 0),
    ...columnsOf(sums, _id),
  }));
  return rows.filter((row) => (row.paid ?? 0) + (row.applied ?? 0) > 0).sort(mostFirst);
}

/** Every state of origin, most first. */
export const byState = (known: Known): Group[] => by(known, "stateoforigin");

export const bySex = (known: Known): Group[] => by(known, "gender");

function by({ session, reviews }: Known, column: "stateoforigin" | "gender"): Group[] {
  if (!reviews) return [];
  const sums = summed(reviews, (row) => row[column]);
  const rows = [...sums.keys()].map((name) => ({
    name,
    links: {
      paid: null,
      applied: listAt("applications", { [column]: name, session }),
      admitted: null,
      accepted: listAt("applications", { [column]: name, state: "Accepted", session }),
    },
    paid: null,
    ...columnsOf(sums, name),
  }));
  return rows.sort(mostFirst);
}

interface Sums {
  applied: number;
  admitted: number;
  accepted: number;
}

function summed(reviews: readonly CountedReviews[], keyOf: (row: CountedReviews) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const row of reviews) {
    const sum = sums.get(keyOf(row)) ?? { applied: 0, admitted: 0, accepted: 0 };
    sum.applied += row.applied;
    sum.admitted += row.admitted;
    sum.accepted += row.accepted;
    sums.set(keyOf(row), sum);
  }
  return sums;
}

const none = { applied: 0, admitted: 0, accepted: 0 };
const unseen = { applied: null, admitted: null, accepted: null };

const columnsOf = (sums: ReadonlyMap<string, Sums> | null, key: string) => (sums ? (sums.get(key) ?? none) : unseen);

const mostFirst = (one: Group, other: Group) =>
  (other.applied ?? other.paid ?? 0) - (one.applied ?? one.paid ?? 0) || (one.name < other.name ? -1 : 1);

/** The application fees among the payments that bought what they are for. */
export const PAID = { purpose: "application", bought: "true" } as const;

/** A list of the office, narrowed as its address writes it. */
export const listAt = (page: string, filters: Readonly<Record<string, string>>): string =>
  `/staff/${page}?${Object.entries(filters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&")}`;
