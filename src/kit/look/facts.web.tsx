import { Fragment, type ReactNode } from "react";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Labels and values; a value that is missing says so. */
export function Facts({ list }: { list: readonly Fact[] }) {
  return (
    <dl className="@container grid">
      {list.map(({ label, value }) => (
        <div
          key={label}
          className="grid @sm:grid-cols-[minmax(8rem,2fr)_3fr] gap-x-4 border-line border-b py-2 last:border-b-0"
        >
          <dt className="text-small text-soft">{label}</dt>
          <dd className="figures min-w-0">
            {typeof value === "string" && value ? (
              <Breakable text={value} />
            ) : (
              value || <span className="text-soft">Not provided</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** On a narrow phone an email address breaks before its @, and a title after a stroke, not in a word. */
export function Breakable({ text }: { text: string }) {
  const pieces = text.match(/@?[^@/]+\/*|[@/]/g) ?? [];
  return pieces.map((piece, at) => (
    // A text has its pieces in one order only.
    <Fragment key={pieces.slice(0, at + 1).join("")}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
