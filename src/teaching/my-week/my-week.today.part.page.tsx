import type { ReactNode } from "react";
import { useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asWeekday, lagosToday, weekdayOf } from "#kit/value/dates.rules.ts";
import { type OwnClass, type OwnWeek, readStaffWeek, readStudentWeek } from "./my-week.contract.ts";

/** An examination is said so many days before. */
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/** Of a student, on the first page. */
export function StudentToday() {
  const { data: week } = useRead(readStudentWeek);
  return week ? <Today week={week} link="/student/week" free="No class today." /> : null;
}

/**
 * Of whoever teaches, on the dashboard, where other things wait: nothing on a day without a class. Whoever may write lectures down goes
 * to the class from here.
 */
export function StaffToday({ writesDown }: { writesDown: boolean }) {
  const { data: week } = useRead(readStaffWeek);
  if (!week) return null;
  const deed = ({ class: of, code }: OwnClass) => (
    <Link to={`/staff/lectures/class/${of}`} className="link inline-block py-2">
      I taught this<span className="sr-only">: {code}</span>
    </Link>
  );
  return <Today week={week} link="/staff/my-week" free={null} deed={writesDown ? deed : undefined} />;
}

interface TodayParts {
  readonly week: OwnWeek;
  readonly link: string;
  /** What is said on a day without a class. */
  readonly free: string | null;
  readonly deed?: ((one: OwnClass) => ReactNode) | undefined;
}

/** What one has today and where, and the examinations of the next days; nothing where no timetable is published. */
function Today({ week, link, free, deed }: TodayParts) {
  const { semester, classes, examinations } = week;
  const date = lagosToday();
  const today = weekdayOf(date);
  const soon = examinations.filter(
    (one) => one.date >= date && Date.parse(one.date) < Date.now() + DAYS_AHEAD * DAY_MS,
  );
  const isTaught = semester?.isOut && (semester.start ?? date) <= date && date <= (semester.end ?? date);
  const now = isTaught ? classes.filter(({ day }) => day === today) : [];
  const idle = isTaught && now.length === 0 ? free : null;
  if (now.length === 0 && soon.length === 0 && idle === null) return null;
  return (
    <section aria-label="Today" className="card grid gap-3 p-5">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 text-large">
        Today, {today}
        <Link to={link} className="link font-normal text-base">
          My week
        </Link>
      </h2>
      {idle && <p className="text-soft">{idle}</p>}
      {now.length > 0 && (
        <ul className="grid gap-3">
          {now.map((one) => (
            <li key={one._id} className="border-l-4 border-l-brand pl-3">
              <p>
                <span className="figures font-semibold">
                  {one.start} to {one.end}
                </span>{" "}
                · {one.room}, {one.place}
              </p>
              <p className="wrap-anywhere">
                <strong>{one.code}</strong> {one.name}
              </p>
              {deed?.(one)}
            </li>
          ))}
        </ul>
      )}
      {soon.map(({ _id, code, date, start, end, halls }) => (
        <p key={_id} className="border-l-4 border-l-warn pl-3">
          Examination of <strong>{code}</strong>: {asWeekday(`${date}T12:00:00Z`)}, {start} to {end}, {halls.join("; ")}
        </p>
      ))}
    </section>
  );
}
