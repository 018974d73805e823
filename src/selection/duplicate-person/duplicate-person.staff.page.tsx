import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { duplicatePairs, lookForPairs } from "./duplicate-person.contract.ts";

const PairDeeds = opened(() => import("./duplicate-person.pair.part.page.tsx").then((part) => part.PairDeeds));
const PairCompared = opened(() => import("./duplicate-person.pair.part.page.tsx").then((part) => part.PairCompared));

const strongestFirst = { ...duplicatePairs, usual: "-points" };
const { link } = duplicatePairs;

/** Accounts that may be one applicant's, and two of them side by side. */
export function DuplicatePersonsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("duplicate-persons.change");
  if (pathname !== link)
    return (
      <ListingScreens
        of={strongestFirst}
        deeds={(row) => <PairDeeds row={row} />}
        first={(row) => <PairCompared row={row} />}
      />
    );
  return (
    <RecordList of={strongestFirst} addAt={null} beside={mayChange && <LookNow />}>
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["Open", "To look at"],
  ["Proposed", "Waiting for a second person"],
  ["Locked", "Locked"],
] as const;

function Tabs() {
  const { search } = useLocation();
  const shown = new URLSearchParams(search).get("state") ?? "";
  return (
    <nav aria-label="Likely duplicates" className="views">
      {tabs.map(([state, word]) => (
        <Link
          key={word}
          to={state === "" ? link : `${link}?state=${state}`}
          className="tab"
          aria-current={shown === state ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}

function LookNow() {
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        Look now
      </button>
      {asked && (
        <Confirm
          title="Look for accounts that are alike now?"
          submit="Look now"
          send={(attempt) => call(lookForPairs, { attempt })}
          onHide={() => setAsked(false)}
          onDone={reread}
        >
          <p>It is done every night by itself. What you have said of a pair stays.</p>
        </Confirm>
      )}
    </>
  );
}
