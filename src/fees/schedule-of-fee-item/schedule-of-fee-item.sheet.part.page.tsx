import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { readScheduleOfFees, type ScheduleOfFees, scheduleOfFeeItems } from "./schedule-of-fee-item.contract.ts";

const { link } = scheduleOfFeeItems;

/** The schedule of a session as it leaves the printer: A4, seen before it is printed. */
export function ScheduleSheet() {
  const [asked] = useSearchParams();
  const session = asked.get("session");
  const read = useRead(
    session ? { ...readScheduleOfFees, path: `${readScheduleOfFees.path}?session=${session}` } : readScheduleOfFees,
  );
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the schedule of fees">
          <Link to={session ? `${link}?session=${session}` : link} className="button button-quiet">
            Back to the list
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={scheduleOfFeeItems}>
        {(schedule) => <Sheet of={schedule} />}
      </ReadRecord>
    </>
  );
}

function Sheet({ of: { session, lines, total, words } }: { of: ScheduleOfFees }) {
  return (
    <article className="mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:min-h-[260mm] print:max-w-none print:border-0 print:p-0">
      <Letterhead {...letterhead} />
      <div>
        <h2 className="text-title">{words.heading}</h2>
        <p className="mt-1">Session {session.name}</p>
      </div>
      <PaperWords text={words.opening} />
      {lines.length === 0 ? (
        <p>The schedule of this session has no active line yet.</p>
      ) : (
        <>
          <table className="w-full border-collapse">
            <thead>
              <tr className="border-ink border-b text-left">
                <th scope="col" className="w-10 py-1.5 pr-3 font-semibold">
                  <span className="sr-only">Number</span>
                </th>
                <th scope="col" className="py-1.5 pr-4 font-semibold">
                  Fee
                </th>
                <th scope="col" className="py-1.5 text-right font-semibold">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ _id, label, amount }, place) => (
                <tr key={_id} className="keep-together border-line border-b align-top">
                  <td className="figures py-1.5 pr-3 text-soft">{place + 1}</td>
                  <th scope="row" className="wrap-anywhere py-1.5 pr-4 text-left font-normal">
                    {label}
                  </th>
                  <td className="figures whitespace-nowrap py-1.5 text-right">{asNaira(amount)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="keep-together border-ink border-t-2 font-semibold">
                <td />
                <th scope="row" className="py-2 pr-4 text-left">
                  Total
                </th>
                <td className="figures whitespace-nowrap py-2 text-right">{asNaira(total)}</td>
              </tr>
            </tfoot>
          </table>
          <p className="keep-together">{amountInWords(total)}</p>
        </>
      )}
      <p className="keep-together mt-auto border-ink border-t pt-3 text-small">
        Printed on {asDay(new Date().toISOString())}. This schedule is for information: nothing is to be paid by it.{" "}
        {words.closing}
      </p>
    </article>
  );
}
