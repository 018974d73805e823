import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Printer } from "lucide-react";
import { useState } from "react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { LabelledReference } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { type ExamTimetable, readExamTimetable } from "./exam-timetable.contract.ts";
import type { Edited } from "./exam-timetable.editor.part.page.tsx";
import { DayChips, ExaminationList, Unscheduled } from "./exam-timetable.list.part.page.tsx";

const editor = () => import("./exam-timetable.editor.part.page.tsx");
const ExaminationEditor = opened(() => editor().then((part) => part.ExaminationEditor));
const sheets = () => import("./exam-timetable.sheet.part.page.tsx");
const ExamTimetableSheet = opened(() => sheets().then((part) => part.ExamTimetableSheet));
const HallListsPage = opened(() => sheets().then((part) => part.HallListsPage));
const days = () => import("./exam-timetable.days.part.page.tsx");
const DaysOfExaminations = opened(() => days().then((part) => part.DaysOfExaminations));
const PublishDialog = opened(() => days().then((part) => part.PublishDialog));

const link = "/staff/exam-timetable";

/** `/staff/exam-timetable`: the examinations of a day, a level, a hall or an invigilator; the classes without one; and the papers. */
export function ExamTimetablePage() {
  const { pathname, search } = useLocation();
  if (matched(`${link}/days/*`, pathname)) return <DaysOfExaminations />;
  const seats = matched(`${link}/:id/seats`, pathname)?.id;
  if (seats) return <HallListsPage key={seats} id={seats} />;
  const query = new URLSearchParams(search).toString();
  return matched(`${link}/print`, pathname) ? <Printed query={query} /> : <Examinations query={query} />;
}

const useExaminations = (query: string) =>
  useQuery({
    queryKey: [readExamTimetable.path, query],
    queryFn: ({ signal }) => call(withQuery(readExamTimetable, query), { signal }),
    placeholderData: keepPreviousData,
  });

/** Whoever chose no hall, level or invigilator prints the whole of it. */
function Printed({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  asked.delete("date");
  asked.set("whole", "1");
  return (
    <Read from={useExaminations(asked.toString())} waiting={<div aria-hidden className="bone h-96" />}>
      {(of) => <ExamTimetableSheet of={of} back={`${link}?${query}`} />}
    </Read>
  );
}

function Examinations({ query }: { query: string }) {
  const read = useExaminations(query);
  const mayChange = useRight("exam-timetable.change");
  const [edited, setEdited] = useState<Edited | null>(null);
  const add = () =>
    setEdited({
      examination: null,
      course: null,
      date: read.data?.date ?? read.data?.period?.start ?? "",
      room: new URLSearchParams(query).get("room"),
    });
  useKeys(mayChange ? { n: add } : {}, { n: "Add an examination" });
  return (
    <>
      <ConsoleHeading title="Examination timetable">
        <Link to={`${link}/print?${query}`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
        <Link to={`${link}/days`} className="button button-quiet">
          Days of examinations
        </Link>
        {mayChange && (
          <button type="button" className="button" onClick={add}>
            <Plus aria-hidden className="size-4" />
            Add an examination
          </button>
        )}
      </ConsoleHeading>
      <Chosen query={query} />
      <Read from={read} waiting={<div aria-hidden className="bone h-96" />}>
        {(of) => (
          <>
            <Standing of={of} />
            {new URLSearchParams(query).has("left") && (
              <p className="mb-4">
                These name an invigilator who has left. Change each, and choose somebody else.{" "}
                <Link className="link" to={link}>
                  All examinations
                </Link>
              </p>
            )}
            <DayChips of={of} />
            <ExaminationList
              of={of}
              onOpen={mayChange ? (one) => setEdited({ examination: one, course: null, date: "", room: null }) : null}
            />
            <Unscheduled
              of={of.unscheduled}
              onPlace={
                mayChange
                  ? (course) =>
                      setEdited({ examination: null, course, date: of.date ?? of.period?.start ?? "", room: null })
                  : null
              }
            />
          </>
        )}
      </Read>
      {edited && <ExaminationEditor {...edited} onHide={() => setEdited(null)} />}
    </>
  );
}

const levels = [100, 200, 300, 400, 500].map(String);

/** Whose examinations, kept in the address: choosing one of the three leaves the others. */
function Chosen({ query }: { query: string }) {
  const navigate = useNavigate();
  const held = new URLSearchParams(query);
  const ask = (given: Record<string, string>, without: readonly string[] = []) => {
    const next = new URLSearchParams(
      Object.entries({ ...Object.fromEntries(held), ...given }).filter(([, value]) => value),
    );
    for (const name of [...without, "date", "left"]) next.delete(name);
    navigate(`${link}?${next}`);
  };
  const one = (name: string) => held.get(name) ?? "";
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_1.5fr_1.5fr_1.2fr_1fr] max-sm:[&>:first-child]:col-span-2">
      <LabelledReference
        noun="programme"
        label="Programme"
        held={one("programme")}
        onChoose={(programme) => ask({ programme }, ["room", "invigilator"])}
      />
      <Select label="Level" value={one("level")} options={levels} none="All levels" onAsk={(level) => ask({ level })} />
      <LabelledReference
        noun="room"
        label="or Hall"
        held={one("room")}
        onChoose={(room) => ask({ room }, ["programme", "level", "invigilator"])}
      />
      <LabelledReference
        noun="invigilator"
        label="or Invigilator"
        held={one("invigilator")}
        onChoose={(invigilator) => ask({ invigilator }, ["programme", "level", "room"])}
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
        options={["1", "2"]}
        none="That runs"
        onAsk={(semester) => ask({ semester })}
      />
    </div>
  );
}

interface SelectParts {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly none: string;
  onAsk(value: string): void;
}

const Select = ({ label, value, options, none, onAsk }: SelectParts) => (
  <label className="block">
    <span className="mb-1 block font-semibold">{label}</span>
    <select className="control w-full" value={value} onChange={(event) => onAsk(event.target.value)}>
      <option value="">{none}</option>
      {options.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </label>
);

/** Which semester this is, when it is examined, and whether its timetable is out. */
function Standing({ of: { period } }: { of: ExamTimetable }) {
  const [asking, setAsking] = useState(false);
  const mayChange = useRight("exam-timetable.change");
  if (!period) return <Alert look="warn">No session runs now. Choose a session above.</Alert>;
  const called = `${semesterTitle(period.semester)} ${period.session.name}`;
  const { _id, start, end, publishedAt } = period;
  if (!_id || !start || !end)
    return (
      <div className="mb-4">
        <Alert look="warn" title={called}>
          The days of examinations of this semester are not kept yet, so its timetable cannot be published.{" "}
          {mayChange && (
            <Link className="link" to={`${link}/days/new?session=${period.session._id}&semester=${period.semester}`}>
              Say when they are
            </Link>
          )}
        </Alert>
      </div>
    );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        <strong>{called}</strong>, examinations {asDay(start)} to {asDay(end)}.{" "}
        {publishedAt
          ? `Published on ${asDay(publishedAt)}: every change is told to those whom it concerns.`
          : "A draft: students and invigilators do not see it yet."}
      </p>
      {mayChange && !publishedAt && (
        <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
          Publish
        </button>
      )}
      {asking && <PublishDialog period={_id} onHide={() => setAsking(false)} />}
    </div>
  );
}
