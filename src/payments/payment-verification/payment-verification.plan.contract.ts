import { isPayable, type PaymentState } from "../payment-reference/payment-reference.states.contract.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const firstDay = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY];

/** How a payment stands in time, in seconds by the database's clock. */
export interface Age {
  /** Since it was made. */
  readonly age: number;
  /** Until the end of its session; negative after it. */
  readonly left: number;
  /** Whether the last question was answered. */
  readonly answered: boolean;
  /** It is paid by the word of people, and the provider has not said so yet. */
  readonly unconfirmed?: boolean;
}

/** A reference that was cancelled or has lapsed is asked about so long after its session: money may still come for it. */
const AFTERWARDS = 90 * DAY;

/**
 * Seconds until the portal asks again by itself; null for never. An open reference: after 5 and 15 minutes, 1, 3, 6
 * and 12 hours, daily to day 30, weekly to the end of the session; a bank may post a payment days later. One that was
 * cancelled or has lapsed, or is paid by the word of people alone: daily to day 30, weekly until a quarter of a year after
 * the session. One that nobody knows yet: after half its age, 11 seconds to an hour. Without an answer: within a quarter of an hour.
 */
export function secondsToNextCheck(state: PaymentState, { age, left, answered, unconfirmed }: Age): number | null {
  if (state === "CREATED" || state === "REQUESTING" || state === "UNKNOWN")
    return Math.min(Math.max(age / 2, 11), HOUR);
  if (state === "PARKED") return DAY;
  if (!isPayable(state) && !unconfirmed) return null;
  if (!answered) return 15 * MINUTE;
  if (state !== "OPEN") return untilPlannedLater(age, left + AFTERWARDS);
  const early = firstDay.find((time) => time > age);
  return early === undefined ? untilPlannedLater(age, left) : early - age;
}

function untilPlannedLater(age: number, left: number): number | null {
  if (age < 30 * DAY) return DAY - (age % DAY);
  if (left <= 0) return null;
  const week = 7 * DAY;
  return Math.min(week - ((age - 30 * DAY) % week), left);
}
