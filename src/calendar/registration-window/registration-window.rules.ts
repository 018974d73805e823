interface Dated {
  readonly name: string;
  readonly opens: string | null;
}

/**
 * By how many whole years the days of one session are moved for another: by the first years in their names
 * ("2025/2026" to "2026/2027" is one), else by the years in which they open for applications, else by one.
 */
export function yearsBetween(from: Dated, to: Dated): number {
  const named = yearIn(to.name) - yearIn(from.name);
  if (Number.isFinite(named)) return named;
  const opened = yearIn(to.opens ?? "") - yearIn(from.opens ?? "");
  return Number.isFinite(opened) ? opened : 1;
}

const yearIn = (text: string): number => Number(/\b(?:19|20)\d\d(?!\d)/.exec(text)?.[0] ?? Number.NaN);

/** Whom a window is for. */
interface ForWhom {
  readonly programme: string | null;
  readonly level: number | null;
}

/**
 * The windows in which a student registers: those for programme and level, else for the programme, else for the level, else for
 * everybody. One that is for fewer replaces the wider ones, on the days between, too.
 */
export function windowsFor<W extends ForWhom>(windows: readonly W[], { programme, level }: ForWhom): W[] {
  const fitting = windows.filter(
    (window) =>
      (window.programme === null || window.programme === programme) &&
      (window.level === null || window.level === level),
  );
  const nearness = (window: W) => 2 * Number(window.programme !== null) + Number(window.level !== null);
  const nearest = Math.max(...fitting.map(nearness));
  return fitting.filter((window) => nearness(window) === nearest);
}
