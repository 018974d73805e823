import { useMemo } from "react";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { transcripts } from "./transcript.contract.ts";

const { link } = transcripts;
const one = () => import("./transcript.one.page.tsx");

const Paper = opened(() => one().then((part) => part.OfficePaper));
const Deeds = opened(() => one().then((part) => part.TranscriptDeeds));
const Standing = opened(() => one().then((part) => part.TranscriptStanding));
const MakeChosen = opened(() => one().then((part) => part.MakeChosen));

/** Every order of a transcript, the nearest day first; one of them with its paper and whom it was shared with. */
export function TranscriptsPage() {
  const { pathname } = useLocation();
  const mayMake = useRight("transcripts.change");
  const nearestFirst = useMemo(() => ({ ...transcripts, usual: "dueon" }), []);
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <Paper key={printed} id={printed} />;
  if (pathname !== link)
    return (
      <ListingScreens of={transcripts} deeds={(row) => <Deeds key={row._id} row={row} />}>
        {(row) => <Standing row={row} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={nearestFirst}
      addAt={null}
      chosenDeeds={mayMake ? (picked: Picked) => <MakeChosen picked={picked} /> : undefined}
    >
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["?sort=dueon&state=To+make", "To make"],
  ["?sort=dueon&state=Made", "To sign off"],
  ["?state=With+the+student", "With the student"],
  ["?state=Signed+off", "To hand out"],
  ["?state=Sent", "Sent"],
  ["?state=Collected", "Collected"],
  ["", "All"],
] as const;

function Tabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where transcripts stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={query} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
