import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, Navigate, useLocation } from "#kit/page/router.web.tsx";
import { scoreSheets } from "../score-sheet.contract.ts";

const one = () => import("./chain.one.part.page.tsx");
const SheetShown = opened(() => one().then((part) => part.SheetShown));
const SheetDeeds = opened(() => one().then((part) => part.SheetDeeds));
const marks = () => import("../score-sheet.sheet.part.page.tsx");
const OfficeSheet = opened(() => marks().then((part) => part.OfficeSheet));
const OfficeClass = opened(() => marks().then((part) => part.OfficeClass));
const WaitingSheets = opened(() => import("./chain.waiting.page.tsx").then((page) => page.WaitingSheets));

const { link } = scoreSheets;
const oldestFirst = { ...scoreSheets, usual: "movedAt" };

/** Every score sheet, what waits for oneself, one sheet as whoever decides looks at it, and its marks to type. */
export function ScoreSheetsPage() {
  const { pathname, search } = useLocation();
  const mayApprove = useRight("score-sheets.approve");
  // Whoever decides begins with what waits; an address that asks for some of the sheets means the list.
  if (pathname === link && mayApprove)
    return search ? <Navigate to={`${link}/all${search}`} replace /> : <WaitingSheets tabs={<SheetTabs />} />;
  if (pathname === `${link}/waiting`) return <WaitingSheets tabs={<SheetTabs />} />;
  const taught = matched(`${link}/class/:class`, pathname)?.class;
  if (taught) return <OfficeClass key={pathname} id={taught} />;
  const second = matched(`${link}/:id/marks/second`, pathname)?.id;
  const typed = second ?? matched(`${link}/:id/marks`, pathname)?.id;
  if (typed) return <OfficeSheet key={pathname} id={typed} second={second !== undefined} />;
  if (pathname === link || pathname === `${link}/all`)
    return (
      <RecordList of={oldestFirst} addAt={null}>
        <SheetTabs />
      </RecordList>
    );
  return (
    <ListingScreens
      of={scoreSheets}
      deeds={(row) => <SheetDeeds row={row} />}
      first={(row) => <SheetShown row={row} />}
    />
  );
}

function SheetTabs() {
  const { pathname } = useLocation();
  const mayApprove = useRight("score-sheets.approve");
  if (!mayApprove) return null;
  return (
    <nav aria-label="Score sheets" className="views">
      {(
        [
          ["", "Waiting for me"],
          ["/all", "All sheets"],
        ] as const
      ).map(([to, word]) => (
        <Link
          key={to}
          to={`${link}${to}`}
          className="tab"
          aria-current={(pathname === `${link}/all`) === (to === "/all") ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
