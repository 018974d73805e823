import { useMemo } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { heldOf } from "#console/list/list.tabs.part.page.tsx";
import { ListingScreens } from "#console/listing/listing.screens.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { ProposeRecall } from "../recall/recall.staff-deeds.part.page.tsx";
import { offers } from "./offer.list.contract.ts";
import { ExtendChosen, ExtendOne } from "./offer.staff-extend.part.page.tsx";
import { OfferPapers } from "./offer.staff-papers.part.page.tsx";

const { link } = offers;
const replacing = `${link}/replace`;

const Replacements = opened(() =>
  import("../replacement/replacement.staff-screen.part.page.tsx").then((part) => part.Replacements),
);

/** Every offer and its clock; one of them; and where places are given on. */
export function OffersPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("offers.change");
  const newestFirst = useMemo(() => ({ ...offers, usual: "-createdAt" }), []);
  if (pathname === replacing) return <Replacements />;
  if (pathname !== link)
    return (
      <ListingScreens of={offers} deeds={(row) => <Deeds row={row} />}>
        {(row) => <OfferPapers id={row._id} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        <Link to={replacing} className="button button-quiet">
          Replacements
        </Link>
      }
      chosenDeeds={mayChange ? (picked: Picked) => <ExtendChosen picked={picked} /> : undefined}
    >
      <OfferTabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?sort=due&standing=Waiting", "Waiting"],
  ["?standing=Accepted", "Accepted"],
  ["?sort=due&standing=Lapsed", "Lapsed"],
  ["?standing=Freed", "Freed"],
  ["?standing=Recalled", "Recalled"],
] as const;

function OfferTabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where offers stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={query} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

function Deeds({ row }: { row: Row }) {
  const mayExtend = useRight("offers.change");
  const mayRecall = useRight("releases.change");
  const { standing } = row;
  return (
    <>
      {mayRecall && standing === "Waiting" && <ProposeRecall of={{ application: row._id }} named={row._title} />}
      {mayExtend && (standing === "Waiting" || standing === "Lapsed" || standing === "Freed") && (
        <ExtendOne row={row} />
      )}
    </>
  );
}
