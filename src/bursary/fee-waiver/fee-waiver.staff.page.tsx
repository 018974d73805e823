import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { feeWaivers } from "./fee-waiver.contract.ts";

const ProposePage = opened(() => import("./fee-waiver.propose.part.page.tsx").then((part) => part.ProposePage));
const Applicants = opened(() => import("./fee-waiver.one.part.page.tsx").then((part) => part.Applicants));
const Deeds = opened(() => import("./fee-waiver.one.part.page.tsx").then((part) => part.Deeds));

const newestFirst = { ...feeWaivers, usual: "-createdAt" };
const { link } = feeWaivers;

/** Fees that need not be paid and who has used that; one list of them; and a new one. */
export function FeeWaiversPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("fee-waivers.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Waivers: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={feeWaivers} deeds={(row) => <Deeds row={row} />} first={(row) => <Applicants row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            New waiver
          </Link>
        )
      }
    >
      <ProposalTabs name="Waivers" link={link} waiting={{ state: "Proposed", word: "Waiting for a second person" }} />
    </RecordList>
  );
}
