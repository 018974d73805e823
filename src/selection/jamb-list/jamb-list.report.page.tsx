import { ImportReport } from "#console/import/import.report.part.page.tsx";
import { ToldRows } from "#console/import/import.rows.part.page.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import type { FileReport as Report } from "./jamb-list.contract.ts";

/** What an import would do: the rows that it leaves out, and what it would leave empty. */
export function FileReport({ report, refused, name }: { report: Report; refused: string | null; name: string }) {
  const { added, changed, same, wrong, more, remarks, moreRemarks, courses } = report;
  const told = { type: "success" as const, message: "", added, changed, same, wrong, more, refused };
  return (
    <div className="grid gap-3">
      <ImportReport report={told} many="rows" name={name} />
      {remarks.length > 0 && (
        <Alert look="warn" title={remarked(remarks.length + moreRemarks)}>
          <ToldRows rows={remarks} more={moreRemarks} />
        </Alert>
      )}
      {courses.length > 0 && (
        <Alert look="info" title="Courses that are no programme that is known">
          <p>{courses.slice(0, 20).join(" · ")}</p>
          {courses.length > 20 && <p>And {number(courses.length - 20)} more.</p>}
          <p className="mt-1">They are imported. Say afterwards which programme each is, under Courses.</p>
        </Alert>
      )}
    </div>
  );
}

const number = (of: number) => of.toLocaleString("en-NG");

const remarked = (count: number) =>
  count === 1 ? "1 row with a remark; it is imported" : `${number(count)} rows with a remark; they are imported`;
