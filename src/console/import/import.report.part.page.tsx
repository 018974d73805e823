import type * as v from "valibot";
import { Alert } from "#kit/alert.web.tsx";
import { Changes } from "../record/record.changes.part.page.tsx";
import type { imported } from "../record/record.contract.ts";
import { ToldRows } from "./import.rows.part.page.tsx";

export type Imported = v.InferOutput<typeof imported>;

/** What an import would do, and every row that hinders it. */
export function ImportReport({ report, many }: { report: Imported; many: string }) {
  const { added, changed, same, wrong, more, rows = [], moreRows = 0 } = report;
  const counts = [
    [added, "to add"],
    [changed, "to change"],
    [same, "unchanged"],
    [wrong.length + more, "wrong"],
  ] as const;
  const number = (of: number) => of.toLocaleString("en-NG");
  return (
    <section aria-label="What an import would do" className="grid gap-3">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {counts.map(([count, word]) => (
          <li key={word} className="rounded-control border border-line px-3 py-2">
            <span className="figures block font-semibold text-large">{number(count)}</span>
            <span className="text-small text-soft">{word}</span>
          </li>
        ))}
      </ul>
      {wrong.length > 0 ? (
        <Alert look="bad" title="Nothing is imported. Mend these rows, then choose the file again">
          <ToldRows rows={wrong} more={more} />
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

/** What each row would add or change. */
function ComingRows({ rows, more }: { rows: NonNullable<Imported["rows"]>; more: number }) {
  return (
    <section aria-labelledby="coming" className="min-w-0">
      <h3 id="coming" className="text-base">
        Row by row
      </h3>
      <ul className="mt-1 grid max-h-72 gap-2 overflow-y-auto">
        {rows.map(({ row, isNew, title, changes }) => (
          <li key={row}>
            <strong className="figures">Row {row.toLocaleString("en-NG")}:</strong> {isNew ? "add" : "change"} {title}
            <Changes list={changes} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2">And {more.toLocaleString("en-NG")} more rows.</p>}
    </section>
  );
}
