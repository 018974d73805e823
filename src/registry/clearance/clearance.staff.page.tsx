import { useMemo } from "react";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { clearanceFiles, clearances, readClearanceDesk } from "./clearance.contract.ts";

const ChosenTicks = opened(() => import("./clearance.staff-deeds.part.page.tsx").then((part) => part.ChosenTicks));
const TickListPage = opened(() => import("./clearance.staff-person.part.page.tsx").then((part) => part.TickListPage));

/** Whom the desk works for, and each item with how many people it is open for. */
function DeskTabs() {
  const { pathname, search } = useLocation();
  const items = useRead(readClearanceDesk).data ?? [];
  const ways = items.map(({ _id }) => `item=${_id}&state=Open`);
  const here = pathname === clearances.link ? heldOf(ways, search) : undefined;
  return (
    <nav aria-label="What is asked" className="views min-h-9">
      <Link
        to={clearanceFiles.link}
        className="tab"
        aria-current={pathname === clearanceFiles.link ? "page" : undefined}
      >
        People
      </Link>
      {items.map(({ _id, label, open }, at) => (
        <Link
          key={_id}
          to={`${clearances.link}?${ways[at]}`}
          className="tab"
          aria-current={ways[at] === here ? "page" : undefined}
        >
          {label}
          <span className="figures text-soft">{asFigure(open)}</span>
        </Link>
      ))}
      <Link
        to={clearances.link}
        className="tab"
        aria-current={pathname === clearances.link && here === undefined ? "page" : undefined}
      >
        All ticks
      </Link>
    </nav>
  );
}

/** What is said when an item is open for nobody any more. */
const settledOf = (items: readonly { readonly _id: string; readonly label: string }[]) => ({
  ...clearances.settled,
  ...Object.fromEntries(items.map(({ _id, label }) => [`item=${_id}&state=Open`, `${label}: open for nobody`])),
});

/** People and what is open of them, the ticks of one item, and one person's list. */
export function ClearancePage() {
  const { pathname } = useLocation();
  const mayTick = useRight("clearance.change");
  const people = useMemo(() => ({ ...clearanceFiles, usual: "-createdAt" }), []);
  const items = useRead(readClearanceDesk).data;
  const ticks = useMemo(() => ({ ...clearances, usual: "name", settled: settledOf(items ?? []) }), [items]);
  if (pathname === clearances.link)
    return (
      <RecordList
        of={ticks}
        addAt={null}
        chosenDeeds={mayTick ? (picked: Picked) => <ChosenTicks of={ticks} picked={picked} /> : undefined}
      >
        <DeskTabs />
      </RecordList>
    );
  const tick = matched(`${clearances.link}/:id`, pathname)?.id;
  if (tick) return <TickListPage key={tick} of={ticks} id={tick} />;
  const person = matched(`${clearanceFiles.link}/:id`, pathname)?.id;
  if (person) return <TickListPage key={person} of={people} id={person} />;
  return (
    <RecordList of={people} addAt={null}>
      <DeskTabs />
    </RecordList>
  );
}
