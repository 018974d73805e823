import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { billAdjustments } from "./bill-adjustment.contract.ts";

const ProposePage = opened(() => import("./plan/plan.propose.page.tsx").then((part) => part.ProposePage));
const Bills = opened(() => import("./bill-adjustment.one.part.page.tsx").then((part) => part.Bills));
const Deeds = opened(() => import("./bill-adjustment.one.part.page.tsx").then((part) => part.Deeds));

const newestFirst = { ...billAdjustments, usual: "-createdAt" };
const { link } = billAdjustments;

/** What the office has proposed about bills that stand and what became of it; one of these; and a new one. */
export function BillAdjustmentsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("bill-adjustments.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Changes of bills: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={billAdjustments} deeds={(row) => <Deeds row={row} />} first={(row) => <Bills row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Change bills
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Changes of bills"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
