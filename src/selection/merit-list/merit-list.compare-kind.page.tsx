import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { compareRuns } from "./merit-list.calls.contract.ts";

type Compared = Replied<typeof compareRuns>;
type Changed = Compared["entered"]["first"][number];

interface KindParts {
  readonly title: string;
  readonly of: Compared["entered"];
  readonly found: Compared;
}

/** Those whom two lists place otherwise: there, here, and why. */
export function Kind({ title, of: { count, first }, found }: KindParts) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 text-large">
        {title} <span className="figures font-normal font-sans text-soft">{count.toLocaleString("en-NG")}</span>
      </h2>
      {count === 0 ? (
        <p className="text-soft">Nobody.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <section aria-label={`All: ${title}`} tabIndex={0} className="card max-h-[60dvh] overflow-y-auto">
          <ul>
            {first.map((one) => (
              <Line key={one.code} of={one} found={found} />
            ))}
          </ul>
        </section>
      )}
      {count > first.length && (
        <p className="mt-1 text-small text-soft">
          The first {first.length} are shown. For all of them, export both lists.
        </p>
      )}
    </section>
  );
}

/** Beside each other where there is room, below each other on a phone; the reason is read to its end. */
function Line({ of: { _id, code, name, programme, here, there, why }, found }: { of: Changed; found: Compared }) {
  const mayOpen = useRight("applications");
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b px-4 py-2 last:border-b-0 md:grid-cols-[15rem_minmax(0,1fr)]">
      <p>
        <span className="block font-semibold">{name}</span>
        {mayOpen ? (
          <Link to={`/staff/applications/${_id}`} className="link">
            {code}
          </Link>
        ) : (
          code
        )}
        <span className="block text-small text-soft">{programme}</span>
      </p>
      <div className="grid gap-1">
        <p>
          <span className="text-soft">{found.there}:</span> {there ?? "Not in it"}
        </p>
        <p>
          <span className="text-soft">{found.here}:</span> {here ?? "Not in it"}
        </p>
        <p className="font-semibold">Why: {why}</p>
      </div>
    </li>
  );
}
