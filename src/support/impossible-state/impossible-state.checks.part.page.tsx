import { WordBadge } from "#kit/look/badge.web.tsx";
import type { Check } from "./impossible-state.contract.ts";

/** Everything that is looked for, what is broken first. */
export function CheckList({ of }: { of: readonly Check[] }) {
  const ordered = [...of].sort((one, other) => weight(other) - weight(one));
  return (
    <details className="card mt-6">
      <summary className="cursor-pointer px-4 py-3">
        <h2 className="ml-1 inline text-large">
          What is looked for <span className="figures font-normal text-soft">{of.length}</span>
        </h2>
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {ordered.map((check) => (
          <li
            key={check.name}
            className="grid gap-x-6 gap-y-0.5 px-4 py-2 sm:grid-cols-[1fr_auto_5rem] sm:items-center"
          >
            <span>
              {check.sentence}
              {check.trouble && <span className="block text-bad text-small">{check.trouble}</span>}
            </span>
            <Outcome of={check} />
            <span className="figures text-small text-soft sm:text-right">
              {check.took !== null && `${check.took.toLocaleString("en-NG")} ms`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const weight = ({ found, trouble }: Check): number => (trouble !== null ? 1 : (found ?? 0) * 2);

function Outcome({ of: { lookedAt, found } }: { of: Check }) {
  if (lookedAt === null) return <WordBadge look="plain" word="Not looked at yet" />;
  if (found === null) return <WordBadge look="info" word="No answer" />;
  return found === 0 ? (
    <WordBadge look="good" word="Holds" />
  ) : (
    <WordBadge look="bad" word={`Broken ${found.toLocaleString("en-NG")} ${found === 1 ? "time" : "times"}`} />
  );
}
