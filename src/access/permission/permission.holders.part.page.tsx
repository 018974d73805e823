import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { Link } from "#kit/router.web.tsx";
import { readHolders } from "./permission.contract.ts";

/** Who can open a page, and why. Nothing for who may not know. */
export function HoldersOf({ page }: { page: string }) {
  return useRight("group-permissions") ? <Holders page={page} /> : null;
}

function Holders({ page }: { page: string }) {
  const read = useRead(readHolders, { id: page });
  const opensStaff = useRight("staff");
  return (
    <section aria-labelledby="holders" className="card px-5 py-4">
      <h2 id="holders" className="text-large">
        Who can open this page
      </h2>
      <Read from={read} waiting={<div className="bone late mt-2 h-16" />}>
        {(holders) =>
          holders.length === 0 ? (
            <p className="mt-1 text-soft">Nobody. Give it to a group or to a person.</p>
          ) : (
            <ul>
              {holders.map(({ staff, name, status, group, reach }) => (
                <li key={`${staff} ${group}`} className="border-line border-b py-2 last:border-b-0">
                  {opensStaff ? (
                    <Link to={`/staff/staff/${staff}`} className="link inline-block py-0.5">
                      {name}
                    </Link>
                  ) : (
                    <strong>{name}</strong>
                  )}
                  {status !== "Active" && <span className="text-soft"> ({status}, cannot sign in)</span>}
                  <span className="block text-small text-soft">
                    {group === null ? "Given in person" : `Through the group ${group}`}, reaching {reach}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}
