import type { TypedBook } from "../result-profile/result-profile.rules.ts";
import { asPoints, rangeOf } from "../result-profile/result-profile.rules.ts";

interface ScaleParts {
  readonly bands: TypedBook["bands"];
  readonly passmark: number;
}

/** The scale from 0 to 100: where each band lies, and where one passes. What has no band is seen as a hole. */
export function Scale({ bands, passmark }: ScaleParts) {
  const drawn = bands
    .filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && from <= to)
    .toSorted((one, other) => other.from - one.from);
  return (
    <figure className="grid gap-1">
      <figcaption className="text-small text-soft">From 0 to 100. The line is the pass mark, {passmark}.</figcaption>
      <ul className="grid gap-1">
        {drawn.map(({ from, to, grade, point }) => (
          <li
            key={`${grade} ${from} ${to}`}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)_6.5rem] items-center gap-x-2"
          >
            <strong>{grade}</strong>
            <svg aria-hidden="true" viewBox="0 0 1010 10" preserveAspectRatio="none" className="h-5 w-full bg-sunk">
              <rect
                x={from * 10}
                width={(to - from + 1) * 10}
                height="10"
                className={from >= passmark ? "fill-brand" : "fill-brand/30"}
              />
              <line
                x1={passmark * 10}
                x2={passmark * 10}
                y2="10"
                vectorEffect="non-scaling-stroke"
                strokeWidth="2"
                className="stroke-bad"
              />
            </svg>
            <span className="figures text-right text-small">
              {rangeOf(from, to)}
              <span className="sr-only">, {asPoints(point)}</span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
