import { Download, Printer } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { journalWords } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { type BookLine, type ReadDay, readBookDay, readBookFile, readBookLines } from "./day-book.contract.ts";
import { CloseDay, DaySum, OpenAgain, ReopeningNotice } from "./day-book.deeds.part.page.tsx";
import { bookLink, dayInWords, dayLink, monthLink } from "./day-book.rules.ts";
import {
  BookedTo,
  BookSum,
  DayBadge,
  DayLines,
  DayTotals,
  minuteInBook,
  ToPayment,
} from "./day-book.tables.part.page.tsx";

const LINE = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-2 last:border-b-0";
const MONEY = "figures whitespace-nowrap text-right";
const UNDER = "text-small text-soft";

/** What a day brought by programme, on a phone: two lines each, the amount in sight. */
function ProgrammesShort({ of: { accounts, programmes } }: { of: ReadDay }) {
  return (
    <ul className="sm:hidden">
      {programmes.map(({ programme, receipts, came, accounts: own }) => (
        <li key={programme} className={LINE}>
          <span>{programme}</span>
          <span className={MONEY}>
            <BookSum of={came} />
          </span>
          <span className={`${UNDER} col-span-2`}>
            {asCount(receipts, "receipt")}
            {accounts
              .filter(({ account }) => own[account])
              .map(({ account, name }) => (
                <span key={account} className="figures">
                  , {name} {own[account] !== came && <BookSum of={own[account] ?? 0} />}
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Every booking, on a phone. */
function LinesShort({ of }: { of: readonly BookLine[] }) {
  return (
    <ol className="sm:hidden">
      {of.map((line) => (
        <li key={line._id} className={LINE}>
          <span className="figures">
            <ToPayment rrr={line.rrr ? groupedRrr(line.rrr) : "None yet"} line={line} />
          </span>
          <span className={MONEY}>
            <BookSum of={line.came} />
          </span>
          <span className={`${UNDER} col-span-2`}>
            {minuteInBook.format(new Date(line.at))}, {line.payer}, {line.programme}.{" "}
            {journalWords[line.kind] ?? line.kind}: <BookedTo of={line} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** One day: what it brought, whether it is closed and may be, and every booking. */
export function BookDayScreen({ day }: { day: string }) {
  const read = useRead(readBookDay, { day });
  return (
    <Read from={read} waiting={<RowBones />}>
      {(found) => <Found of={found} />}
    </Read>
  );
}

function Found({ of }: { of: ReadDay }) {
  const { day, state, hindrance, closings, reopening, lines, accounts, waived } = of;
  const mayChange = useRight("day-book.change");
  return (
    <>
      <ConsoleHeading title={dayInWords(day)} note={<DayBadge state={state} />}>
        <Link to={monthLink(day.slice(0, 7))} className="button button-quiet">
          The month
        </Link>
        {state === "Closed" && (
          <a href={fileOf(day)} download className="button button-quiet">
            <Download aria-hidden className="size-4" />
            File of the closed day
          </a>
        )}
        <Link to={`${dayLink(day)}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
        {mayChange && state === "Open" && hindrance === null && <CloseDay day={day} />}
        {mayChange && state === "Closed" && !reopening && <OpenAgain day={day} />}
      </ConsoleHeading>
      <div className="grid grid-cols-1 gap-4">
        <ReopeningNotice of={reopening} />
        {state === "Passed over" && (
          <Alert look="bad" title="This day was passed over as empty when a later one was closed">
            <p>What stands here came into the book beside the portal. Show it to the auditor.</p>
          </Alert>
        )}
        {state === "Open" && hindrance && <p className="text-soft">{hindrance}.</p>}
        {waived.count > 0 && (
          <p className="text-soft">
            {asCount(waived.count, "fee")} of {asNaira(waived.amount)} in all {waived.count === 1 ? "was" : "were"}{" "}
            waived on this day. That is no money, and in no sum of the book.
          </p>
        )}
        {lines > 0 && (
          <section aria-label="What came in" className="card px-5 py-3">
            <p>
              <DaySum of={of} />
            </p>
            {accounts.length > 1 && (
              <ul className="flex flex-wrap gap-x-5 text-small text-soft">
                {accounts.map(({ account, name, amount }) => (
                  <li key={account} className="figures">
                    {name} {asNaira(amount)}
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        <section aria-labelledby="totals" className="card px-5 py-4">
          <h2 id="totals" className="mb-2 text-large">
            By programme and revenue head
          </h2>
          {lines === 0 ? (
            <p className="text-soft">Nothing was booked on this day.</p>
          ) : (
            <>
              <Scrolling label="Table of programmes">
                <DayTotals of={of} />
              </Scrolling>
              <ProgrammesShort of={of} />
            </>
          )}
        </section>
        {closings.length > 0 && <Closings of={of} />}
        {lines > 0 && <Lines day={day} count={lines} />}
      </div>
    </>
  );
}

const fileOf = (day: string) => `/api${readBookFile.path.replace(":day", day)}`;

function Scrolling({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // On a phone two lines each stand for it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto max-sm:hidden">
      {children}
    </section>
  );
}

function Lines({ day, count }: { day: string; count: number }) {
  const read = useRead(readBookLines, { day });
  return (
    <section aria-labelledby="lines" className="card px-5 py-4">
      <h2 id="lines" className="mb-2 text-large">
        {count === 1 ? "The booking" : `All ${asFigure(count)} bookings`}
      </h2>
      <Read from={read} waiting={<div className="bone late h-40" />}>
        {(lines) => (
          <>
            <Scrolling label="Bookings">
              <DayLines of={lines} linked={(rrr, line) => <ToPayment rrr={rrr} line={line} />} />
            </Scrolling>
            <LinesShort of={lines} />
          </>
        )}
      </Read>
    </section>
  );
}

/** Every closing with its hash: the one in force, and those that were opened again. */
function Closings({ of: { day, closings, before } }: { of: ReadDay }) {
  return (
    <section aria-labelledby="closings" className="card px-5 py-4">
      <h2 id="closings" className="mb-2 text-large">
        Closed
      </h2>
      <ol className="grid gap-3">
        {closings.map(({ hash, lines, kept, closedAt, closedby, reopened }) => (
          <li key={closedAt}>
            <p>
              By {closedby} on {asMinute(closedAt)}, with {asFigure(lines)} {lines === 1 ? "booking" : "bookings"}
            </p>
            <p className="wrap-anywhere font-mono text-small">{hash}</p>
            {reopened ? (
              <p className="text-small text-soft">
                Opened again on {asMinute(reopened.at)}: proposed by {reopened.proposedby}, approved by {reopened.by}. “
                {reopened.reason}”{" "}
                {kept && (
                  <a href={`${fileOf(day)}?closing=${hash}`} download className="link">
                    File of this closing
                  </a>
                )}
              </p>
            ) : (
              <p className="text-small text-soft">
                {before ? (
                  <>
                    Its hash is taken after that of{" "}
                    <Link to={dayLink(before.day)} className="link">
                      {asDay(before.day)}
                    </Link>
                    .
                  </>
                ) : (
                  "It is the first closed day of the book."
                )}{" "}
                Hold every day against its hash under{" "}
                <Link to={bookLink} className="link">
                  Check the book
                </Link>
                .
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
