import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { countExceptions, paymentExceptions, shutExceptions } from "./payment-exception.contract.ts";
import { ExceptionPage, TakeButton } from "./payment-exception.one.part.page.tsx";

function ExceptionCounts() {
  const { search } = useLocation();
  const { data } = useRead(countExceptions);
  if (!data || data.length === 0) return null;
  const chosen = new URLSearchParams(search).get("kind");
  return (
    <ul className="mb-3 grid grid-cols-2 gap-2 lg:grid-cols-4">
      {data.map(({ kind, open, oldest, came }) => (
        <li key={kind}>
          <Link
            to={chosen === kind ? paymentExceptions.link : `${paymentExceptions.link}?kind=${encodeURIComponent(kind)}`}
            className="card grid h-full content-start items-baseline gap-x-2.5 px-3 py-2 aria-current:border-brand sm:grid-cols-[auto_1fr]"
            aria-current={chosen === kind ? "true" : undefined}
          >
            <strong className="figures text-title sm:row-span-2">{asFigure(open)}</strong>
            <span className="font-semibold">{kind}</span>
            <span className="text-small text-soft">
              {came > 0 && `${asNaira(came)}, `}oldest {asAgo(oldest)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const tabs = [
  [paymentExceptions.link, "Waiting"],
  [shutExceptions.link, "Settled"],
] as const;

function ExceptionTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Exceptions" className="views">
      {tabs.map(([link, word]) => (
        <Link key={link} to={link} className="tab" aria-current={pathname === link ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

const settledFirst = { ...shutExceptions, usual: "-createdAt" };

/** What waits for the money desk, the oldest first; what is settled, the last first; and one of them. */
export function PaymentExceptionsPage() {
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
