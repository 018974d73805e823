import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { outgoingListLines, outgoingLists } from "./outgoing-list.contract.ts";

const MakeListPage = opened(() => import("./make/make.page.tsx").then((page) => page.MakeListPage));
const Clocks = opened(() => import("./national/national.clock.page.tsx").then((page) => page.Clocks));
const ListDeeds = opened(() => import("./outgoing-list.one.page.tsx").then((page) => page.ListDeeds));
const ListStanding = opened(() => import("./outgoing-list.one.page.tsx").then((page) => page.ListStanding));
const ListPaper = opened(() => import("./outgoing-list.print.page.tsx").then((page) => page.ListPaper));

const newestFirst = { ...outgoingLists, usual: "-createdAt" };
const inOrder = { ...outgoingListLines, usual: "place" };
const { link } = outgoingLists;

/** Every list that was made; one of them with its lines; and a new one, seen before it is made. */
export function OutgoingListsPage() {
  const { pathname } = useLocation();
  const mayMake = useRight("outgoing-lists.change");
  if (pathname === `${link}/new`) return mayMake ? <MakeListPage /> : <NoAccess name="Lists that leave: change" />;
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <ListPaper key={printed} id={printed} />;
  if (pathname === inOrder.link) return <RecordList of={inOrder} addAt={null} />;
  if (pathname.startsWith(`${inOrder.link}/`)) return <ListingScreens of={inOrder} />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={outgoingLists}
        deeds={(row) => <ListDeeds row={row} />}
        first={(row) => <ListStanding row={row} />}
      />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayMake && (
          <Link to={`${link}/new`} className="button">
            Make a list
          </Link>
        )
      }
    >
      <Clocks />
      <ProposalTabs name="Lists that leave" link={link} waiting={{ state: "Made", word: "Waiting to be signed off" }} />
    </RecordList>
  );
}
