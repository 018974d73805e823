import { asDay } from "#kit/value/dates.rules.ts";
import type { RegistrationState } from "../course-registration.rules.ts";

/** A window of a semester; days in Lagos, `2026-11-30`. */
export interface SemesterWindow {
  readonly start: string;
  readonly late: string;
  readonly end: string;
  /** The last day on which courses change; null: the last day. */
  readonly changes: string | null;
  /** Of a late registration, in kobo. */
  readonly charge_kobo: number;
  readonly hodapproval: boolean;
}

export type WindowState = "none" | "early" | "open" | "late" | "closed";

export interface WindowStanding {
  readonly state: WindowState;
  readonly window: SemesterWindow | null;
  /** Whether courses may still be added and dropped by who has registered. */
  readonly changing: boolean;
}

/** Where registration stands on a day: in the window of that day, else before the next one, else after the last. */
export function windowStanding(windows: readonly SemesterWindow[], day: string): WindowStanding {
  const ordered = windows.toSorted((one, other) => one.start.localeCompare(other.start));
  const now = ordered.find(({ start, end }) => start <= day && day <= end);
  if (now) return { state: day < now.late ? "open" : "late", window: now, changing: day <= (now.changes ?? now.end) };
  const over = ordered.findLast(({ end }) => end < day);
  const changing = over !== undefined && day <= (over.changes ?? over.end);
  const next = ordered.find(({ start }) => day < start);
  if (next) return { state: "early", window: next, changing };
  return over ? { state: "closed", window: over, changing } : { state: "none", window: null, changing: false };
}

/** The same for who has a permit to register late: between two windows one stands after the last day of the earlier. */
export function lateStanding(windows: readonly SemesterWindow[], day: string): WindowStanding {
  const standing = windowStanding(windows, day);
  const over = windows.filter(({ end }) => end < day);
  return standing.state === "early" && over.length > 0 ? windowStanding(over, day) : standing;
}

/** The last day on which a registration can be mended that may be mended on `day`, without a permit; null where it may not. */
export function mendableUntil(
  windows: readonly SemesterWindow[],
  day: string,
  state: RegistrationState,
): string | null {
  const { window, changing, state: now } = windowStanding(windows, day);
  const isOpen = now === "open" || now === "late";
  // Before the next window courses may still change in that of before.
  const of =
    now === "early"
      ? windowStanding(
          windows.filter(({ end }) => end < day),
          day,
        ).window
      : window;
  if (!of) return null;
  const changes = of.changes ?? of.end;
  if (state === "Returned" && isOpen) return changes > of.end ? changes : of.end;
  return changing ? changes : null;
}

/** "from 2 November 2026 to 30 November 2026, late from 16 November 2026". */
export const windowWords = ({ start, late, end }: SemesterWindow): string =>
  `from ${asDay(start)} to ${asDay(end)}${late > start && late <= end ? `, late from ${asDay(late)}` : ""}`;
