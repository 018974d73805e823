import type * as v from "valibot";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { Changes } from "../record/record.changes.part.page.tsx";
import type { imported } from "../record/record.contract.ts";

export type Imported = v.InferOutput<typeof imported>;

export function ImportReport({ report, many, name }: { report: Imported; many: string; name: string }) {
  const { added, changed, same, wrong, more, rows = [], moreRows = 0 } = report;
  const counts = [
    [added, "to add"],
    [changed, "to change"],
    [same, "unchanged"],
    [wrong.length + more, "wrong"],
  ] as const;
  return (
    <section aria-label="What an import would do" className="grid gap-3">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {counts.map(([count, word]) => (
          <li key={word} className="rounded-control border border-line px-3 py-2">
            <span className="figures block font-semibold text-large">{asFigure(count)}</span>
            <span className="text-small text-soft">{word}</span>
          </li>
        ))}
      </ul>
      {wrong.length > 0 ? (
        <Alert look={added + changed > 0 ? "warn" : "bad"} title={wrongTitle(report)}>
          <ToldRows rows={wrong} more={more} />
          {report.refused && (
            <p className="mt-2">
              <RefusedRows file={report.refused} count={wrong.length + more} name={name} />
            </p>
          )}
        </Alert>
      ) : added + changed === 0 ? (
        <Alert look="info">All {many} of this file are there already, exactly so. There is nothing to import.</Alert>
      ) : (
        <Alert look="good">The file is in order. Nothing is imported yet.</Alert>
      )}
      {rows.length > 0 && <ComingRows rows={rows} more={moreRows} />}
    </section>
  );
}

function wrongTitle({ added, changed, wrong, more }: Imported): string {
  const count = wrong.length + more;
  const rows = `${asCount(count, "row is", "rows are")} wrong`;
  return added + changed > 0
    ? `${rows}. The others can be imported without ${count === 1 ? "it" : "them"}`
    : `${rows}, and no other has anything to import. Mend ${count === 1 ? "it" : "them"}, then choose the file again`;
}

/** The wrong rows to take along, each with what is wrong: once they are mended, that file is imported. */
export function RefusedRows({ file, count, name }: { file: string; count: number; name: string }) {
  return (
    <a
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(file)}`}
      download={`${name}-to-mend.csv`}
      className="link"
    >
      Download {count === 1 ? "this row" : `these ${asFigure(count)} rows`} to mend
    </a>
  );
}

function ComingRows({ rows, more }: { rows: NonNullable<Imported["rows"]>; more: number }) {
  return (
    <section aria-labelledby="coming" className="min-w-0">
      <h3 id="coming" className="text-base">
        Row by row
      </h3>
      <ul className="mt-1 grid max-h-72 gap-2 overflow-y-auto">
        {rows.map(({ row, isNew, title, changes }) => (
          <li key={row}>
            <strong className="figures">Row {asFigure(row)}:</strong> {isNew ? "add" : "change"} {title}
            <Changes list={changes} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2">And {asFigure(more)} more rows.</p>}
    </section>
  );
}

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
            <strong className="figures">Row {asFigure(row)}:</strong> {sentences.join(". ")}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2">And {asFigure(more)} more rows.</p>}
    </>
  );
}
