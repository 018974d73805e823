import { TriangleAlert } from "lucide-react";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asShortDay, asWeekday } from "#kit/value/dates.rules.ts";
import { isKeepable } from "../timetable/timetable.rules.ts";
import type { ExamTimetable, ShownExamination } from "./exam-timetable.contract.ts";

const noon = (date: string) => `${date}T12:00:00Z`;

/** The days that have examinations, to go from one to the next. */
export function DayChips({ of: { days, date } }: { of: ExamTimetable }) {
  const { pathname, search } = useLocation();
  if (date === null) return null;
  const to = (day: string) => {
    const query = new URLSearchParams(search);
    query.set("date", day);
    return `${pathname}?${query}`;
  };
  return (
    <nav aria-label="Days" className="views mb-4">
      {days.map((day) => (
        <Link key={day.date} to={to(day.date)} className="tab" aria-current={day.date === date ? "page" : undefined}>
          {asWeekday(noon(day.date)).slice(0, 3)} {asShortDay(noon(day.date))}
          <span className="text-small text-soft">{day.count}</span>
        </Link>
      ))}
    </nav>
  );
}

interface ListParts {
  readonly of: ExamTimetable;
  /** Null where nothing is changed here. */
  readonly onOpen: ((one: ShownExamination) => void) | null;
}

/** Examinations by day and time; what clashes stands with each. */
export function ExaminationList({ of: { period, examinations }, onOpen }: ListParts) {
  if (!period) return null;
  if (examinations.length === 0)
    return (
      <EmptyState
        title="No examination yet"
        text="Choose a class that has none below, or add an examination. Days that have some stand here."
      />
    );
  const days = Map.groupBy(examinations, ({ date }) => date);
  return (
    <div className="grid gap-5">
      {[...days].map(([date, list]) => (
        <section key={date} aria-label={asWeekday(noon(date))}>
          <h2 className="mb-2 text-large">{asWeekday(noon(date))}</h2>
          <ul className="card divide-y divide-line">
            {list.map((one) => (
              <Line key={one._id} one={one} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ one, onOpen }: { one: ShownExamination; onOpen: ListParts["onOpen"] }) {
  const { _id, code, name, start, end, halls, registered, clashes, reason } = one;
  const seats = halls.reduce((sum, { room }) => sum + room.seats, 0);
  const isBad = clashes.some(({ kind }) => !isKeepable(kind)) || (clashes.length > 0 && !reason);
  return (
    <li className="grid gap-x-5 gap-y-1.5 px-4 py-3 md:grid-cols-[7rem_minmax(0,1.2fr)_minmax(0,1.5fr)_auto]">
      <p className="figures font-semibold">
        {start}–{end}
      </p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <strong>{code}</strong> {name}
        </p>
        <p className="text-small text-soft">
          {registered === 0 ? "Nobody registered" : `${registered} registered`}, {asCount(seats, "seat")}
        </p>
      </div>
      <ul className="min-w-0">
        {halls.map(({ room, people }) => (
          <li key={room._id} className="wrap-anywhere">
            <strong>{room.code}</strong>{" "}
            {room.of !== null && (
              <span className="text-soft">
                {room.seats} of {room.of} seats
              </span>
            )}{" "}
            {people.length > 0 ? (
              people.map((person) => person.name).join(", ")
            ) : (
              <span className="text-warn">No invigilator yet</span>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-start gap-2">
        <Link to={`/staff/exam-timetable/${_id}/seats`} className="button button-quiet">
          Seats<span className="sr-only"> of {code}</span>
        </Link>
        {onOpen && (
          <button type="button" className="button button-quiet" onClick={() => onOpen(one)}>
            Change<span className="sr-only"> {code}</span>
          </button>
        )}
      </div>
      {clashes.length > 0 && (
        <div className={`flex gap-2 md:col-span-4 ${isBad ? "text-bad" : ""}`}>
          <TriangleAlert aria-hidden className={`mt-1 size-4 shrink-0 ${isBad ? "text-bad" : "text-warn"}`} />
          <div className="min-w-0">
            <ul>
              {clashes.map(({ sentence }) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {reason && <p className="text-soft">It stands: {reason}</p>}
          </div>
        </div>
      )}
    </li>
  );
}

interface UnscheduledParts {
  readonly of: ExamTimetable["unscheduled"];
  readonly onPlace: ((course: { readonly _id: string; readonly label: string }) => void) | null;
}

/** The classes without an examination: a press begins one. */
export function Unscheduled({ of: { total, list }, onPlace }: UnscheduledParts) {
  if (total === 0) return null;
  return (
    <section className="mt-6" aria-label="Without an examination">
      <h2 className="mb-2 text-large">{asCount(total, "class has", "classes have")} no examination yet</h2>
      <ul className="card grid divide-y divide-line md:grid-cols-2 md:divide-y-0">
        {list.map(({ course, code, name, registered }) => (
          <li key={course} className="flex items-center gap-3 border-line px-4 py-2 md:border-b">
            <p className="wrap-anywhere min-w-0 grow">
              <strong>{code}</strong> {name}
              <span className="block text-small text-soft">
                {registered === 0 ? "Nobody registered" : `${registered} registered`}
              </span>
            </p>
            {onPlace && (
              <button
                type="button"
                className="button button-quiet shrink-0"
                onClick={() => onPlace({ _id: course, label: `${code} ${name}` })}
              >
                Place<span className="sr-only"> {code}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {total > list.length && (
        <p className="mt-2 text-soft">
          The first {list.length} of {total}. Choose a programme and level above to see its own.
        </p>
      )}
    </section>
  );
}
