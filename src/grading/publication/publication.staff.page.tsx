import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { publications } from "./publication.contract.ts";

const one = () => import("./publication.one.page.tsx");
const Propose = opened(() => import("./publication.propose.page.tsx").then((part) => part.ProposePublication));
const Before = opened(() => one().then((part) => part.BeforePublication));
const Deeds = opened(() => one().then((part) => part.PublicationDeeds));

const { link } = publications;
const newestFirst = { ...publications, usual: "-createdAt" };

/** What was published, what waits for a second person or its minute, what was recalled; one of them; and a new one. */
export function PublicationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("publications.change");
  if (pathname === `${link}/new`) return mayChange ? <Propose /> : <NoAccess name="Publication: change" />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={publications}
        deeds={(row) => <Deeds key={row._id} row={row} />}
        first={(row) => <Before row={row} />}
      />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Publish results
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Publications"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
