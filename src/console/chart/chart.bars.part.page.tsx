import { asFigure } from "#kit/value/count.rules.ts";
import { type Counted, fills, type Kind, keyOf, Name } from "./chart.frame.part.page.tsx";

/** More rows than these stand in the table alone. */
const MOST = 12;

interface BarsParts {
  readonly kinds: readonly Kind[];
  /** In the order in which they are drawn; the longest bar sets the scale. */
  readonly rows: readonly Counted[];
}

/** One bar for each row, the kinds behind one another; the number at its end is that of the first kind that is drawn. */
export function Bars({ kinds, rows }: BarsParts) {
  const drawn = kinds.flatMap(({ name, look }, place) => (look ? [{ name, look, place }] : []));
  const most = Math.max(1, ...rows.flatMap(({ counts }) => drawn.map(({ place }) => counts[place] ?? 0)));
  const more = rows.length - MOST;
  return (
    <>
      <ul className="@container grid gap-1.5">
        {rows.slice(0, MOST).map((row) => (
          <li
            key={keyOf(row)}
            className="grid @xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4rem] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3"
          >
            <span className="min-w-0">
              <Name of={row} />
            </span>
            <svg
              aria-hidden="true"
              viewBox="0 0 1000 10"
              preserveAspectRatio="none"
              className="@xl:order-none order-3 @xl:col-span-1 col-span-2 @xl:h-4 h-3 w-full"
            >
              {drawn.map(({ name: kind, look, place }) => (
                <rect
                  key={kind}
                  width={(1000 * (row.counts[place] ?? 0)) / most}
                  height="10"
                  vectorEffect="non-scaling-stroke"
                  className={fills[look]}
                />
              ))}
            </svg>
            <span className="figures text-right">
              {asFigure(row.counts[drawn[0]?.place ?? 0] ?? 0)}
              <span className="sr-only"> {drawn[0]?.name.toLowerCase()}</span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-small text-soft">{more === 1 ? "One more stands" : `${more} more stand`} in the table.</p>
      )}
    </>
  );
}
