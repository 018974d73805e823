/** Where a banner is shown; the last is the public page of what works now. */
export const bannerPlaces = ["Before sign-in", "Applicants", "Students", "Staff", "Status page"] as const;

export type BannerPlace = (typeof bannerPlaces)[number];

export interface StandingBanner {
  readonly _id: string;
  readonly text: string;
  readonly kind: "Information" | "Warning";
  readonly places: readonly BannerPlace[];
  /** ISO 8601, in UTC. */
  readonly starts: string;
  readonly ends: string;
}

/** Pages of staff and students that are open before sign-in. */
const doors = /^\/(?:staff|student)(?:\/(?:forgot|reset|signed-in)(?:\/.*)?)?\/?$/;

const areas: readonly (readonly [begin: string, place: BannerPlace])[] = [
  ["/app/", "Applicants"],
  ["/student/", "Students"],
  ["/staff/", "Staff"],
];

/** Whose page an address is. A student's first page has the address of the sign-in, so it is taken for both. */
export function placeOfPage(pathname: string): BannerPlace {
  if (doors.test(pathname)) return "Before sign-in";
  return areas.find(([begin]) => pathname.startsWith(begin))?.[1] ?? "Before sign-in";
}

/** Those of some banners that stand at a moment on a page and were not closed on this device. */
export const bannersOn = (
  all: readonly StandingBanner[],
  { pathname, now, closed }: { readonly pathname: string; readonly now: number; readonly closed: readonly string[] },
): StandingBanner[] =>
  all.filter(
    ({ _id, places, starts, ends }) =>
      places.includes(placeOfPage(pathname)) &&
      Date.parse(starts) <= now &&
      now < Date.parse(ends) &&
      !closed.includes(_id),
  );
