import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { rectifications } from "./rectification.contract.ts";

const ProposePage = opened(() => import("./rectification.propose.part.page.tsx").then((part) => part.ProposePage));
const Before = opened(() => import("./rectification.standing.part.page.tsx").then((part) => part.Before));
const Deeds = opened(() => import("./rectification.standing.part.page.tsx").then((part) => part.Deeds));

const newestFirst = { ...rectifications, usual: "-createdAt" };
const { link } = rectifications;

/** Which published marks were to be corrected and what became of it; one of them; and a new one. */
export function RectificationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("rectifications.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Rectifications: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={rectifications} deeds={(row) => <Deeds row={row} />} first={(row) => <Before row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Correct a mark
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Rectifications"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
