import { asDay } from "#kit/value/dates.rules.ts";

/** The last day to accept with what is left of it: `5 December 2026, 12 days left`. `left` is 0 on the last day. */
export const dueWords = (due: string, left: number): string => `${asDay(due)}, ${leftWords(left)}`;

function leftWords(left: number): string {
  if (left === 0) return "today is the last day";
  return left === 1 ? "1 day left" : `${left} days left`;
}
