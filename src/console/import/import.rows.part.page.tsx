/** Rows of a file and what is to be said of each; `more` are not told one by one. */
export function ToldRows({
  rows,
  more,
}: {
  rows: readonly { row: number; sentences: readonly string[] }[];
  more: number;
}) {
  return (
    <>
      <ul className="mt-1 grid max-h-72 gap-1 overflow-y-auto">
        {rows.map(({ row, sentences }) => (
          <li key={row}>
            <strong className="figures">Row {row.toLocaleString("en-NG")}:</strong> {sentences.join(". ")}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2">And {more.toLocaleString("en-NG")} more rows.</p>}
    </>
  );
}
