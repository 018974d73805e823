import { ToldRows } from "#console/import/import.rows.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { Read, useRead } from "#kit/read.web.tsx";
import { readRemarks } from "./jamb-list.contract.ts";

/** What there was to say about the rows of an imported file; nothing where all were in order. */
export const Remarks = ({ of }: { of: Row }) => (Number(of.remarked) > 0 ? <Told id={of._id} /> : null);

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
