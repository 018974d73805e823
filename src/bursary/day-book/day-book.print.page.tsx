import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { EachLine } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { type BookLine, type ReadDay, readBookDay, readBookLines } from "./day-book.contract.ts";
import { dayInWords, dayLink } from "./day-book.rules.ts";
import { DayLines, DayTotals } from "./day-book.tables.part.page.tsx";

/** A day of the book as it leaves the printer: A4, seen before it is printed. */
export function BookSheet({ day }: { day: string }) {
  const read = useRead(readBookDay, { day });
  const lines = useRead(readBookLines, { day });
  const bones = <div className="bone late h-96" />;
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the day">
          <Link to={dayLink(day)} className="button button-quiet">
            Back to the day
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <Read from={read} waiting={bones}>
        {(found) => (
          <Read from={lines} waiting={bones}>
            {(list) => <Sheet of={found} lines={list} />}
          </Read>
        )}
      </Read>
    </>
  );
}

function Sheet({ of, lines }: { of: ReadDay; lines: readonly BookLine[] }) {
  const { day, state, came, receipts, corrected, reversed, closings, words } = of;
  const [closing] = closings.filter(({ reopened }) => reopened === null);
  return (
    <article className="mx-auto flex max-w-[60rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:min-h-[260mm] print:max-w-none print:border-0 print:p-0">
      <Letterhead {...letterhead} />
      <div>
        <h2 className="text-title">{words.heading}</h2>
        <p className="mt-1">
          {dayInWords(day)}. {asCount(receipts, "receipt")}, {asNaira(came)} came in
          {reversed !== 0 && `, of which ${asNaira(reversed)} reversed`}
          {corrected !== 0 && `, of which ${asNaira(corrected)} had been held too much`}.
        </p>
        {came > 0 && <p className="mt-1">{amountInWords(came)}</p>}
      </div>
      {of.lines === 0 ? (
        <p>Nothing was booked on this day.</p>
      ) : (
        <>
          <div className="overflow-x-auto print:overflow-visible">
            <DayTotals of={of} />
          </div>
          <div className="overflow-x-auto print:overflow-visible">
            <DayLines of={lines} linked={(rrr) => rrr} />
          </div>
        </>
      )}
      <footer className="keep-together mt-auto border-ink border-t pt-3 text-small">
        {closing ? (
          <>
            <p>
              Closed by {closing.closedby} on {asMinute(closing.closedAt)}.
            </p>
            <p>
              SHA-256 of the day: <span className="wrap-anywhere font-mono">{closing.hash}</span>
            </p>
          </>
        ) : (
          <p>
            <strong>This day is {state === "Open" ? "not closed" : "not in order"}.</strong> What is printed here may
            change.
          </p>
        )}
        <p className="mt-14 grid grid-cols-2 gap-8">
          <EachLine of={words.signatories}>
            {(line) => <span className="border-ink border-t pt-1">{line}</span>}
          </EachLine>
        </p>
        <p className="mt-3">Printed on {asDay(new Date().toISOString())}.</p>
      </footer>
    </article>
  );
}
