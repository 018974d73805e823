import { FilePlus2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { AccountPage, AccountPaper } from "./bill.account.page.tsx";
import { tuitionBills, tuitionDebts } from "./bill.contract.ts";
import { MakeBillsPage } from "./make/make.run.page.tsx";

const tabs = [
  [tuitionBills.link, "All bills"],
  [tuitionDebts.link, "Debtors"],
] as const;

function AccountTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Tuition accounts" className="views">
      {tabs.map(([link, word]) => (
        <Link key={link} to={link} className="tab" aria-current={pathname === link ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

const newestFirst = { ...tuitionBills, usual: "-createdAt" };

interface PageParts {
  /** What other nouns do with the debtors who are chosen. */
  readonly debtorDeeds: ((picked: Picked) => ReactNode) | undefined;
}

/** Every bill, the newest first; who owes, the oldest debt first; the account of one student; and the making of bills. */
export function TuitionAccountScreens({ debtorDeeds }: PageParts) {
  const { pathname } = useLocation();
  const mayMake = useRight("tuition-accounts.change");
  const printed = matched(`${tuitionBills.link}/:id/print`, pathname)?.id;
  if (printed) return <AccountPaper key={printed} id={printed} />;
  if (pathname === RUN) return <MakeBillsPage />;
  if (pathname === tuitionDebts.link)
    return (
      <RecordList
        of={tuitionDebts}
        addAt={null}
        openAt={({ _id }) => `${tuitionBills.link}/${_id}`}
        chosenDeeds={debtorDeeds}
      >
        <AccountTabs />
      </RecordList>
    );
  const id = matched(`${tuitionBills.link}/:id`, pathname)?.id;
  if (id) return <AccountPage key={id} id={id} />;
  return (
    <RecordList of={newestFirst} addAt={null} beside={mayMake && <ToRun />}>
      <AccountTabs />
    </RecordList>
  );
}

const RUN = `${tuitionBills.link}/make`;

const ToRun = () => (
  <Link to={RUN} className="button">
    <FilePlus2 aria-hidden className="size-4" />
    Make bills
  </Link>
);
