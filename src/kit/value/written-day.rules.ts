const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Day, month and year, or year, month and day; a time behind it is left. */
const dayFirst = /^(\d{1,2})[/.\- ]([a-z]{3,9}|\d{1,2})[/.\-, ]+(\d{4}|\d{2})(?=$|[T ,])/i;
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?=$|[T ,])/;

/**
 * `21/11/2026`, `21-Nov-26` and `2026-11-21 10:05` as `2026-11-21`; null for what is no day of a calendar in the century that
 * begins with `since`. The day stands first, as people in Nigeria write it: `11/21/2026` is none.
 */
export function writtenDay(cell: string, since: number): string | null {
  const text = cell.trim();
  const [, y = "", m = "", d = ""] = yearFirst.exec(text) ?? [];
  if (y) return real([Number(y), Number(m), Number(d)], since);
  const [, day = "", month = "", year = ""] = dayFirst.exec(text) ?? [];
  if (!day) return null;
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return real([Number(year) + (year.length === 2 ? 2000 : 0), number, Number(day)], since);
}

function real([year, month, day]: readonly [number, number, number], since: number): string | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  const same = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return same && year >= since && year < since + 100 ? time.toISOString().slice(0, 10) : null;
}
