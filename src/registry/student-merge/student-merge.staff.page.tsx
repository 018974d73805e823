import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { studentMerges } from "./student-merge.contract.ts";

const ProposePage = opened(() => import("./student-merge.propose.part.page.tsx").then((part) => part.ProposePage));
const MergeBefore = opened(() => import("./student-merge.effect.part.page.tsx").then((part) => part.MergeBefore));
const MergeDeeds = opened(() => import("./student-merge.effect.part.page.tsx").then((part) => part.MergeDeeds));

const newestFirst = { ...studentMerges, usual: "-createdAt" };
const { link } = studentMerges;

/** What was proposed to be merged and what became of it; one of them; and a new one. */
export function StudentMergesPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("student-merges.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Merges of records: change" />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={studentMerges}
        deeds={(row) => <MergeDeeds row={row} />}
        first={(row) => <MergeBefore row={row} />}
      />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Merge two records
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Merges of records"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
