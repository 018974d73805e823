import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { groupPayments } from "./group-payment.contract.ts";

const NewListPage = opened(() => import("./group-payment.make.part.page.tsx").then((part) => part.NewListPage));
const Lines = opened(() => import("./group-payment.one.part.page.tsx").then((part) => part.Lines));
const Deeds = opened(() => import("./group-payment.one.part.page.tsx").then((part) => part.Deeds));
const PaperPage = opened(() => import("./group-payment.paper.part.page.tsx").then((part) => part.PaperPage));

const newestFirst = { ...groupPayments, usual: "-createdAt" };
const { link } = groupPayments;

/** What others pay for lists of applicants; one of these lists, with its payment and its papers; and a new one. */
export function GroupPaymentsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("group-payments.change");
  const printed = matched(`${link}/:id/print`, pathname)?.id;
  if (printed) return <PaperPage key={printed} id={printed} />;
  if (pathname === `${link}/new`) return mayChange ? <NewListPage /> : <NoAccess name="Payments for a list: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={groupPayments} deeds={(row) => <Deeds row={row} />} first={(row) => <Lines row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            New list
          </Link>
        )
      }
    />
  );
}
