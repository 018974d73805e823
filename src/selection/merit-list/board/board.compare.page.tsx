import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { useChoiceOf } from "#console/reference/reference.choices.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { compareRuns } from "../merit-list.calls.contract.ts";
import { meritRuns } from "../merit-list.contract.ts";

/** Two lists side by side: who comes to a seat, who loses one, who moves, and why. */
export function ComparePage({ id }: { id: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const other = new URLSearchParams(search).get("with") ?? "";
  const chosen = useChoiceOf("merit_run", other, undefined);
  const run = useRead(meritRuns.calls.read, { id });
  return (
    <ReadRecord from={run} of={meritRuns}>
      {(row) => (
        <>
          <ConsoleHeading title={`Compare ${(row as Row)._title}`}>
            <Link to={`${meritRuns.link}/${id}`} className="button button-quiet">
              Back to the list
            </Link>
          </ConsoleHeading>
          <div className="mb-4">
            <div className="filter [&_.bare]:w-[min(16rem,50vw)]" data-held={other ? true : undefined}>
              <label htmlFor="compare-with" className="text-soft">
                With
              </label>
              <ReferenceBox
                id="compare-with"
                label="With"
                noun="merit_run"
                chosen={chosen}
                look="bare"
                placeholder="Another list"
                without={id}
                onChoose={(choice) => navigate(choice ? `${pathname}?with=${choice._id}` : pathname)}
              />
            </div>
          </div>
          {other === "" ? (
            <p className="text-soft">Choose another list to see who entered, who left, who moved, and why.</p>
          ) : other === id ? (
            <p className="text-soft">This is the same list. Choose another.</p>
          ) : (
            <Differences key={other} id={id} other={other} />
          )}
        </>
      )}
    </ReadRecord>
  );
}

function Differences({ id, other }: { id: string; other: string }) {
  const path = `${compareRuns.path}?with=${other}` as typeof compareRuns.path;
  const read = useRead({ ...compareRuns, path }, { id });
  return (
    <Read from={read} waiting={<div className="bone late h-64" />}>
      {(found) => (
        <div className="grid grid-cols-1 gap-4">
          <DrawnBy found={found} />
          <Kind title="Have a seat here, and none there" of={found.entered} found={found} />
          <Kind title="Had a seat there, and none here" of={found.left} found={found} />
          <Kind title="Other rank or quota" of={found.moved} found={found} />
        </div>
      )}
    </Read>
  );
}

type Compared = Replied<typeof compareRuns>;
type Changed = Compared["entered"]["first"][number];

interface KindParts {
  readonly title: string;
  readonly of: Compared["entered"];
  readonly found: Compared;
}

/** Those whom two lists place otherwise: there, here, and why. */
function Kind({ title, of: { count, first }, found }: KindParts) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 text-large">
        {title} <span className="figures font-normal font-sans text-soft">{asFigure(count)}</span>
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

/** What two lists were drawn by otherwise: weights, cut-offs, quotas, seats. */
function DrawnBy({ found: { drawn, here, there } }: { found: Replied<typeof compareRuns> }) {
  return (
    <section aria-labelledby="drawn-by" className="card px-5 py-4">
      <h2 id="drawn-by" className="text-large">
        How they were drawn
      </h2>
      {drawn.length === 0 ? (
        <p className="mt-1 text-soft">By the same scheme, for the same seats.</p>
      ) : (
        <Facts
          list={drawn.map((one) => ({
            label: one.what,
            value: (
              <>
                <span className="block">
                  <span className="text-soft">{there}:</span> {one.there ?? "nothing said"}
                </span>
                <span className="block">
                  <span className="text-soft">{here}:</span> {one.here ?? "nothing said"}
                </span>
              </>
            ),
          }))}
        />
      )}
    </section>
  );
}
