import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Pair } from "./permission.pairs.contract.ts";

/** Pages that somebody holds: those that are opened and changed, and those that are only opened. */
export function PageNames({ pairs }: { pairs: readonly Pair[] }) {
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

function Names({ word, pairs }: { word: string; pairs: readonly Pair[] }) {
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
