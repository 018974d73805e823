import { lagosDay } from "../src/kit/value/dates.rules.ts";

/** The day in Lagos so many days from now: `2026-11-20`. */
export const inDays = (days: number): string => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());
