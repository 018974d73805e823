import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import type { Timetable } from "./timetable.contract.ts";
import { days } from "./timetable.rules.ts";

/** A week as it hangs on a door: A4, seen before it is printed. */
export function TimetableSheet({ week: { semester, whose, entries }, back }: { week: Timetable; back: string }) {
  const shown = days.filter((day) => entries.some((entry) => entry.day === day));
  useTitle(whose ? `Timetable, ${whose}` : "Timetable");
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the timetable">
          <Link to={back} className="button button-quiet">
            Back to the timetable
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <article className="mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
        <Letterhead {...letterhead} />
        <div>
          <h2 className="text-title">Timetable</h2>
          {whose && <p className="wrap-anywhere mt-1 font-semibold text-large">{whose}</p>}
          {semester && (
            <p className="mt-1">
              {semesterTitle(semester.semester)} {semester.session.name}
              {!semester.publishedAt && ", a draft"}
            </p>
          )}
        </div>
        {shown.length === 0 && <p>No class stands in this week yet.</p>}
        {shown.map((day) => (
          <table key={day} className="keep-together w-full table-fixed border-collapse">
            <caption className="border-ink border-b pb-1 text-left font-semibold text-large">{day}</caption>
            <colgroup>
              <col className="w-24 sm:w-28" />
              <col />
              <col className="w-14 sm:w-28" />
              <col className="hidden sm:table-column sm:w-48 print:table-column" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Course</th>
                <th scope="col">Room</th>
                <th scope="col" className="hidden sm:table-cell print:table-cell">
                  Lecturer
                </th>
              </tr>
            </thead>
            <tbody>
              {entries
                .filter((entry) => entry.day === day)
                .map(({ _id, start, end, code, name, room, people }) => (
                  <tr key={_id} className="border-line border-b align-top">
                    <td className="figures py-1.5 pr-2">
                      {start}–{end}
                    </td>
                    <th scope="row" className="wrap-anywhere py-1.5 pr-3 text-left font-normal">
                      <strong>{code}</strong> {name}
                    </th>
                    <td className="wrap-anywhere py-1.5 pr-2">{room.code}</td>
                    <td className="wrap-anywhere hidden py-1.5 sm:table-cell print:table-cell">{people.join(", ")}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
        <p className="border-ink border-t pt-3 text-small">Printed on {asDay(new Date().toISOString())}.</p>
      </article>
    </>
  );
}
