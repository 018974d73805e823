import { lagosDay } from "#kit/value/dates.rules.ts";

/** Whole years from a day of birth to a time, by the day that it is then in Lagos; negative before it. */
export function ageOn(dayOfBirth: string, now: Date): number {
  const day = lagosDay(now.toISOString());
  return Number(day.slice(0, 4)) - Number(dayOfBirth.slice(0, 4)) - (day.slice(5) < dayOfBirth.slice(5) ? 1 : 0);
}
