import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { TuitionAccountScreens } from "../bill/bill.accounts.part.page.tsx";

const HoldDebtors = opened(() => import("../hold/hold.part.page.tsx").then((part) => part.HoldDebtors));

/** The bills and who owes them, with the hold that is placed on who is chosen there. */
export function TuitionAccountsPage() {
  const placesHolds = useRight("holds.change");
  return (
    <TuitionAccountScreens
      debtorDeeds={placesHolds ? (picked: Picked) => <HoldDebtors picked={picked} /> : undefined}
    />
  );
}
