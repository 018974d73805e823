import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useLocation } from "#kit/page/router.web.tsx";
import { paymentExceptions, shutExceptions } from "./payment-exception.contract.ts";
import { ExceptionCounts } from "./payment-exception.counts.part.page.tsx";
import { ExceptionPage } from "./payment-exception.one.part.page.tsx";
import { ExceptionTabs } from "./payment-exception.tabs.part.page.tsx";
import { TakeButton } from "./payment-exception.take.part.page.tsx";

const settledFirst = { ...shutExceptions, usual: "-createdAt" };

/** What waits for the money desk, the oldest first; what is settled, the last first; and one of them. */
export function ExceptionsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("payment-exceptions.change");
  const opened = (link: string) => matched(`${link}/:id`, pathname)?.id;
  const settled = opened(shutExceptions.link);
  if (settled) return <ExceptionPage key={settled} id={settled} of={settledFirst} />;
  if (pathname === shutExceptions.link)
    return (
      <RecordList of={settledFirst} addAt={null}>
        <ExceptionTabs />
      </RecordList>
    );
  const id = opened(paymentExceptions.link);
  if (id) return <ExceptionPage key={id} id={id} of={paymentExceptions} />;
  return (
    <RecordList
      of={paymentExceptions}
      addAt={null}
      {...(mayChange && { deeds: (row: Row) => (row.takenby ? null : <TakeButton id={row._id} title={row._title} />) })}
    >
      <ExceptionTabs />
      <ExceptionCounts />
    </RecordList>
  );
}
