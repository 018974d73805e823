const zone = "Africa/Lagos";
const dayText = new Intl.DateTimeFormat("en-NG", { timeZone: zone, day: "numeric", month: "long", year: "numeric" });
const minuteText = new Intl.DateTimeFormat("en-NG", {
  timeZone: zone,
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});
const agoText = new Intl.RelativeTimeFormat("en-NG", { numeric: "auto" });

/** `2026-11-20T…Z` as `20 November 2026`, in Lagos. */
export const asDay = (iso: string): string => dayText.format(new Date(iso));

const shortText = new Intl.DateTimeFormat("en-NG", { timeZone: zone, day: "numeric", month: "long" });

/** `20 November` of a day in this year, in Lagos; any other with its year. */
export const asShortDay = (iso: string, now = new Date()): string =>
  lagosDay(iso).slice(0, 4) === isoDay.format(now).slice(0, 4) ? shortText.format(new Date(iso)) : asDay(iso);

/** `2026-11-20T13:05:00Z` as `20 November 2026 at 2:05 pm`, in Lagos. */
export const asMinute = (iso: string): string => minuteText.format(new Date(iso));

const weekdayText = new Intl.DateTimeFormat("en-NG", { timeZone: zone, weekday: "long" });
const clockText = new Intl.DateTimeFormat("en-NG", {
  timeZone: zone,
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** `2026-11-20T…Z` as `Friday 20 November 2026`, in Lagos. */
export const asWeekday = (iso: string): string => `${weekdayText.format(new Date(iso))} ${asDay(iso)}`;

/**
 * The end of a time of grace as people read it: midnight is `the end of Sunday 21 March 2027`, since many would come on
 * the 22nd; any other is `5:00 pm on Sunday 21 March 2027`. In Lagos.
 */
export function asEnd(iso: string): string {
  const last = new Date(Date.parse(iso) - 1).toISOString();
  const next = new Date(Date.parse(iso) + 60_000).toISOString();
  if (lagosDay(last) !== lagosDay(next)) return `the end of ${asWeekday(last)}`;
  return `${clockText.format(new Date(iso))} on ${asWeekday(iso)}`;
}

/** The begin of one: `Sunday 1 November 2026` at midnight, any other with its time. In Lagos. */
export const asBegin = (iso: string): string =>
  lagosDay(new Date(Date.parse(iso) - 1).toISOString()) === lagosDay(iso)
    ? `${asWeekday(iso)} at ${clockText.format(new Date(iso))}`
    : asWeekday(iso);

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago, in words: `3 minutes ago`. */
export function asAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  for (const [unit, length] of steps) {
    if (seconds >= length) return agoText.format(-Math.floor(seconds / length), unit);
  }
  return "just now";
}

const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone: zone });

/** The day of a time in Lagos: `2026-11-20T23:30:00Z` gives `2026-11-21`. */
export const lagosDay = (iso: string): string => isoDay.format(new Date(iso));

/** The day that it is in Lagos now. */
export const lagosToday = (): string => isoDay.format(new Date());
