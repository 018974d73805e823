import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { releases } from "../release/release.contract.ts";
import { recalls } from "./recall.contract.ts";
import { RecallDeeds } from "./recall.staff-deeds.part.page.tsx";

const newestFirst = { ...recalls, usual: "-createdAt" };

/** What was taken back or is to be, and one of it with what can be decided. */
export function RecallScreens() {
  const { pathname } = useLocation();
  if (pathname !== recalls.link) return <ListingScreens of={recalls} deeds={(row) => <Deeds row={row} />} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <p className="mb-3">
        <Link to={releases.link} className="link">
          Back to the lists
        </Link>
      </p>
    </RecordList>
  );
}

function Deeds({ row }: { row: Row }) {
  const { me } = useGiven();
  if (row.state !== "Proposed") return null;
  const isMine = (row.proposedby as Choice)._id === me._id;
  return <RecallDeeds of={{ _id: row._id, me: isMine }} named={row._title} />;
}
