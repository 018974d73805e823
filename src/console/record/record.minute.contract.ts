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

/** Year, month and day, or day, month and year, as a table writes them; then the time. */
const yearFirst = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/;
const dayFirst = /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})/;
const time = /^[T ,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?<half>[ap]m)?$/i;

/**
 * `2026-11-20 13:05` and `20/11/2026 1:05 pm` of a table are times in Lagos: answers ISO 8601 in UTC. What says its own
 * zone keeps it. Anything else stays as it is, and its rule says what is wrong.
 */
export function minuteIn(text: string): string {
  const day = yearFirst.exec(text) ?? dayFirst.exec(text);
  const at = time.exec(text.slice(day?.[0].length ?? 0));
  if (!day?.groups || !at?.groups) return text;
  const { year = "", month = "", day: date = "" } = day.groups;
  const { hour = "", minute = "", half } = at.groups;
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return text;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
  const two = (part: string | number) => String(part).padStart(2, "0");
  const said = `${year}-${two(month)}-${two(date)}T${two(hours)}:${minute}`;
  const iso = utcMinute(said);
  // A day that no calendar has would move on to the next month.
  return iso !== said && lagosMinute(iso) === said ? iso : text;
}
