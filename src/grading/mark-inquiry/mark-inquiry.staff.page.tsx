import { heldOf } from "#console/list/list.asked.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { markInquiries } from "./mark-inquiry.contract.ts";

const Case = opened(() => import("./mark-inquiry.case.part.page.tsx").then((part) => part.Case));

const { link } = markInquiries;
const newestFirst = { ...markInquiries, usual: "-createdAt" };

/** What students ask about their marks; one of them is answered on its page. */
export function MarkInquiriesPage() {
  const { pathname } = useLocation();
  if (pathname !== link) return <ListingScreens of={markInquiries} first={(row) => <Case id={row._id} />} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?sort=due&state=Asked", "To answer"],
  ["?sort=due&overdue=true", "Overdue"],
  ["?sort=due&state=To+be+corrected", "To be corrected"],
] as const;

function Tabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where questions stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={word} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
