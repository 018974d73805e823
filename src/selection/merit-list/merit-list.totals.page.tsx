import { Alert } from "#kit/look/alert.web.tsx";
import type { Totals } from "./merit-list.summary.contract.ts";

const words: readonly (readonly [keyof Totals, string])[] = [
  ["applications", "Applications"],
  ["ranked", "Ranked"],
  ["free", "Free seats"],
  ["offers", "Offers"],
  ["waiting", "Waiting"],
];

/** What a list comes to, in five numbers. */
export function TotalsRow({ of }: { of: Totals }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] gap-2">
      {words.map(([name, word]) => (
        <div key={name} className="card px-3 py-2">
          <dt className="text-small text-soft">{word}</dt>
          <dd className="figures font-semibold text-title">{of[name].toLocaleString("en-NG")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a board should know before it agrees. */
export function Warnings({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <Alert look="warn" title="Look at this first">
      <ul className="mt-1 grid list-disc gap-0.5 pl-4">
        {list.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}
