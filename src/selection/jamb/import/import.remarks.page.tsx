import { ToldRows } from "#console/import/import.report.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { readRefused, readRemarks } from "../jamb.contract.ts";

/** What there was to say about the rows of an imported file; nothing where all were in order. */
export const FileRemarks = ({ of }: { of: Row }) => (
  <>
    {Number(of.leftout) > 0 && <LeftOut id={of._id} count={Number(of.leftout)} />}
    {Number(of.remarked) > 0 && <Told id={of._id} />}
  </>
);

/** The rows that the file was taken without, to be mended. */
function LeftOut({ id, count }: { id: string; count: number }) {
  const mayChange = useRight("jamb-lists.change");
  return (
    <section aria-labelledby="left-out" className="card px-5 py-4">
      <h2 id="left-out" className="text-large">
        Rows left out
      </h2>
      <p className="mt-1">
        {asCount(count, "row was", "rows were")} wrong, and {count === 1 ? "is" : "are"} not here.{" "}
        {mayChange && count <= 5_000 && (
          <a href={`/api${readRefused.path.replace(":id", id)}`} download className="link">
            Download {count === 1 ? "it" : "them"} to mend, then import that file
          </a>
        )}
      </p>
    </section>
  );
}

function Told({ id }: { id: string }) {
  const read = useRead(readRemarks, { id });
  return (
    <section aria-labelledby="remarks" className="card px-5 py-4">
      <h2 id="remarks" className="text-large">
        Rows with a remark
      </h2>
      <Read from={read} waiting={<div className="bone late mt-2 h-24" />}>
        {({ remarks, more }) =>
          remarks.length > 0 ? (
            <ToldRows rows={remarks} more={more} />
          ) : (
            <p className="mt-1 text-soft">Those of this file were not kept.</p>
          )
        }
      </Read>
    </section>
  );
}
