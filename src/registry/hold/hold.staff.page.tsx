import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { students } from "../student/student.contract.ts";
import { holds } from "./hold.contract.ts";

const LiftHolds = opened(() => import("./hold.part.page.tsx").then((part) => part.LiftHolds));

const newestFirst = { ...holds, usual: "-createdAt" };

/** What keeps students from something; one of them; and lifting many at once. */
export function HoldsPage() {
  const { pathname, search } = useLocation();
  const mayChange = useRight("holds.change");
  if (pathname !== holds.link) return <ListingScreens of={holds} deeds={(row) => <Deeds row={row} />} />;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        <Link to={students.link} className="button button-quiet">
          Choose students
        </Link>
      }
      chosenDeeds={mayChange ? (picked) => <LiftHolds picked={picked} /> : undefined}
    >
      <nav aria-label="Holds" className="views">
        {tabs.map(([query, word]) => (
          <Link
            key={query}
            to={`${holds.link}${query}`}
            className="tab"
            aria-current={search === query ? "page" : undefined}
          >
            {word}
          </Link>
        ))}
      </nav>
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?lifted=false", "In force"],
  ["?lifted=true", "Lifted"],
] as const;

function Deeds({ row }: { row: Row }) {
  const reread = useReread();
  const picked = { chosen: { ids: [row._id], count: 1 }, named: `the hold ${row._title}`, beyond: false, done: reread };
  return (
    <>
      <Link to={`${students.link}/${(row.student as Choice)._id}`} className="button button-quiet">
        Open the student
      </Link>
      {row.lifted === false && <LiftHolds picked={picked} />}
    </>
  );
}
