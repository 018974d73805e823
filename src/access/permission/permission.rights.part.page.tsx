import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readRights } from "./permission.contract.ts";
import { type PagePair, pairsIn } from "./permission.rules.ts";

/** Pages that somebody holds: those that are opened and changed, and those that are only opened. */
export function PageNames({ pairs }: { pairs: readonly PagePair[] }) {
  const both = pairs.filter(({ opens, changes }) => opens && changes);
  const opened = pairs.filter(({ opens, changes }) => opens && !changes);
  const changed = pairs.filter(({ opens }) => !opens);
  if (pairs.length === 0) return <p className="mt-1 text-soft">No page.</p>;
  return (
    <dl className="mt-1 grid gap-1.5">
      <Names word="Opens and changes" pairs={both} />
      <Names word="Opens" pairs={opened} />
      <Names word="May change, but not open" pairs={changed} />
    </dl>
  );
}

function Names({ word, pairs }: { word: string; pairs: readonly PagePair[] }) {
  const leads = useRight("pages");
  if (pairs.length === 0) return null;
  return (
    <div>
      <dt className="text-small text-soft">{word}</dt>
      <dd>
        <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
          {pairs.map(({ name, opens, changes }) => (
            <li key={name}>
              {leads ? (
                <Link to={`/staff/pages/${(opens ?? changes)?._id}`} className="link inline-block py-0.5">
                  {name}
                </Link>
              ) : (
                name
              )}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

/** What a person can do and why: the pages by where they come from. Nothing for who may not know. */
export function RightsOf({ member }: { member: string }) {
  return useRight("user-permissions") ? <Rights member={member} /> : null;
}

function Rights({ member }: { member: string }) {
  const read = useRead(readRights, { id: member });
  return (
    <section aria-labelledby="rights" className="card px-5 py-4">
      <h2 id="rights" className="text-large">
        What this person can do, and why
      </h2>
      <Read from={read} waiting={<div className="bone late mt-2 h-16" />}>
        {(held) => (
          <>
            {held.length === 0 && <p className="mt-1 text-soft">This person can open no page of the console.</p>}
            {sourcesOf(held).map(({ group, reach, pages }) => (
              <div key={`${group} ${reach}`} className="border-line border-b py-3 last:border-b-0">
                <h3 className="font-sans text-base">
                  {group === null ? "Given in person" : `Through the group ${group}`}
                  <span className="font-normal text-soft">, reaching {reach}</span>
                </h3>
                <PageNames pairs={pairsIn(pages)} />
              </div>
            ))}
          </>
        )}
      </Read>
      <div className="flex flex-wrap gap-x-4 pt-1">
        <ToAssignments page="group-members" member={member} text="Groups of this person" />
        <ToAssignments page="user-permissions" member={member} text="Pages given in person" />
      </div>
    </section>
  );
}

/** Where groups, or pages, are given to one person; nothing for who may not see them. */
export function ToAssignments({ page, member, text }: { page: string; member: string; text: string }) {
  if (!useRight(page)) return null;
  return (
    <Link to={`/staff/${page}?staff=${member}`} className="link py-1">
      {text}
    </Link>
  );
}

type Held = Replied<typeof readRights>[number];

/** Each group with its reach, and then what was given in person. */
const sourcesOf = (held: readonly Held[]) =>
  [...Map.groupBy(held, ({ group, reach }) => JSON.stringify([group, reach])).values()]
    .flatMap((rights) => {
      const [first] = rights;
      const pages = rights.map(({ page, key, name }) => ({ _id: page, key, name }));
      return first ? [{ group: first.group, reach: first.reach, pages }] : [];
    })
    .sort((one, other) => Number(one.group === null) - Number(other.group === null));
