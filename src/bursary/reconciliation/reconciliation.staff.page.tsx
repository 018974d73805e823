import { RefreshCw } from "lucide-react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { discrepancies, reconcileForm, reconcileNow, reconciliations } from "./reconciliation.contract.ts";
import { DecideChosen, OneDiscrepancy } from "./reconciliation.one.part.page.tsx";
import { OpenToday, ReconciliationTabs } from "./reconciliation.open.part.page.tsx";
import { OneRun } from "./reconciliation.run.part.page.tsx";

function RunNow() {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button" onClick={show}>
        <RefreshCw aria-hidden className="size-4" />
        Run now
      </button>
      {shown && <RunDialog onHide={hide} />}
    </>
  );
}

function RunDialog({ onHide }: { onHide(): void }) {
  const sheet = useSheet(reconcileForm, { since: "" });
  const reread = useReread();
  return (
    <Dialog title="Run now?" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Run now"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(reconcileNow, { body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          The provider is asked about every reference that may be paid and every payment of the last seven days. It goes
          on by itself and takes some minutes. Each night at two it runs without you.
        </p>
        <DayField
          {...sheet.field("since")}
          hint="Leave it empty, but after a backup was restored: then give the day of the backup, and every reference since is asked about"
        />
      </Form>
    </Dialog>
  );
}

/** Every run, what one of them found, and every discrepancy until it is closed. */
export function ReconciliationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("reconciliations.change");
  if (matched(discrepancies.link, pathname))
    return (
      <RecordList
        of={newestDiscrepancies}
        addAt={null}
        chosenDeeds={mayChange ? (picked) => <DecideChosen picked={picked} /> : undefined}
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
