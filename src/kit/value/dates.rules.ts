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

const weekdayText = new Intl.DateTimeFormat("en-NG", { timeZone: zone, weekday: "long" });

/** `2026-11-20T…Z` as `Friday 20 November 2026`, in Lagos. */
export const asWeekday = (iso: string): string => `${weekdayText.format(new Date(iso))} ${asDay(iso)}`;

/** `Monday` of `2026-11-30`. */
export const weekdayOf = (day: string): string => weekdayText.format(new Date(`${day}T12:00:00Z`));

const shortText = new Intl.DateTimeFormat("en-NG", { timeZone: zone, day: "numeric", month: "long" });

/** `20 November` of a day in this year, in Lagos; any other with its year. */
export const asShortDay = (iso: string, now = new Date()): string =>
  lagosDay(iso).slice(0, 4) === isoDay.format(now).slice(0, 4) ? shortText.format(new Date(iso)) : asDay(iso);

/** `2026-11-20T13:05:00Z` as `20 November 2026 at 2:05 pm`, in Lagos. */
export const asMinute = (iso: string): string => minuteText.format(new Date(iso));

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
