import type { OrderedProgramme } from "#college/programme/programme.server.ts";
import { states } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import type { MeritQuota, MeritScheme } from "#selection/merit-scheme/merit-scheme.contract.ts";
import type { CountedReviews } from "#selection/review/review.server.ts";
import type { CountedQuota, Group } from "./staff-dashboard.contract.ts";

/** What is known of a session: applications by programme, state and sex, and paid fees by programme; null without the right. */
interface Known {
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

type Sharing = Pick<MeritScheme, "quotas" | "scienceshare" | "sciences">;

const lessDeveloped = new Set(states.filter(({ elds }) => elds).map(({ name }) => name));

const ELDS = "Educationally less developed states";

/**
 * How the admitted are spread over the groups that a scheme keeps places for, by state of origin and sex, and over science
 * and arts: who belongs to a group counts there, whichever place was won. Less developed states are always told.
 */
export function quotasOf(
  reviews: readonly CountedReviews[],
  scheme: Sharing | undefined,
  programmes: readonly OrderedProgramme[],
): CountedQuota[] {
  const count = (fits: (row: CountedReviews) => boolean) =>
    reviews.reduce((sum, row) => sum + (fits(row) ? row.admitted : 0), 0);
  const quotas = (scheme?.quotas ?? []).flatMap((quota) => {
    const fits = belongsTo(quota);
    return fits ? [{ name: quota.name, admitted: count(fits), wanted: quota.share }] : [];
  });
  const isToldOf = scheme?.quotas.some(({ who }) => who === ELDS);
  const elds = { name: ELDS, admitted: count(({ stateoforigin }) => lessDeveloped.has(stateoforigin)), wanted: null };
  return [...quotas, ...(isToldOf ? [] : [elds]), ...sides(scheme, programmes, count)];
}

/** Whether an application is of the group that a quota is for; undefined where the counts do not tell. */
function belongsTo({ who, members }: MeritQuota): ((row: CountedReviews) => boolean) | undefined {
  if (who === "States of origin") return ({ stateoforigin }) => members.includes(stateoforigin);
  if (who === ELDS) return ({ stateoforigin }) => lessDeveloped.has(stateoforigin);
  if (who === "Sex") return ({ gender }) => members.includes(gender);
  return undefined;
}

/** Science and arts, once a scheme says which schools are science. */
function sides(
  scheme: Sharing | undefined,
  programmes: readonly OrderedProgramme[],
  count: (fits: (row: CountedReviews) => boolean) => number,
): CountedQuota[] {
  if (!scheme || scheme.sciences.length === 0) return [];
  const science = new Set(programmes.filter(({ college }) => scheme.sciences.includes(college)).map(({ _id }) => _id));
  const wanted = scheme.scienceshare ?? null;
  return [
    { name: "Science", admitted: count(({ programme }) => science.has(programme)), wanted },
    {
      name: "Arts and others",
      admitted: count(({ programme }) => !science.has(programme)),
      wanted: wanted === null ? null : 100 - wanted,
    },
  ];
}
