import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asWeekday } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { type ExamTimetable, type HallLists, readHallLists } from "./exam-timetable.contract.ts";

const noon = (date: string) => `${date}T12:00:00Z`;
const sheet =
  "mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0";

/** The examinations by day as they hang on a board: A4, seen before they are printed. */
export function ExamTimetableSheet({ of: { period, whose, examinations }, back }: { of: ExamTimetable; back: string }) {
  const days = Map.groupBy(examinations, ({ date }) => date);
  useTitle(whose ? `Examination timetable, ${whose}` : "Examination timetable");
  const halls = new Map(
    examinations
      .flatMap((one) => one.halls.map(({ room }) => [room.code, room.name] as const))
      .filter(([code, name]) => code !== name)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the examination timetable">
          <Link to={back} className="button button-quiet">
            Back to the timetable
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <article className={sheet}>
        <Letterhead {...letterhead} />
        <div>
          <h2 className="text-title">Examination timetable</h2>
          {whose && <p className="wrap-anywhere mt-1 font-semibold text-large">{whose}</p>}
          {period && (
            <p className="mt-1">
              {semesterTitle(period.semester)} {period.session.name}
              {!period.publishedAt && ", a draft"}
            </p>
          )}
        </div>
        {days.size === 0 && <p>No examination stands here yet.</p>}
        {[...days].map(([date, list]) => (
          <table key={date} className="w-full table-fixed border-collapse">
            <caption className="border-ink border-b pb-1 text-left font-semibold text-large">
              {asWeekday(noon(date))}
            </caption>
            <colgroup>
              <col className="w-24 sm:w-28" />
              <col />
              <col className="w-24 sm:w-72 print:w-72" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Course</th>
                <th scope="col">Halls and invigilators</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ _id, start, end, code, name, halls, takers }) => (
                <tr key={_id} className="keep-together border-line border-b align-top">
                  <td className="figures py-1.5 pr-2">
                    {start}–{end}
                  </td>
                  <th scope="row" className="wrap-anywhere py-1.5 pr-3 text-left font-normal">
                    <strong>{code}</strong> {name}
                    {takers && <span className="block text-small">{takers}</span>}
                  </th>
                  <td className="wrap-anywhere py-1.5">
                    {halls.map(({ room, people }) => (
                      <span key={room._id} className="block">
                        <strong>{room.code}</strong>{" "}
                        <span className="hidden sm:inline print:inline">
                          {people.map((person) => person.name).join(", ")}
                        </span>
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
        <div className="border-ink border-t pt-3 text-small">
          {halls.size > 0 && <p>Halls: {[...halls].map(([code, name]) => `${code} is ${name}`).join("; ")}.</p>}
          <p>Printed on {asDay(new Date().toISOString())}.</p>
        </div>
      </article>
    </>
  );
}

/** `/staff/exam-timetable/:id/seats`: who sits where, a paper for each door. */
export function HallListsPage({ id }: { id: string }) {
  const read = useRead(readHallLists, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Seats">
          <Link to="/staff/exam-timetable" className="button button-quiet">
            Back to the timetable
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <Read from={read} waiting={<div aria-hidden className="bone h-96" />}>
        {(of) => (
          <div className="grid gap-5">
            {of.halls.map((hall) => (
              <HallList key={hall.room._id} of={of} hall={hall} />
            ))}
          </div>
        )}
      </Read>
    </>
  );
}

function HallList({ of, hall: { room, people, students } }: { of: HallLists; hall: HallLists["halls"][number] }) {
  const over = students.filter(({ seat }) => seat === null).length;
  return (
    <article aria-label={room.code} className={`${sheet} w-full print:break-after-page`}>
      <Letterhead {...letterhead} />
      <div>
        <h2 className="text-title">{room.code === room.name ? room.code : `${room.code}, ${room.name}`}</h2>
        <p className="mt-1">
          <strong>{of.code}</strong> {of.name}
        </p>
        <p className="figures">
          {asWeekday(noon(of.date))}, {of.start} to {of.end}
        </p>
        <p>
          {semesterTitle(of.semester)} {of.session}. {asCount(students.length, "student")},{" "}
          {room.of === null ? asCount(room.seats, "seat") : `${room.seats} of the hall's ${room.of} seats`}.
        </p>
        {people.length > 0 && <p>Invigilators: {people.join(", ")}</p>}
        {over > 0 && (
          <p className="font-semibold">
            {asCount(over, "student has", "students have")} no seat here. They stand last.
          </p>
        )}
      </div>
      <PaperWords text={of.words.opening} />
      {students.length === 0 ? (
        <p>Nobody sits here.</p>
      ) : (
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-ink border-b">
              <th scope="col" className="w-14 py-1.5">
                Seat
              </th>
              <th scope="col" className="py-1.5">
                Student
              </th>
              <th scope="col" className="w-[30%] py-1.5">
                Signature
              </th>
            </tr>
          </thead>
          <tbody>
            {students.map(({ seat, name, matric }) => (
              <tr key={`${matric} ${name}`} className="keep-together border-line border-b align-top">
                <td className="figures py-1.5">{seat ?? "none"}</td>
                <th scope="row" className="wrap-anywhere py-1.5 pr-3 text-left font-normal">
                  <span className="figures block text-small">{matric}</span>
                  {name}
                </th>
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="border-ink border-t pt-3 text-small">
        {of.words.closing} Printed on {asDay(new Date().toISOString())}.
      </p>
    </article>
  );
}
