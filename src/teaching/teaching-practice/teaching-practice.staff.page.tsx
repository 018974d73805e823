import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { practicePostings } from "./teaching-practice.contract.ts";

const { link } = practicePostings;

const deeds = () => import("./posting/posting.deeds.page.tsx");
const one = () => import("./posting/posting.one.page.tsx");

const Plans = opened(() => import("./plan/plan.page.tsx").then((part) => part.PracticePlans));
const PostByHand = opened(() => deeds().then((part) => part.PostByHand));
const Supervise = opened(() => deeds().then((part) => part.SuperviseChosen));
const Before = opened(() => one().then((part) => part.BeforePosting));
const Standing = opened(() => one().then((part) => part.StandingOfPosting));
const Deeds = opened(() => one().then((part) => part.PostingDeeds));
const Letter = opened(() => one().then((part) => part.PrintedLetter));

const newestFirst = { ...practicePostings, usual: "-createdAt" };

/** Who is posted where; one of them with the visits; and how a round is posted by wishes. */
export function TeachingPracticePage() {
  const { pathname } = useLocation();
  const mayChange = useRight("teaching-practice.change");
  if (pathname.startsWith(`${link}/plan`)) return <Plans />;
  const printed = matched(`${link}/:id/letter`, pathname)?.id;
  if (printed) return <Letter key={printed} id={printed} />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={practicePostings}
        first={(row) => <Before row={row} />}
        deeds={(row) => <Deeds key={row._id} row={row} />}
      >
        {(row) => <Standing row={row} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <>
            <PostByHand />
            <Link to={`${link}/plan`} className="button">
              Post by wishes
            </Link>
          </>
        )
      }
      chosenDeeds={mayChange ? (picked: Picked) => <Supervise picked={picked} /> : undefined}
    >
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?state=Posted", "Posted"],
  ["?state=Proposed", "To confirm"],
  ["?state=Confirmed", "Confirmed"],
  ["?state=Released", "Given up"],
] as const;

function Tabs() {
  const { search } = useLocation();
  return (
    <nav aria-label="Where postings stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={word} to={`${link}${query}`} className="tab" aria-current={search === query ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
