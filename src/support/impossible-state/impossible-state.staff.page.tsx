import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { ListingScreens } from "#console/listing/listing.screens.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { CheckList } from "./impossible-state.checks.part.page.tsx";
import { impossibleStates, lookNow, readChecks } from "./impossible-state.contract.ts";
import { LastLook } from "./impossible-state.last.part.page.tsx";
import { recordOf } from "./impossible-state.record.part.page.tsx";

/** `/staff/impossible-states`: what must never be and is, and everything that is looked for. */
export function ImpossibleStatesPage() {
  const { pathname } = useLocation();
  if (matched(`${impossibleStates.link}/:id`, pathname))
    return <ListingScreens of={impossibleStates}>{(row) => <About subject={String(row.subject)} />}</ListingScreens>;
  return <Overview />;
}

const newestFirst = { ...impossibleStates, usual: "-createdAt" };

function Overview() {
  const checks = useRead(readChecks);
  return (
    <>
      <RecordList of={newestFirst} beside={<LookNow />} addAt={null}>
        <Read from={checks} waiting={<div aria-hidden className="bone late mb-3 h-12" />}>
          {(list) => <LastLook of={list} />}
        </Read>
      </RecordList>
      <Read from={checks} waiting={<div aria-hidden className="bone late mt-5 h-64" />}>
        {(list) => <CheckList of={list} />}
      </Read>
    </>
  );
}

function LookNow() {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  if (!useRight("impossible-states.change")) return null;
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Look now
      </button>
      {shown && (
        <Confirm
          title="Look for impossible states now?"
          submit="Look now"
          send={(attempt) => call(lookNow, { attempt })}
          onHide={hide}
          onDone={reread}
        >
          <p>The portal looks every hour by itself. It reads every table, changes nothing, and takes a few seconds.</p>
        </Confirm>
      )}
    </>
  );
}

/** Where the broken record is, and what was done to it. */
function About({ subject }: { subject: string }) {
  const record = recordOf(subject);
  const mayAudit = useRight("audit");
  const mayOpen = useRight(record?.page ?? "");
  return (
    <section aria-label="What to do" className="card grid gap-2 px-5 py-4">
      <p>
        This should be impossible, so something went wrong that no rule of the portal allows. Look at the record and its
        history, and tell whoever runs the portal. It leaves this list by itself once the rule holds again.
      </p>
      <p className="flex flex-wrap gap-x-5">
        {record && mayOpen && (
          <Link to={record.link} className="link py-1">
            Open the record
          </Link>
        )}
        {mayAudit && (
          <Link to={`/staff/audit?subject=${encodeURIComponent(subject)}`} className="link py-1">
            What was done to it
          </Link>
        )}
      </p>
    </section>
  );
}
