import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { useChoiceOf } from "#console/reference/reference.choices.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { compareRuns } from "./merit-list.calls.contract.ts";
import { DrawnBy } from "./merit-list.compare-drawn.page.tsx";
import { Kind } from "./merit-list.compare-kind.page.tsx";
import { meritRuns } from "./merit-list.contract.ts";

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
