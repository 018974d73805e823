import type { Spread } from "./score-spread.rules.ts";

const percentOf = (count: number, most: number): number => (most === 0 ? 0 : Math.round((100 * count) / most));

/** How marks lie: a bar for each grade and code, with mean, ends and failures in words. */
export function SpreadBars({ of }: { of: Spread }) {
  const lines = [
    ...of.grades.map(({ grade, count }) => ({ word: grade || "No grade", count })),
    ...of.codes.map(({ code, count }) => ({ word: code, count })),
  ];
  const most = Math.max(1, ...lines.map(({ count }) => count));
  if (lines.length === 0) return <p className="text-soft">No mark yet.</p>;
  return (
    <>
      <p>
        {of.mean !== null && `Mean ${(of.mean / 10).toFixed(1)}, from ${of.lowest} to ${of.highest}. `}
        {of.failed} not passed ({of.failing} %).
      </p>
      <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)_max-content] items-center gap-x-3 gap-y-1">
        {lines.map(({ word, count }) => (
          <div key={word} className="contents">
            <dt>{word}</dt>
            <dd aria-hidden className="m-0">
              <span
                className="exact block h-3 rounded-control bg-brand"
                style={{ width: `${percentOf(count, most)}%` }}
              />
            </dd>
            <dd className="figures m-0 text-right">{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
