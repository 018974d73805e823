import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { filled } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import {
  admissionStatistics,
  readStatistics,
  readStatisticsCsv,
  readStatisticsWorkbook,
} from "./admission-statistics.contract.ts";

type Tables = Replied<typeof readStatistics>["tables"];

/** Statistics as they were on their day: to read, to print, and as files. */
export function StatisticsPaper({ id }: { id: string }) {
  const read = useRead(readStatistics, { id });
  const file = (path: string) => `/api${filled(path, { id })}`;
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Admission statistics">
          <Link to={admissionStatistics.link} className="button button-quiet">
            All statistics
          </Link>
          <a href={file(readStatisticsCsv.path)} download className="button button-quiet">
            CSV
          </a>
          <a href={file(readStatisticsWorkbook.path)} download className="button button-quiet">
            Excel
          </a>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={admissionStatistics}>
        {({ layout, session, period, createdAt, sentto, tables }) => (
          <article className="mx-auto flex max-w-[72rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
            <Letterhead {...letterhead} />
            <h2 className="text-title">Admission statistics, session {session}</h2>
            <p className="text-soft">
              Layout {layout}. {period}. Made on {asMinute(createdAt)}.{" "}
              {sentto ? `Sent to ${sentto.split("\n").join(", ")}.` : "Sent to nobody."} The portal does not ask for
              disabilities, so none are counted.
            </p>
            {tables.map((table) => (
              <Table key={table.title} of={table} />
            ))}
          </article>
        )}
      </ReadRecord>
    </>
  );
}

function Table({ of: { title, headings, rows } }: { of: Tables[number] }) {
  return (
    <section aria-label={title}>
      <h3 className="text-large">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keys */}
      <section aria-label={`${title}: figures`} tabIndex={0} className="overflow-x-auto print:overflow-visible">
        <table className="figures w-full border-collapse text-small">
          <Head headings={headings} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.join("|")} className="break-inside-avoid border-line border-b last:font-semibold">
                {row.map((cell, at) => (
                  <td key={headings[at]} className={`py-1.5 pr-3 ${typeof cell === "number" ? "text-right" : ""}`}>
                    {typeof cell === "number" ? asFigure(cell) : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** "Applied, women", "Applied, men" and "Applied, all" stand under one "Applied", so that a wide table fits a screen. */
function Head({ headings }: { headings: readonly string[] }) {
  const parts = headings.map((heading) => heading.split(", ") as [string, string?]);
  const above = parts.filter(([step], at) => step !== parts[at - 1]?.[0]);
  return (
    <thead className="text-left [&_th]:py-1.5 [&_th]:pr-3 [&_th]:align-bottom [&_th]:font-semibold">
      <tr>
        {above.map(([step, under]) => (
          <th
            key={step}
            scope={under ? "colgroup" : "col"}
            rowSpan={under ? 1 : 2}
            colSpan={parts.filter(([one]) => one === step).length}
            className={under ? "text-center" : "not-first:text-right"}
          >
            {step}
          </th>
        ))}
      </tr>
      <tr className="border-line border-b">
        {parts.map(
          ([step, under]) =>
            under && (
              <th key={`${step} ${under}`} scope="col" className="text-right">
                {under}
              </th>
            ),
        )}
      </tr>
    </thead>
  );
}
