import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Printer } from "lucide-react";
import { useState } from "react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import type { Typed } from "#console/record/record.rules.ts";
import { LabelledReference } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { publishTimetable, readTimetable, type ShownEntry, type Timetable } from "./timetable.contract.ts";
import { WeekGrid } from "./timetable.grid.part.page.tsx";
import { minutesOf, timeOf } from "./timetable.rules.ts";

const EntryEditor = opened(() => import("./timetable.editor.part.page.tsx").then((part) => part.EntryEditor));
const TimetableSheet = opened(() => import("./timetable.sheet.part.page.tsx").then((part) => part.TimetableSheet));
const lists = () => import("./timetable.lists.part.page.tsx");
const ClassesOfTheWeek = opened(() => lists().then((part) => part.ClassesOfTheWeek));
const DaysOfTeaching = opened(() => lists().then((part) => part.DaysOfTeaching));

const link = "/staff/timetable";

const LEFT = "Classes that name a lecturer who has left: open each, and choose who teaches it.";

/** `/staff/timetable`: the week of a class, a room or a lecturer; below it the lists that it is made of. */
export function TimetablePage() {
  const { pathname, search } = useLocation();
  if (matched(`${link}/classes/*`, pathname)) return <ClassesOfTheWeek />;
  if (matched(`${link}/semesters/*`, pathname)) return <DaysOfTeaching />;
  const query = new URLSearchParams(search).toString();
  return matched(`${link}/print`, pathname) ? <PrintedWeek query={query} /> : <Week query={query} />;
}

const useWeek = (query: string) =>
  useQuery({
    queryKey: [readTimetable.path, query],
    queryFn: ({ signal }) => call(withQuery(readTimetable, query), { signal }),
    placeholderData: keepPreviousData,
  });

function PrintedWeek({ query }: { query: string }) {
  return (
    <Read from={useWeek(query)} waiting={<div aria-hidden className="bone h-96" />}>
      {(week) => <TimetableSheet week={week} back={`${link}?${query}`} />}
    </Read>
  );
}

function Week({ query }: { query: string }) {
  const read = useWeek(query);
  const mayChange = useRight("timetable.change");
  const [edited, setEdited] = useState<Edited | null>(null);
  const isChosen = ["programme", "room", "lecturer", "left"].some((name) => new URLSearchParams(query).get(name));
  const add = (day = "", start = "") => setEdited({ entry: null, ...begun(query, day, start) });
  useKeys(mayChange ? { n: () => add() } : {}, { n: "Add a class" });
  return (
    <>
      <ConsoleHeading title="Timetable">
        {isChosen && (
          <Link to={`${link}/print?${query}`} className="button button-quiet">
            <Printer aria-hidden className="size-4" />
            Print
          </Link>
        )}
        <Link to={`${link}/classes`} className="button button-quiet">
          List and files
        </Link>
        <Link to={`${link}/semesters`} className="button button-quiet">
          Days of teaching
        </Link>
        {mayChange && (
          <button type="button" className="button" onClick={() => add()}>
            <Plus aria-hidden className="size-4" />
            Add a class
          </button>
        )}
      </ConsoleHeading>
      <Chosen query={query} />
      <Read from={read} waiting={<div aria-hidden className="bone h-96" />}>
        {(week) => (
          <>
            <Standing week={week} />
            {query.includes("left=") && <p className="mb-3">{LEFT}</p>}
            {isChosen ? (
              <WeekGrid
                entries={week.entries}
                onOpen={mayChange ? (entry) => setEdited({ entry, ...held(entry) }) : null}
                onAdd={mayChange ? add : null}
              />
            ) : (
              <EmptyState
                title="Whose week?"
                text="Choose a programme and level, a room or a lecturer. Their classes and what clashes show here."
              />
            )}
            {isChosen && <Clashes entries={week.entries} />}
          </>
        )}
      </Read>
      {edited && <EntryEditor {...edited} onHide={() => setEdited(null)} />}
    </>
  );
}

interface Edited {
  readonly entry: ShownEntry | null;
  readonly filled: Typed;
  readonly labels: readonly Choice[];
}

/** What a new class begins with: the hour that was pressed, and the room whose week is in view. */
function begun(query: string, day: string, start: string) {
  const room = new URLSearchParams(query).get("room") ?? "";
  const end = start && timeOf(minutesOf(start) + 120);
  return { filled: { day, start, end, ...(room && { room }) }, labels: [] };
}

const held = ({ course, code, name, day, start, end, room, lecturer, people, reason }: ShownEntry) => ({
  filled: { course, day, start, end, room: room._id, lecturer: lecturer ?? "", reason: reason ?? "" },
  labels: [
    { _id: course, label: `${code} ${name}` },
    { _id: room._id, label: room.code },
    ...(lecturer ? [{ _id: lecturer, label: people[0] ?? "" }] : []),
  ],
});

const levels = [100, 200, 300, 400, 500];

/** Whose week, kept in the address: choosing one of the three leaves the others. */
function Chosen({ query }: { query: string }) {
  const navigate = useNavigate();
  const held = new URLSearchParams(query);
  const ask = (given: Record<string, string>, without: readonly string[] = []) => {
    const next = new URLSearchParams(
      Object.entries({ ...Object.fromEntries(held), ...given }).filter(([, value]) => value),
    );
    for (const name of without) next.delete(name);
    if (without.length > 0) next.delete("left");
    navigate(`${link}?${next}`);
  };
  const one = (name: string) => held.get(name) ?? "";
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_1.5fr_1.5fr_1.2fr_1fr] max-sm:[&>:first-child]:col-span-2">
      <LabelledReference
        noun="programme"
        label="Programme"
        held={one("programme")}
        onChoose={(programme) => ask({ programme }, ["room", "lecturer"])}
      />
      <Select
        label="Level"
        value={one("level")}
        options={levels.map((level) => [String(level), String(level)])}
        none="All levels"
        onAsk={(level) => ask({ level })}
      />
      <LabelledReference
        noun="room"
        label="or Room"
        held={one("room")}
        onChoose={(room) => ask({ room }, ["programme", "level", "lecturer"])}
      />
      <LabelledReference
        noun="staff"
        label="or Lecturer"
        held={one("lecturer")}
        onChoose={(lecturer) => ask({ lecturer }, ["programme", "level", "room"])}
      />
      <LabelledReference
        noun="session"
        label="Session"
        held={one("session")}
        placeholder="That runs"
        onChoose={(session) => ask({ session })}
      />
      <Select
        label="Semester"
        value={one("semester")}
        options={[
          ["1", "First"],
          ["2", "Second"],
        ]}
        none="That runs"
        onAsk={(semester) => ask({ semester })}
      />
    </div>
  );
}

interface SelectParts {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly none: string;
  onAsk(value: string): void;
}

const Select = ({ label, value, options, none, onAsk }: SelectParts) => (
  <label className="block">
    <span className="mb-1 block font-semibold">{label}</span>
    <select className="control w-full" value={value} onChange={(event) => onAsk(event.target.value)}>
      <option value="">{none}</option>
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

/** Which semester this is, when it teaches, and whether its timetable is out. */
function Standing({ week: { semester } }: { week: Timetable }) {
  const [asking, setAsking] = useState(false);
  const mayChange = useRight("timetable.change");
  const reread = useReread();
  if (!semester) return <Alert look="warn">No session runs now. Choose a session above.</Alert>;
  const called = `${semesterTitle(semester.semester)} ${semester.session.name}`;
  const { _id, start, end, publishedAt } = semester;
  if (!_id || !start || !end)
    return (
      <div className="mb-4">
        <Alert look="warn" title={called}>
          The days of teaching of this semester are not kept yet, so its timetable cannot go out.{" "}
          {mayChange && (
            <Link
              className="link"
              to={`${link}/semesters/new?session=${semester.session._id}&semester=${semester.semester}`}
            >
              Say when it teaches
            </Link>
          )}
        </Alert>
      </div>
    );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        <strong>{called}</strong>, {asDay(start)} to {asDay(end)}.{" "}
        {publishedAt
          ? `Published on ${asDay(publishedAt)}: every change is told to the class.`
          : "A draft: students and lecturers do not see it yet."}
      </p>
      {mayChange && !publishedAt && (
        <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
          Publish
        </button>
      )}
      {asking && (
        <Confirm
          title="Publish the timetable"
          submit="Publish"
          send={(attempt) => call(publishTimetable, { body: { semester: _id }, attempt })}
          onHide={() => setAsking(false)}
          onDone={reread}
        >
          Students and lecturers see the {called.toLowerCase()} from now on. Every change after that is mailed to the
          students and lecturers of the class.
        </Confirm>
      )}
    </div>
  );
}

/** All that clashes in this week, in words. */
function Clashes({ entries }: { entries: readonly ShownEntry[] }) {
  const found = entries.filter(({ clashes }) => clashes.length > 0);
  if (found.length === 0) return null;
  return (
    <section className="mt-5" aria-label="Clashes">
      <h2 className="mb-2 text-large">{asCount(found.length, "class clashes", "classes clash")}</h2>
      <ul className="grid gap-2">
        {found.map(({ _id, code, day, start, clashes, reason }) => (
          <li key={_id} className="card px-4 py-2.5">
            <p className="font-semibold">
              {code}, {day} {start}
            </p>
            <ul>
              {clashes.map(({ sentence }) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {reason && <p className="text-soft">It stands: {reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
