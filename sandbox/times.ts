// The provider prints Lagos time without a zone; Lagos is one hour ahead of UTC all year.
const lagosMs = 3_600_000;

/** `2026-10-06 06:02:06 PM` */
export function twelveHour(ms: number) {
  const { day, hour, rest } = parts(ms);
  return `${day} ${String(hour % 12 || 12).padStart(2, "0")}${rest} ${hour < 12 ? "AM" : "PM"}`;
}

/** `2026-10-06 12:00:00 AM`: midnight of that day, which is what the provider calls the transaction's time. */
export function midnight(ms: number) {
  return `${parts(ms).day} 12:00:00 AM`;
}

/** `2026-10-06 18:02:06`, as notifications have it. */
export function twentyFourHour(ms: number) {
  const { day, hour, rest } = parts(ms);
  return `${day} ${String(hour).padStart(2, "0")}${rest}`;
}

/** The last millisecond of a day given as `31/12/2026`; null when there is no such day. */
export function endOfDay(text: string) {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const start = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || start.getUTCDate() !== Number(day)) return null;
  return start.getTime() - lagosMs + 86_400_000 - 1;
}

function parts(ms: number) {
  const text = new Date(ms + lagosMs).toISOString();
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)), rest: text.slice(13, 19) };
}
