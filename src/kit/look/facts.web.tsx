import type { ReactNode } from "react";

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

/** What somebody typed, or a name: no catalogue is asked for it, and a browser that translates pages leaves it alone. */
export const Written = ({ text }: { text: string }) => (
  <span translate="no">
    <Breakable text={text} />
  </span>
);

/** On a narrow phone an email address breaks before its @, and a title after a stroke, not in a word. */
export function Breakable({ text }: { text: string }) {
  const pieces = text.match(/@?[^@/]+\/*|[@/]/g) ?? [];
  // A text has its pieces in one order only.
  return <>{pieces.flatMap((piece, at) => (at > 0 ? [<wbr key={pieces.slice(0, at).join("")} />, piece] : piece))}</>;
}
