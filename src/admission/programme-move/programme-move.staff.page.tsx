import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { programmeMoves } from "./programme-move.contract.ts";

const ProposePage = opened(() => import("./office/office.propose.page.tsx").then((part) => part.ProposePage));
const Effect = opened(() => import("./office/office.one.page.tsx").then((part) => part.Effect));
const Deeds = opened(() => import("./office/office.one.page.tsx").then((part) => part.Deeds));

const newestFirst = { ...programmeMoves, usual: "-createdAt" };
const { link } = programmeMoves;

/** Who asks for another programme, whom the office offers one, one of them, and a new proposal. */
export function ProgrammeMovesPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("programme-moves.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Changes of programme: change" />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={programmeMoves}
        first={(row) => <Effect row={row} />}
        deeds={(row) => <Deeds key={row._id} row={row} />}
      />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Offer another programme
          </Link>
        )
      }
    >
      <ProposalTabs name="Changes of programme" link={link} waiting={{ state: "Asked", word: "Asked by applicants" }} />
    </RecordList>
  );
}
