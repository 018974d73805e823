import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { statusChanges } from "./status-change.contract.ts";

const ProposePage = opened(() => import("./status-change.propose.part.page.tsx").then((part) => part.ProposePage));
const Before = opened(() => import("./status-change.standing.part.page.tsx").then((part) => part.Before));
const Deeds = opened(() => import("./status-change.standing.part.page.tsx").then((part) => part.Deeds));

const newestFirst = { ...statusChanges, usual: "-createdAt" };
const { link } = statusChanges;

/** What was proposed about students' status and what became of it; one of them; and a new one. */
export function StudentStatusPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("student-status.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Changes of status: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={statusChanges} deeds={(row) => <Deeds row={row} />} first={(row) => <Before row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Change a status
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Changes of status"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
