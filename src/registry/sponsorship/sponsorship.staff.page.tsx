import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { sponsorships } from "./sponsorship.contract.ts";

const ProposePage = opened(() => import("./sponsorship.propose.part.page.tsx").then((part) => part.ProposePage));
const Shares = opened(() => import("./sponsorship.one.part.page.tsx").then((part) => part.Shares));
const Deeds = opened(() => import("./sponsorship.one.part.page.tsx").then((part) => part.Deeds));
const PaperPage = opened(() => import("./sponsorship.paper.part.page.tsx").then((part) => part.PaperPage));

const newestFirst = { ...sponsorships, usual: "-createdAt" };
const { link } = sponsorships;

/** What sponsors pay for whom and what became of it; one of these, with its payment and its papers; and a new one. */
export function SponsorshipsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("sponsorships.change");
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <PaperPage key={printed} id={printed} />;
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Sponsorships: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={sponsorships} deeds={(row) => <Deeds row={row} />} first={(row) => <Shares row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            New sponsorship
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Sponsorships"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
