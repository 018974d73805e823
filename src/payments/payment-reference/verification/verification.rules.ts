import { differencesFrom, type RemitaResult } from "../../remita/remita.rules.ts";
import { isPayable, type PaymentState } from "../payment-reference.rules.ts";

/** What we asked the provider for. */
interface Asked {
  readonly state: PaymentState;
  readonly rrr: string;
  readonly orderId: string;
  readonly amountKobo: number;
}

/**
 * Where an answer about a reference takes its payment; null leaves it. PAID only when the code is "00" or "01" and the
 * reference, the order and the amount are those we asked for; paid in any other way is HELD for the bursary. A failed
 * try, an unknown code, an answer that cannot be read or none changes nothing: the reference can still be paid.
 */
export function stepAfter(asked: Asked, result: RemitaResult): PaymentState | null {
  if (result.kind === "paid") {
    const same = differencesFrom(asked, result).length === 0;
    return same && (result.code === "00" || result.code === "01") ? "PAID" : "HELD";
  }
  if (result.kind === "cancelled" && asked.state === "OPEN" && result.rrr === asked.rrr) return "CANCELLED";
  return null;
}

/** What an answer about our order id comes to while no reference is known. */
type OrderVerdict =
  | { readonly kind: "found"; readonly rrr: string; readonly more: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "strange" }
  | { readonly kind: "silent" };

/** `more`: the reference has a story already, so ask by it next. `strange`: the order is ours, what it holds is not. */
export function orderVerdict(asked: { orderId: string; amountKobo: number }, result: RemitaResult): OrderVerdict {
  if (result.kind === "notFound") return { kind: "none" };
  if (result.kind !== "open" && result.kind !== "paid" && result.kind !== "cancelled") return { kind: "silent" };
  const { rrr } = result;
  const ours = rrr !== null && result.orderId === asked.orderId;
  // The amount of a paid order is what was paid; that it is the right one is judged by reference.
  if (!ours || (result.kind === "open" && result.amountKobo !== asked.amountKobo)) return { kind: "strange" };
  return { kind: "found", rrr, more: result.kind !== "open" };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const firstDay = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY];

/** How a payment stands in time, in seconds by the database's clock. */
interface Age {
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
