import type { OrderedProgramme } from "#college/programme/programme.server.ts";
import { states } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import type { Quota, Scheme } from "#selection/merit-scheme/merit-scheme.contract.ts";
import type { CountedReviews } from "#selection/review/review.read.server.ts";
import type { CountedQuota } from "./staff-dashboard.contract.ts";

type Sharing = Pick<Scheme, "quotas" | "scienceshare" | "sciences">;

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
function belongsTo({ who, members }: Quota): ((row: CountedReviews) => boolean) | undefined {
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
