import { useMemo } from "react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { meritPlaces, meritRuns } from "./merit-list.contract.ts";

const PlacesPage = opened(() => import("./run/run.places.page.tsx").then((page) => page.PlacesPage));
const RunPage = opened(() => import("./run/run.page.tsx").then((page) => page.RunPage));
const WhatIfPage = opened(() => import("./draw/draw.page.tsx").then((page) => page.WhatIfPage));
const ComparePage = opened(() => import("./board/board.compare.page.tsx").then((page) => page.ComparePage));
const BoardPage = opened(() => import("./board/board.page.tsx").then((page) => page.BoardPage));

const { link } = meritRuns;

export function MeritListsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("merit-lists.change");
  if (pathname === `${link}/new`) return mayChange ? <WhatIfPage /> : <NoAccess name="Merit lists: change" />;
  if (pathname === meritPlaces.link) return <PlacesPage />;
  if (matched(`${meritPlaces.link}/:id`, pathname))
    return <ListingScreens of={meritPlaces}>{(row) => <ToFile of={row.application as Choice} />}</ListingScreens>;
  const id = matched(`${link}/:id`, pathname)?.id;
  if (id) return <RunPage key={id} id={id} />;
  const compared = matched(`${link}/:id/compare`, pathname)?.id;
  if (compared) return <ComparePage key={compared} id={compared} />;
  const board = matched(`${link}/:id/board`, pathname)?.id;
  if (board) return <BoardPage key={board} id={board} />;
  return <RunsPage />;
}

function RunsPage() {
  const mayChange = useRight("merit-lists.change");
  const newestFirst = useMemo(() => ({ ...meritRuns, usual: "-createdAt" }), []);
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Make a list
          </Link>
        )
      }
    />
  );
}

function ToFile({ of }: { of: Choice }) {
  const maySee = useRight("applications");
  if (!maySee) return null;
  return (
    <p>
      <Link to={`/staff/applications/${of._id}`} className="link">
        Open the application
      </Link>
    </p>
  );
}
