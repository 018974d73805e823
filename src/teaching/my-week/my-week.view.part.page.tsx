import { type ReactNode, useState } from "react";
import { newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay, asWeekday, lagosToday, weekdayOf } from "#kit/value/dates.rules.ts";
import { days } from "../timetable/timetable.rules.ts";
import type { OwnClass, OwnExam, OwnWeek } from "./my-week.contract.ts";

interface WeekParts {
  readonly week: OwnWeek;
  /** What stands where there is no class. */
  readonly empty: string;
  /** What one does at the examinations that are shown. */
  readonly examinations: string;
  makeFeed(attempt: string): Promise<{ readonly address: string; readonly message: string }>;
  endFeed(attempt: string): Promise<{ readonly message: string }>;
}

/** One's own week, perhaps as it was read days ago: today first, and below it the way into the phone's own calendar. */
export function WeekView({ week, empty, examinations, makeFeed, endFeed }: WeekParts) {
  const { semester, classes, changes } = week;
  const today = lagosToday();
  return (
    <div className="grid gap-5">
      <Changes changes={changes} />
      <Examinations title={examinations} list={week.examinations.filter(({ date }) => date >= today)} />
      {!semester?.isOut ? (
        <EmptyState
          title="No timetable yet"
          text={
            semester
              ? `The timetable of the ${semester.name.toLowerCase()} is not out yet. It shows here as soon as it is.`
              : "No semester runs now. Your week shows here when the next one begins."
          }
        />
      ) : classes.length === 0 ? (
        <EmptyState title="No classes" text={empty} />
      ) : (
        <>
          <p className="text-soft">
            {semester.name}
            {semester.start && semester.end && `, ${asDay(semester.start)} to ${asDay(semester.end)}`}
          </p>
          <Days today={weekdayOf(today)} classes={classes} />
        </>
      )}
      <div className="no-print">
        <CalendarAddress feed={week.feed} makeFeed={makeFeed} endFeed={endFeed} />
      </div>
    </div>
  );
}

function Changes({ changes }: Pick<OwnWeek, "changes">) {
  if (changes.length === 0) return null;
  return (
    <Alert look="info" title="Changed lately">
      <ul className="grid gap-1">
        {changes.map(({ code, isExamination, before, after, createdAt }) => (
          <li key={`${code} ${createdAt} ${after}`}>
            <strong>
              {code}
              {isExamination && " examination"}
            </strong>
            : {before === null ? `new, ${after}` : after === null ? `no more on ${before}` : `now ${after}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Examinations({ title, list }: { title: string; list: readonly OwnExam[] }) {
  if (list.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="grid gap-3 md:grid-cols-2">
        {list.map(({ _id, code, name, date, start, end, halls }) => (
          <li key={_id} className="border-l-4 border-l-warn pl-3">
            <p className="figures font-semibold">
              {asWeekday(`${date}T12:00:00Z`)}, {start} to {end}
            </p>
            <p>
              <strong>{code}</strong> {name}
            </p>
            <p className="text-soft">
              {halls.join("; ")}
              {halls.length > 1 && ". The lists at the doors say in which of them you sit"}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The days that have a class, from today on, and today in any case. */
function Days({ today, classes }: { today: string; classes: readonly OwnClass[] }) {
  const from = Math.max(0, (days as readonly string[]).indexOf(today));
  const order = [...days.slice(from), ...days.slice(0, from)];
  const shown = order.filter((day) => day === today || classes.some((one) => one.day === day));
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {shown.map((day) => (
        <Card key={day} title={day === today ? `Today, ${day}` : day}>
          <ul className="grid gap-3">
            {classes
              .filter((one) => one.day === day)
              .map(({ _id, code, name, start, end, room, place, people }) => (
                <li key={_id} className="border-l-4 border-l-brand pl-3">
                  <p className="figures font-semibold">
                    {start} to {end}
                  </p>
                  <p>
                    <strong>{code}</strong> {name}
                  </p>
                  <p className="text-soft">
                    {room}, {place}
                    {people.length > 0 && ` · ${people.join(", ")}`}
                  </p>
                </li>
              ))}
            {!classes.some((one) => one.day === day) && <li className="text-soft">No class today.</li>}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function CalendarAddress({
  feed,
  makeFeed,
  endFeed,
}: Pick<WeekParts, "makeFeed" | "endFeed"> & { feed: string | null }) {
  const [address, setAddress] = useState("");
  const [busy, setBusy] = useState(false);
  const reread = useReread();
  const send = async (deed: () => Promise<{ readonly message: string; readonly address?: string }>) => {
    setBusy(true);
    try {
      const done = await deed();
      setAddress(done.address ?? "");
      toast("good", done.message);
      await reread();
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    }
    setBusy(false);
  };
  return (
    <Card title="In your phone's calendar">
      <p>
        Your phone can show this week in its own calendar and keep it up to date. It needs an address that belongs to
        you alone: whoever has it can read your week.
      </p>
      {address && <ShownAddress address={address} />}
      {feed && !address && (
        <p className="text-soft">
          You have an address, made on {asDay(feed)}. It was shown once. Make a new one if you lost it: the earlier one
          stops then.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className={feed ? "button button-quiet" : "button"}
          disabled={busy}
          onClick={() => void send(() => makeFeed(newAttempt()))}
        >
          {feed ? "Make a new address" : "Make my address"}
        </button>
        {feed && (
          <button
            type="button"
            className="button button-quiet"
            disabled={busy}
            onClick={() => void send(() => endFeed(newAttempt()))}
          >
            End the address
          </button>
        )}
      </div>
    </Card>
  );
}

function ShownAddress({ address }: { address: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast("good", "Copied");
    } catch {
      toast("bad", "Your browser does not copy by itself. Press the address long and choose Copy");
    }
  };
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere select-all rounded-control border border-edge bg-sunk p-3">{address}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy the address
        </button>
      </div>
      <Way title="iPhone">
        Open{" "}
        <a className="link" href={address.replace(/^https?:/, "webcal:")}>
          this link
        </a>{" "}
        on the phone and choose Subscribe. Or: Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, Add
        Subscribed Calendar, and paste the address.
      </Way>
      <Way title="Android">
        Open calendar.google.com in the browser, as on a computer. Beside Other calendars press +, choose From URL and
        paste the address. The Calendar app shows it within a day.
      </Way>
    </div>
  );
}

const Way = ({ title, children }: { title: string; children: ReactNode }) => (
  <p>
    <strong className="block">{title}</strong>
    {children}
  </p>
);
