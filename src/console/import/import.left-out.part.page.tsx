/** A line of a list that somebody typed, as it was typed, and why it counts for nobody. */
interface LeftOutLine {
  readonly line: number;
  readonly given: string;
  readonly name: string | null;
  readonly why: string;
}

/** What of a list is left out, before it is proposed; nothing where all of it counts. */
export function LeftOut({ lines }: { lines: readonly LeftOutLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="card px-5 py-3">
      <h2 className="text-large">Left out</h2>
      <ul>
        {lines.map(({ line, given, name, why }) => (
          <li key={line} className="border-line border-b py-1.5 last:border-b-0">
            <span className="figures">{given}</span> {name}
            <span className="block text-bad">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
