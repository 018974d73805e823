import { useEffect, useRef, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asWeekday } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { screeningBookings } from "../screening.contract.ts";
import { readHallDays, seekPerson } from "./hall.contract.ts";

const HallSheetForm = opened(() => import("./hall.sheet.part.page.tsx").then((part) => part.HallSheetForm));

const people = { ...screeningBookings, usual: "name" };

/** The table at the hall: whoever stands before it is found, and what was seen is kept, one person after another. */
export function ScreeningPage() {
  const { pathname, search } = useLocation();
  const days = useRead(readHallDays);
  if (pathname === screeningBookings.link)
    return (
      <RecordList of={people} addAt={null}>
        <Link to="/staff/screening" className="link">
          To the table
        </Link>
      </RecordList>
    );
  const person = matched(`${screeningBookings.link}/:id`, pathname)?.id;
  return (
    <Read from={days} waiting={<div className="bone late h-40" />}>
      {(list) => {
        const day = list.find(({ _id }) => _id === new URLSearchParams(search).get("day")) ?? list[0];
        if (!day) return <NoDay />;
        return <HallTable key={day._id} day={day} days={list} first={person} />;
      }}
    </Read>
  );
}

const NoDay = () => (
  <>
    <ConsoleHeading title="Screening table" />
    <EmptyState title="No screening day yet" text="Add a day with its hall and times. The table opens on it.">
      <LinkButton to="/staff/screening-days">Screening days</LinkButton>
    </EmptyState>
  </>
);

type Day = Replied<typeof readHallDays>[number];
type Found = Replied<typeof seekPerson>;

interface TableParts {
  readonly day: Day;
  readonly days: readonly Day[];
  /** Whom the address names. */
  readonly first: string | undefined;
}

function HallTable({ day, days, first }: TableParts) {
  const navigate = useNavigate();
  const [person, setPerson] = useState(first);
  const [found, setFound] = useState<{ readonly typed: string; readonly list: Found } | null>(null);
  const [failed, setFailed] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!first) box.current?.focus();
  }, [first]);
  useKeys({ "/": () => box.current?.focus() }, { "/": "Find the next person" });
  const seek = async (typed: string) => {
    setFailed("");
    setPerson(undefined);
    try {
      const path = `${seekPerson.path}?q=${encodeURIComponent(typed)}` as typeof seekPerson.path;
      const list = await call({ ...seekPerson, path }, { params: { day: day._id } });
      const [only, ...more] = list;
      setFound({ typed, list });
      if (only && more.length === 0) setPerson(only._id);
    } catch (failure) {
      setFound(null);
      setFailed(sentenceOf(failure));
    }
  };
  const next = () => {
    setPerson(undefined);
    setFound(null);
    if (box.current) box.current.value = "";
    box.current?.focus();
  };
  return (
    <>
      <ConsoleHeading title="Screening table">
        <Link to={`${screeningBookings.link}?day=${day._id}`} className="button button-quiet">
          People
        </Link>
        <Link to="/staff/jamb-lists" className="button button-quiet">
          Scores from a file
        </Link>
      </ConsoleHeading>
      <div className="card mb-4 grid gap-3 p-4 sm:grid-cols-2">
        <label className="grid gap-1">
          <span className="font-semibold">Day</span>
          <select
            className="control"
            value={day._id}
            onChange={({ target }) => navigate(`/staff/screening?day=${target.value}`)}
          >
            {days.map(({ _id, name, day: date, today }) => (
              <option key={_id} value={_id}>
                {today ? "Today: " : ""}
                {name}, {asWeekday(`${date}T12:00:00Z`)}
              </option>
            ))}
          </select>
          <span className="figures text-small text-soft">
            {day.hall}. {asFigure(day.booked)} expected, {asFigure(day.attended)} came, {asFigure(day.absent)} absent
          </span>
        </label>
        <form
          className="grid gap-1"
          onSubmit={(event) => {
            event.preventDefault();
            void seek(box.current?.value.trim() ?? "");
          }}
        >
          <label htmlFor="seek" className="font-semibold">
            Who is here?
          </label>
          <div className="flex gap-2">
            <input
              ref={box}
              id="seek"
              type="search"
              className="control"
              autoComplete="off"
              aria-describedby="seek-hint"
            />
            <button type="submit" className="button">
              Find
            </button>
          </div>
          <span id="seek-hint" className="text-small text-soft">
            Scan the slip, or type the code, JAMB number or name, then Enter
          </span>
        </form>
      </div>
      {failed && <Alert look="bad">{failed}</Alert>}
      {found && !person && <Choices found={found} choose={setPerson} />}
      {person && <HallSheetForm key={person} id={person} day={day} done={next} />}
    </>
  );
}

interface ChoiceParts {
  readonly found: { readonly typed: string; readonly list: Found };
  choose(id: string): void;
}

function Choices({ found: { typed, list }, choose }: ChoiceParts) {
  if (list.length === 0)
    return (
      <Alert look="bad">
        Nobody of this session is found by “{typed}”. Compare it with the slip, or look for the name.
      </Alert>
    );
  return (
    <section aria-label="Found" className="card">
      <ul>
        {list.map(({ _id, name, code, jamb, programme }) => (
          <li key={_id} className="border-line border-b last:border-b-0">
            <button
              type="button"
              className="flex w-full flex-wrap gap-x-4 px-4 py-3 text-left hover:bg-sunk"
              onClick={() => choose(_id)}
            >
              <strong>{name}</strong>
              <span className="figures">{jamb}</span>
              <span className="figures">{code}</span>
              <span className="text-soft">{programme}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
