// Africa/Lagos: one hour before UTC, all year, since 1919.
const AHEAD_MS = 3_600_000;

/** `2026-11-20T13:05:00Z` as a native box for date and time holds it, in Lagos: `2026-11-20T14:05`. */
export function lagosMinute(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time + AHEAD_MS).toISOString().slice(0, 16);
}

/** The way back. Anything else stays as it is, and its rule says what is wrong. */
export function utcMinute(typed: string): string {
  const time = Date.parse(`${typed}:00+01:00`);
  return Number.isNaN(time) ? typed : new Date(time).toISOString();
}
