import { asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { fills } from "./chart.frame.part.page.tsx";

export interface Day {
  /** `2026-11-20`. */
  readonly day: string;
  readonly columns: number;
  /** Null where only one thing is counted. */
  readonly line: number | null;
}

interface DaysParts {
  /** Every day of the time that is shown, in order, those without anything too. */
  readonly days: readonly Day[];
  /** What the columns and what the line counts: "applications", "fees paid". */
  readonly words: { readonly columns: string; readonly line: string | null };
}

const WIDTH = 1000;
const HEIGHT = 200;

/** A column for each day, and a line over them; the scale is at its left. */
export function Days({ days, words }: DaysParts) {
  const most = rounded(Math.max(1, ...days.flatMap(({ columns, line }) => [columns, line ?? 0])));
  const step = WIDTH / Math.max(1, days.length);
  const up = (count: number) => HEIGHT - (HEIGHT * count) / most;
  const points = days.map(({ line }, at) => `${((at + 0.5) * step).toFixed(1)},${up(line ?? 0).toFixed(1)}`).join(" ");
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="figures flex flex-col justify-between text-right text-small text-soft leading-none">
          <span>{asFigure(most)}</span>
          <span>{asFigure(most / 2)}</span>
          <span>0</span>
        </div>
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-44 w-full">
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              x2={WIDTH}
              y1={HEIGHT * part}
              y2={HEIGHT * part}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {days.map(({ day, columns, line: over }, at) => (
            <g key={day}>
              <title>{`${asDay(day)}: ${columns} ${words.columns}${words.line ? `, ${over} ${words.line}` : ""}`}</title>
              <rect x={at * step} width={step} height={HEIGHT} className="fill-transparent" />
              <rect
                x={at * step + step * 0.15}
                width={step * 0.7}
                y={up(columns)}
                height={HEIGHT - up(columns)}
                className={fills.middle}
              />
            </g>
          ))}
          {words.line && (
            <polyline
              points={points}
              vectorEffect="non-scaling-stroke"
              className="pointer-events-none fill-none stroke-2 stroke-warn"
            />
          )}
        </svg>
      </div>
      <div aria-hidden className="flex justify-between text-small text-soft">
        {marked(days).map(({ day }) => (
          <span key={day}>{short(day)}</span>
        ))}
      </div>
      <ul aria-label="What the colours mean" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        <li className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
            <rect width="12" height="12" className={fills.middle} />
          </svg>
          {capital(words.columns)}
        </li>
        {words.line && (
          <li className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
              <line x2="16" y1="6" y2="6" className="stroke-2 stroke-warn" />
            </svg>
            {capital(words.line)}
          </li>
        )}
      </ul>
    </div>
  );
}

/** The next number that halves well: 2, 4, 6, 8, 10, 20, 40, … */
function rounded(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  const steps = [1, 2, 4, 6, 8, 10].map((step) => step * unit).filter((step) => step >= most);
  return Math.max(2, steps[0] ?? most);
}

/** The first, the middle and the last day. */
const marked = (days: readonly Day[]): readonly Day[] => {
  const last = days.length - 1;
  return days.filter((_day, at) => at === 0 || at === last || at === Math.floor(last / 2));
};

const short = (day: string) => asDay(day).replace(/ \d{4}$/, "");

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
