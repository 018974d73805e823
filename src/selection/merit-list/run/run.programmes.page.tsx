import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { seatsToGive } from "../../merit-rank/merit-rank.words.rules.ts";
import { sharesInWords } from "../merit-list.rules.ts";
import type { ListTotals, ProgrammeSummary } from "../merit-list.summary.contract.ts";

interface Change {
  readonly entered: number;
  readonly left: number;
  readonly moved: number;
}

interface TableParts {
  readonly list: readonly (ProgrammeSummary & { readonly change?: Change | null })[];
  /** Where the rows of one programme stand; null where nothing is kept. */
  readonly rowsAt: ((programme: string) => string) | null;
}

/** A list programme by programme: seats, who has them by which quota, and who has none. */
export function ProgrammesTable({ list, rowsAt }: TableParts) {
  const shown = list.filter(({ applications }) => applications > 0);
  const hidden = list.length - shown.length;
  const compares = shown.some(({ change }) => change);
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section aria-label="Table of programmes" tabIndex={0} className="table-frame max-h-[70dvh]">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Programme</th>
              <th scope="col" className="right">
                Ranked
              </th>
              <th scope="col" className="right">
                Seats
              </th>
              <th scope="col" className="right">
                Offers
              </th>
              <th scope="col" className="right">
                Waiting
              </th>
              {compares && <th scope="col">Change</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <ProgrammeRow
                key={one.programme._id}
                of={one}
                compares={compares}
                to={rowsAt?.(one.programme._id) ?? null}
              />
            ))}
          </tbody>
        </table>
      </section>
      {hidden > 0 && (
        <p className="text-small text-soft">
          {hidden === 1 ? "One programme" : `${hidden} programmes`} without applications {hidden === 1 ? "is" : "are"}{" "}
          not shown.
        </p>
      )}
    </div>
  );
}

interface RowParts {
  readonly of: TableParts["list"][number];
  readonly compares: boolean;
  readonly to: string | null;
}

function ProgrammeRow({ of, compares, to }: RowParts) {
  const { programme, ranked, seats, taken, offers, byhand, waiting, quotas, why, change } = of;
  return (
    <tr>
      <td className="w-full min-w-52 max-w-none whitespace-normal py-1.5">
        {to ? (
          <Link to={to} className="opener">
            {programme.label}
          </Link>
        ) : (
          <span className="font-semibold">{programme.label}</span>
        )}
        <span className="block text-small text-soft">{sharesInWords(quotas).join(" · ")}</span>
        {byhand > 0 && <span className="block text-small text-warn">By hand {byhand}</span>}
        {why.length > 0 && (
          <span className="block text-small text-soft">
            Not ranked: {why.map((one) => `${one.why} ${asFigure(one.count)}`).join(" · ")}
          </span>
        )}
      </td>
      <td className="right">{asFigure(ranked)}</td>
      <td className="right">
        {seats === null ? <span className="text-bad">not said</span> : asFigure(seatsToGive({ seats, taken }))}
        {taken > 0 && <span className="block text-small text-soft">{asFigure(taken)} held</span>}
      </td>
      <td className="right">{asFigure(offers)}</td>
      <td className="right">{asFigure(waiting)}</td>
      {compares && <td className="whitespace-nowrap">{change ? changeWords(change) : "–"}</td>}
    </tr>
  );
}

function changeWords({ entered, left, moved }: Change): string {
  const parts = [
    ...(entered > 0 ? [`+${asFigure(entered)}`] : []),
    ...(left > 0 ? [`−${asFigure(left)}`] : []),
    ...(moved > 0 ? [`${asFigure(moved)} moved`] : []),
  ];
  return parts.join(", ") || "the same";
}

const words: readonly (readonly [keyof ListTotals, string])[] = [
  ["applications", "Applications"],
  ["ranked", "Ranked"],
  ["free", "Free seats"],
  ["offers", "Offers"],
  ["waiting", "Waiting"],
];

export function TotalsRow({ of }: { of: ListTotals }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] gap-2">
      {words.map(([name, word]) => (
        <div key={name} className="card px-3 py-2">
          <dt className="text-small text-soft">{word}</dt>
          <dd className="figures font-semibold text-title">{asFigure(of[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ListWarnings({ list }: { list: readonly string[] }) {
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
