import { useMemo } from "react";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { handOverCandidates, handOverLines, handOvers } from "./hand-over.contract.ts";
import { HandOverChosen } from "./hand-over.order.part.page.tsx";

const HandOverRun = opened(() => import("./hand-over.run.part.page.tsx").then((part) => part.HandOverRun));
const LineSteps = opened(() => import("./hand-over.run.part.page.tsx").then((part) => part.LineSteps));

const { link } = handOverCandidates;

/** Who has accepted and is no student yet; each order to hand over; what became of each person. */
export function HandOverPage() {
  const { pathname } = useLocation();
  const mayOrder = useRight("hand-over.change");
  const newestFirst = useMemo(() => ({ ...handOverCandidates, usual: "-createdAt" }), []);
  if (pathname.startsWith(handOvers.link))
    return <ListingScreens of={handOvers}>{(row) => <HandOverRun row={row} />}</ListingScreens>;
  if (pathname.startsWith(handOverLines.link))
    return <ListingScreens of={handOverLines}>{(row) => <LineSteps id={row._id} />}</ListingScreens>;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      openAt={({ _id }) => `/staff/applications/${_id}`}
      beside={
        <Link to={handOvers.link} className="button button-quiet">
          Earlier hand-overs
        </Link>
      }
      chosenDeeds={mayOrder ? (picked: Picked) => <HandOverChosen picked={picked} /> : undefined}
    >
      <StandingTabs />
    </RecordList>
  );
}

const tabs = [
  ["?standing=Cleared", "Cleared"],
  ["?standing=Open", "Something open"],
  ["?standing=Refused", "Something refused"],
  ["", "All"],
] as const;

function StandingTabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where their clearance stands" className="views">
      {tabs.map(([query, word]) => (
        <Link key={query} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
