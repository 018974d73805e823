import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useLocation } from "#kit/page/router.web.tsx";
import { discrepancies, reconciliations } from "./reconciliation.contract.ts";
import { Decide } from "./reconciliation.decide.part.page.tsx";
import { RunNow } from "./reconciliation.now.part.page.tsx";
import { OneDiscrepancy } from "./reconciliation.one.part.page.tsx";
import { OpenToday, ReconciliationTabs } from "./reconciliation.open.part.page.tsx";
import { OneRun } from "./reconciliation.run.part.page.tsx";

/** Every run, what one of them found, and every discrepancy until it is closed. */
export function ReconciliationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("reconciliations.change");
  if (matched(discrepancies.link, pathname))
    return (
      <RecordList
        of={newestDiscrepancies}
        addAt={null}
        chosenDeeds={mayChange ? (picked) => <Decide picked={picked} /> : undefined}
      >
        <ReconciliationTabs />
      </RecordList>
    );
  const discrepancy = matched(`${discrepancies.link}/:id`, pathname)?.id;
  if (discrepancy) return <OneDiscrepancy key={discrepancy} id={discrepancy} />;
  const run = matched(`${reconciliations.link}/:id`, pathname)?.id;
  if (run) return <OneRun key={run} id={run} />;
  return (
    <RecordList of={newestRuns} addAt={null} beside={mayChange && <RunNow />}>
      <ReconciliationTabs />
      <OpenToday />
    </RecordList>
  );
}

const newestDiscrepancies = { ...discrepancies, usual: "-createdAt" };
const newestRuns = { ...reconciliations, usual: "-createdAt" };
