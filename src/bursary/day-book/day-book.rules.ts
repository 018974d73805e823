import { asFigure } from "#kit/value/count.rules.ts";
import { asWeekday } from "#kit/value/dates.rules.ts";

export const bookLink = "/staff/day-book";
export const dayLink = (day: string): string => `${bookLink}/${day}`;
export const monthLink = (month: string): string => `${bookLink}?month=${month}`;

const monthName = new Intl.DateTimeFormat("en-NG", { timeZone: "UTC", month: "long", year: "numeric" });

/** `2026-11-20` as `Friday 20 November 2026`. */
export const dayInWords = (day: string): string => asWeekday(`${day}T12:00:00Z`);

/** `2026-11` as `November 2026`. */
export const monthInWords = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** So many months before or after one. */
export function monthFrom(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** "One exception waits at the money desk" */
export const waitingInWords = (count: number): string =>
  count === 1 ? "One exception waits at the money desk" : `${asFigure(count)} exceptions wait at the money desk`;
