/** One figure beside its ceiling of the same run, and what is held. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly ceiling: string;
  readonly held: string;
  readonly holds: boolean;
}

/** A rate as a share of its ceiling. */
export const share = (name: string, [ours, ceiling]: readonly [number, number], atLeast: number): Figure => ({
  name,
  measured: `${Math.round(ours)}/s`,
  ceiling: `${Math.round(ceiling)}/s`,
  held: `${Math.round((100 * ours) / ceiling)} % (at least ${Math.round(atLeast * 100)} %)`,
  holds: ours / ceiling >= atLeast,
});

/** A cost as a multiple of its ceiling, in milliseconds of processor. */
export const times = (name: string, [ours, ceiling]: readonly [number, number], atMost: number): Figure => ({
  name,
  measured: `${ours.toFixed(2)} ms`,
  ceiling: `${ceiling.toFixed(2)} ms`,
  held: `${(ours / ceiling).toFixed(2)} times (at most ${atMost})`,
  holds: ours / ceiling <= atMost,
});

/** A size or a time that stays under a limit. */
export const under = (name: string, value: number, limit: number, unit: string): Figure => ({
  name,
  measured: `${Math.round(value * 10) / 10} ${unit}`,
  ceiling: `${limit} ${unit}`,
  held: limit === 0 ? "none allowed" : `${Math.round((100 * value) / limit)} % of the limit`,
  holds: value <= limit,
});

/** Megabytes that a portal may have: what the service gives it on a server of 4 GB. */
const MOST_MEMORY = 1_600;
/** Milliseconds of delay at which the portal turns people away. */
const MOST_DELAY = 1_500;

/** What a process weighed in a time. */
export const weightFigures = (
  time: string,
  { most, delayMs }: { readonly most: number; readonly delayMs: number },
): Figure[] => [
  under(`memory of the portal at most, until the end of ${time}`, most, MOST_MEMORY, "MB"),
  under(`event loop p99 in ${time}`, delayMs, MOST_DELAY, "ms"),
];

/** `100,000`. */
export const asCount = (count: number): string => count.toLocaleString("en");

/** Times over growing sizes, in milliseconds; the last and largest stays under the limit. */
export function growing(name: string, sizes: readonly number[], times: readonly number[], limit: number): Figure {
  const largest = times.at(-1) ?? Number.POSITIVE_INFINITY;
  return {
    name: `${name}, at ${sizes.map(asCount).join(" / ")}`,
    measured: `${times.map((ms) => asCount(Math.round(ms))).join(" / ")} ms`,
    ceiling: `${asCount(limit)} ms`,
    held: `${Math.round((100 * largest) / limit)} % of the limit`,
    holds: largest <= limit,
  };
}

/** Rates over growing sizes: with the fewest it is at most 1.5 times what it is with more. */
export function flat(name: string, sizes: readonly number[], rates: readonly number[]): Figure {
  const [first = 0, ...more] = rates;
  const growth = first / Math.min(...more);
  return {
    name: `${name} at ${sizes.map(asCount).join(" / ")} applicants`,
    measured: rates.map((rate) => `${Math.round(rate)}/s`).join(" / "),
    ceiling: `${Math.round(first / 1.5)}/s`,
    held: `${growth.toFixed(2)} times (at most 1.5)`,
    holds: growth <= 1.5,
  };
}

export function printTable(figures: readonly Figure[]): void {
  const rows = [["figure", "measured", "ceiling", "held", ""], ...figures.map(asRow)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

const asRow = ({ name, measured, ceiling, held, holds }: Figure) => [
  name,
  measured,
  ceiling,
  held,
  holds ? "ok" : "MISSED",
];
