import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { shortDay } from "#console/record/record.rules.ts";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, Unread, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { type BookDay, type BookSums, listBookDays, proveBook } from "./day-book.contract.ts";
import { BookDayScreen } from "./day-book.day.part.page.tsx";
import { CloseDay, ReopeningNotice } from "./day-book.deeds.part.page.tsx";
import { bookLink, dayInWords, dayLink, monthFrom, monthInWords, monthLink } from "./day-book.rules.ts";
import { DayBadge } from "./day-book.tables.part.page.tsx";

const BookSheet = opened(() => import("./day-book.print.page.tsx").then((page) => page.BookSheet));

export function DayBookPage() {
  const { pathname } = useLocation();
  const printed = matched(`${bookLink}/:day/print`, pathname)?.day;
  if (printed) return <BookSheet key={printed} day={printed} />;
  const day = matched(`${bookLink}/:day`, pathname)?.day;
  return day ? <BookDayScreen key={day} day={day} /> : <BookMonthScreen />;
}

type Month = Replied<typeof listBookDays>;

function BookMonthScreen() {
  const [asked] = useSearchParams();
  const month = asked.get("month");
  const read = useRead(withQuery(listBookDays, month ? `month=${month}` : ""));
  return (
    <>
      <ConsoleHeading title="Day book">
        {read.data && <Months of={read.data} />}
        {read.data?.next && <CloseDay day={read.data.next} />}
      </ConsoleHeading>
      <Read from={read} waiting={<RowBones />}>
        {(found) => (
          <div className="grid grid-cols-1 gap-4">
            <ReopeningNotice of={found.reopening} />
            {found.days.length === 0 ? (
              <EmptyState
                title={`Nothing was booked in ${monthInWords(found.month)}`}
                text="Each verified payment is booked on the day on which it is verified."
              />
            ) : (
              <Days of={found} />
            )}
            <Proof closed={found.closed} />
          </div>
        )}
      </Read>
    </>
  );
}

function Months({ of: { month, first, last } }: { of: Month }) {
  return (
    <nav aria-label="Months" className="flex items-center gap-1">
      <Step to={month > first ? monthFrom(month, -1) : null} word="Month before">
        <ChevronLeft aria-hidden className="size-5" />
      </Step>
      <span aria-current="date" className="min-w-36 text-center font-semibold">
        {monthInWords(month)}
      </span>
      <Step to={month < last ? monthFrom(month, 1) : null} word="Month after">
        <ChevronRight aria-hidden className="size-5" />
      </Step>
    </nav>
  );
}

function Step({ to, word, children }: { to: string | null; word: string; children: ReactNode }) {
  if (to === null)
    return (
      <span className="icon-button opacity-35" aria-hidden>
        {children}
      </span>
    );
  return (
    <Link to={monthLink(to)} className="icon-button">
      {children}
      <span className="sr-only">
        {word}: {monthInWords(to)}
      </span>
    </Link>
  );
}

function Days({ of: { days, total, month } }: { of: Month }) {
  // What the whole month has nothing of needs no column.
  const further = columns.filter(({ of }) => days.some((day) => of(day) !== 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section className="table-frame" aria-label={`Days of ${monthInWords(month)}`} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="right">
              Came in
            </th>
            <th scope="col">Book</th>
            <th scope="col" className="right">
              Receipts
            </th>
            {further.map(({ label }) => (
              <th key={label} scope="col" className="right">
                {label}
              </th>
            ))}
            <th scope="col">Closed by</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <DayRow key={day.day} of={day} further={further} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold [&>td]:border-ink [&>td]:border-t-2">
            <td>Whole month</td>
            <Amount of={total.came} />
            <td />
            <td className="right">{asFigure(total.receipts)}</td>
            {further.map(({ label, of }) => (
              <Amount key={label} of={of(total)} />
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

type Column = { readonly label: string; readonly of: (sums: BookSums) => number };

const columns: readonly Column[] = [
  { label: "Income", of: ({ income }) => income },
  { label: "Credit", of: ({ credit }) => credit },
  { label: "Suspense", of: ({ suspense }) => suspense },
  { label: "Given back", of: ({ other }) => other },
  { label: "Corrected in it", of: ({ corrected }) => corrected },
  { label: "Reversed in it", of: ({ reversed }) => reversed },
];

function DayRow({ of: day, further }: { of: BookDay; further: readonly Column[] }) {
  const navigate = useNavigate();
  return (
    <tr className="opens" onClick={() => navigate(dayLink(day.day))}>
      <td>
        <Link to={dayLink(day.day)} className="opener">
          {shortDay(day.day)}
          <span className="sr-only">, {dayInWords(day.day)}</span>
        </Link>
      </td>
      <Amount of={day.came} />
      <td>
        <DayBadge state={day.state} />
      </td>
      <td className="right">{asFigure(day.receipts)}</td>
      {further.map(({ label, of }) => (
        <Amount key={label} of={of(day)} />
      ))}
      <td>{day.closing?.closedby}</td>
    </tr>
  );
}

const Amount = ({ of }: { of: number }) => (
  <td className="right">{of === 0 ? <span className="text-soft">–</span> : asNaira(of)}</td>
);

/** Holds every closed day against its hash, when asked. */
function Proof({ closed }: { closed: string | null }) {
  const proof = useQuery({
    queryKey: [proveBook.path],
    queryFn: ({ signal }) => call(proveBook, { signal }),
    enabled: false,
  });
  if (closed === null) return <p className="text-soft">No day is closed yet.</p>;
  return (
    <section aria-label="Check of the book" className="grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          className="button button-quiet"
          disabled={proof.isFetching}
          onClick={() => void proof.refetch()}
        >
          <ShieldCheck aria-hidden className="size-4" />
          {proof.isFetching ? "Please wait..." : "Check the book"}
        </button>
        <p className="text-soft">Closed up to {asDay(closed)}. Each closed day is held against its hash.</p>
      </div>
      {proof.error && <Unread failure={proof.error} again={() => void proof.refetch()} />}
      {proof.data &&
        !proof.isFetching &&
        (proof.data.wrong.length === 0 ? (
          <Alert
            look="good"
            title={
              proof.data.days === 1
                ? "The closed day is as it was closed"
                : `All ${proof.data.days} closed days are as they were closed`
            }
          >
            <p>Looked at on {asMinute(proof.data.at)}.</p>
          </Alert>
        ) : (
          <Alert look="bad" title="A closed day is not as it was closed">
            <ul className="mt-1 grid gap-1">
              {proof.data.wrong.map(({ day, says }) => (
                <li key={day} className="wrap-anywhere">
                  <Link to={dayLink(day)} className="link">
                    {asDay(day)}
                  </Link>
                  : {says}
                </li>
              ))}
            </ul>
            <p className="mt-2">
              The first of them is where to begin. Tell the auditor, and leave everything as it is.
            </p>
          </Alert>
        ))}
    </section>
  );
}
