import { RecordList } from "#console/list/list.records.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { lateDecisions, promisedDays } from "./promised-day.contract.ts";

/** By when the college has promised its decisions, and who waits for longer. */
export function PromisedDaysPage() {
  const { pathname } = useLocation();
  if (pathname === lateDecisions.link)
    return (
      <RecordList of={lateDecisions} addAt={null}>
        <Tabs here={pathname} />
      </RecordList>
    );
  if (pathname.startsWith(`${lateDecisions.link}/`)) return <ListingScreens of={lateDecisions} />;
  return <RecordScreens of={promisedDays} above={<Tabs here={pathname} />} />;
}

const tabs = [
  [promisedDays.link, promisedDays.many],
  [lateDecisions.link, lateDecisions.many],
] as const;

function Tabs({ here }: { here: string }) {
  return (
    <nav aria-label="Promised days" className="views">
      {tabs.map(([to, word]) => (
        <Link key={to} to={to} className="tab" aria-current={to === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
