import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Changes } from "../record/record.changes.part.page.tsx";
import { ListingScreens } from "../screens/screens.listing.part.page.tsx";
import { auditLines, readAuditChanges } from "./audit.contract.ts";

export const AuditPage = () => <ListingScreens of={auditLines}>{(row) => <Changed id={row._id} />}</ListingScreens>;

function Changed({ id }: { id: string }) {
  const read = useRead(readAuditChanges, { id });
  return (
    <section aria-labelledby="changed" className="card px-5 py-4">
      <h2 id="changed" className="text-large">
        What changed
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {({ changes, record }) => (
          <>
            {changes.length > 0 ? (
              <Changes list={changes} />
            ) : (
              <p className="mt-2 text-soft">This line tells of no values.</p>
            )}
            {record && (
              <p className="mt-3">
                About{" "}
                <Link to={record.link} className="link">
                  {record.title}
                </Link>
              </p>
            )}
          </>
        )}
      </Read>
    </section>
  );
}
