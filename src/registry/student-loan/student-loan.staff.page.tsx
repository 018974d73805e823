import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { loanBookings } from "./booking/booking.contract.ts";
import { loanReceipts, studentLoans } from "./student-loan.contract.ts";

const ProposePage = opened(() => import("./booking/booking.propose.page.tsx").then((page) => page.ProposePage));
const BookingDeeds = opened(() => import("./booking/booking.one.page.tsx").then((page) => page.BookingDeeds));
const LoanDeeds = opened(() => import("./booking/booking.one.page.tsx").then((page) => page.LoanDeeds));
const BookingStanding = opened(() => import("./booking/booking.one.page.tsx").then((page) => page.BookingStanding));
const Sums = opened(() => import("./student-loan.sums.page.tsx").then((page) => page.Sums));

const newestFirst = { ...loanBookings, usual: "-createdAt" };
const { link } = studentLoans;

/** The loans that NELFUND has approved; their booking on the bills, by two people; and what the fund has paid. */
export function StudentLoansPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("student-loans.change");
  if (pathname === `${link}/book`) return mayChange ? <ProposePage /> : <NoAccess name="Student loans: change" />;
  if (pathname.startsWith(loanReceipts.link)) return <RecordScreens of={loanReceipts} above={<LoanTabs />} />;
  if (pathname === loanBookings.link)
    return (
      <RecordList of={newestFirst} addAt={null}>
        <LoanTabs />
        <ProposalTabs
          name="Bookings of loans"
          link={loanBookings.link}
          waiting={{ state: "Proposed", word: "Waiting for a second person" }}
        />
      </RecordList>
    );
  if (pathname.startsWith(`${loanBookings.link}/`))
    return (
      <ListingScreens
        of={loanBookings}
        deeds={(row) => <BookingDeeds row={row} />}
        first={(row) => <BookingStanding row={row} />}
      />
    );
  return (
    <RecordScreens
      of={studentLoans}
      deeds={(row) => <LoanDeeds row={row} />}
      beside={
        mayChange && (
          <Link to={`${link}/book`} className="button">
            Book what waits
          </Link>
        )
      }
      above={
        <>
          <Sums />
          <LoanTabs />
        </>
      }
    />
  );
}

const tabs = [
  [link, "Loans"],
  [loanBookings.link, "Bookings"],
  [loanReceipts.link, "Sums from the fund"],
] as const;

function LoanTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Student loans" className="views">
      {tabs.map(([to, word]) => (
        <Link key={to} to={to} className="tab" aria-current={pathname === to ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
