import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readHolders } from "./permission.contract.ts";

type Holder = Replied<typeof readHolders>[number];

/** Who can open a page, and why: people by where they have it from. Nothing for who may not know. */
export function HoldersOf({ page }: { page: string }) {
  return useRight("group-permissions") ? <Holders page={page} /> : null;
}

function Holders({ page }: { page: string }) {
  const read = useRead(readHolders, { id: page });
  return (
    <section aria-labelledby="holders" className="card px-5 py-4">
      <h2 id="holders" className="text-large">
        Who can open this page, and why
      </h2>
      <Read from={read} waiting={<div className="bone late mt-2 h-16" />}>
        {(holders) => (
          <>
            {holders.length === 0 && <p className="mt-1 text-soft">Nobody. Give it to a group or to a person.</p>}
            {sourcesOf(holders).map(({ group, reach, people }) => (
              <div key={`${group} ${reach}`} className="border-line border-b py-3 last:border-b-0 last:pb-0">
                <h3 className="font-sans text-base">
                  {group === null ? "Given in person" : `Through the group ${group}`}
                  <span className="font-normal text-soft">, reaching {reach}</span>
                </h3>
                <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
                  {people.map((person) => (
                    <li key={person.staff}>
                      <Person of={person} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </>
        )}
      </Read>
    </section>
  );
}

function Person({ of: { staff, name, status } }: { of: Holder }) {
  const opensStaff = useRight("staff");
  return (
    <>
      {opensStaff ? (
        <Link to={`/staff/staff/${staff}`} className="link inline-block py-0.5">
          {name}
        </Link>
      ) : (
        name
      )}
      {status !== "Active" && <span className="text-soft"> ({status.toLowerCase()}, cannot sign in)</span>}
    </>
  );
}

const sourcesOf = (holders: readonly Holder[]) =>
  [...Map.groupBy(holders, ({ group, reach }) => JSON.stringify([group, reach])).values()]
    .flatMap((people) => (people[0] ? [{ group: people[0].group, reach: people[0].reach, people }] : []))
    .sort((one, other) => (one.group ?? "\uffff").localeCompare(other.group ?? "\uffff"));
