import { type ReactNode, useId } from "react";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";

/** One of the things that a chart counts, such as applications; drawn in its look, or told by the table alone. */
export interface Kind {
  readonly name: string;
  readonly look: Look | null;
}

/** From the widest bar, behind, to the narrowest, in front. */
export type Look = "pale" | "middle" | "full";

/** What each look fills; the pale one has an edge, so that it is seen on the page. */
export const fills: Readonly<Record<Look, string>> = {
  pale: "fill-brand/20 stroke-brand/70",
  middle: "fill-brand/60",
  full: "fill-brand",
};

/** One thing that is counted by, such as a programme. */
export interface Counted {
  readonly name: string;
  /** What tells it from others of that name. */
  readonly detail?: string;
  /** The list that holds what is counted; null where the person may not open one. */
  readonly to: string | null;
  /** One for each kind. */
  readonly counts: readonly number[];
  /** The list that holds each of them, where it is another one than that of the row. */
  readonly ways?: readonly (string | null)[];
}

interface ChartParts<Row extends Counted> {
  readonly title: string;
  /** What the chart says, in a sentence, for whoever does not see it. */
  readonly said: string;
  /** What the rows are, such as "Programme". */
  readonly heading: string;
  readonly kinds: readonly Kind[];
  readonly rows: readonly Row[];
  /** Further columns of the table. */
  readonly further?: readonly { readonly heading: string; of(row: Row): ReactNode }[];
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A card with a chart, what its colours mean, and all its numbers in a table under it. */
export function Chart<Row extends Counted>(parts: ChartParts<Row>) {
  const { title, said, heading, kinds, rows, further = [], beside, children } = parts;
  const id = useId();
  return (
    <section aria-labelledby={id} className="card grid min-w-0 grid-cols-1 content-start gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-large">
          {title}
        </h2>
        {beside}
      </div>
      <p className="text-small text-soft">{said}</p>
      {rows.length > 0 && (
        <>
          {kinds.filter(({ look }) => look !== null).length > 1 && <Legend kinds={kinds} />}
          {children}
          <details className="border-line border-t pt-1">
            <summary className="min-h-8 cursor-pointer py-1 font-semibold text-brand">
              Table<span className="sr-only">: {title}</span>
            </summary>
            <Numbers title={title} heading={heading} kinds={kinds} rows={rows} further={further} />
          </details>
        </>
      )}
    </section>
  );
}

function Legend({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <ul aria-label="What the colours mean" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
      {kinds.map(
        ({ name, look }) =>
          look && (
            <li key={name} className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
                <rect x="0.5" y="0.5" width="11" height="11" className={fills[look]} />
              </svg>
              {name}
            </li>
          ),
      )}
    </ul>
  );
}

type NumbersParts<Row extends Counted> = Required<
  Pick<ChartParts<Row>, "title" | "heading" | "kinds" | "rows" | "further">
>;

function Numbers<Row extends Counted>({ title, heading, kinds, rows, further }: NumbersParts<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label={`Table: ${title}`} tabIndex={0} className="table-frame mt-1 max-h-96">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {kinds.map(({ name }) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
            {further.map((column) => (
              <th key={column.heading} scope="col">
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <td className="whitespace-normal">
                <Name of={row} />
              </td>
              {kinds.map(({ name }, place) => (
                <td key={name} className="right">
                  <Count of={row.counts[place] ?? 0} to={row.ways?.[place] ?? null} />
                </td>
              ))}
              {further.map((column) => (
                <td key={column.heading}>{column.of(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Count({ of, to }: { of: number; to: string | null }) {
  const figure = asFigure(of);
  if (!to || of === 0) return figure;
  return (
    <Link to={to} className="link">
      {figure}
    </Link>
  );
}

/** Tells rows apart. */
export const keyOf = ({ name, detail = "" }: Counted): string => `${name} ${detail}`;

/** What a row counts, as a way to its list where the person may go there. */
export function Name({ of: { name, detail, to } }: { of: Counted }) {
  return (
    <>
      {to ? (
        <Link to={to} className="link">
          {name}
        </Link>
      ) : (
        name
      )}
      {detail && <span className="text-soft"> · {detail}</span>}
    </>
  );
}
