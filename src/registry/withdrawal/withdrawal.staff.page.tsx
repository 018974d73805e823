import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { withdrawals } from "./withdrawal.contract.ts";

const ProposePage = opened(() => import("./withdrawal.propose.part.page.tsx").then((part) => part.ProposePage));
const Effect = opened(() => import("./withdrawal.one.part.page.tsx").then((part) => part.Effect));
const Deeds = opened(() => import("./withdrawal.one.part.page.tsx").then((part) => part.Deeds));

const newestFirst = { ...withdrawals, usual: "-createdAt" };
const { link } = withdrawals;

/** Money that was, or is to be, taken out of payments; one of these; and a new one. */
export function WithdrawalsPage() {
  const { pathname, search } = useLocation();
  const mayChange = useRight("withdrawals.change");
  if (pathname === `${link}/new`) {
    const trx = new URLSearchParams(search).get("trx") ?? "";
    return mayChange ? <ProposePage key={trx} trx={trx} /> : <NoAccess name="Withdrawals: change" />;
  }
  if (pathname !== link)
    return (
      <ListingScreens of={withdrawals} deeds={(row) => <Deeds row={row} />} first={(row) => <Effect row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Take money out
          </Link>
        )
      }
    >
      <WithdrawalTabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?state=Proposed", "Waiting for a second person"],
  ["?state=Approved", "To be paid out"],
] as const;

function WithdrawalTabs() {
  const { search } = useLocation();
  const shown = new URLSearchParams(search).get("state");
  return (
    <nav aria-label="Withdrawals" className="views">
      {tabs.map(([query, word]) => (
        <Link
          key={word}
          to={`${link}${query}`}
          className="tab"
          aria-current={query === (shown ? `?state=${shown}` : "") ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
