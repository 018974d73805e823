import { useState } from "react";
import { StandIns } from "#access/office/office.stand-in.part.page.tsx";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { heldOf, useAsked, withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { type Query, writeQuery } from "#console/list/list.rules.ts";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, Navigate, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  approveRegistrations,
  readInbox,
  registrations,
  returnRegistrations,
  type SeenRegistrations,
} from "./inbox.contract.ts";
import { usualReturns } from "./inbox.rules.ts";

const Checked = opened(() => import("./inbox.one.part.page.tsx").then((part) => part.Checked));

// A paper, which most who look here do without.
const OfficeCourseForm = opened(() =>
  import("../course-form/course-form.staff.part.page.tsx").then((part) => part.OfficeCourseForm),
);
const DropCourse = opened(() => import("../bulk-drop/bulk-drop.page.tsx").then((part) => part.DropCourse));
const RegisterFor = opened(() => import("./inbox.for.page.tsx").then((part) => part.RegisterFor));

const { link } = registrations;

/** What waits for the head of department, judged already; every registration; one of them with what mends it. */
export function RegistrationsPage() {
  const { pathname, search } = useLocation();
  const decides = useRight("registrations.change");
  const form = /^\/staff\/registrations\/([^/]+)\/form$/.exec(pathname)?.[1];
  if (form) return <OfficeCourseForm id={form} back={`${link}/${form}`} />;
  const [, student] = new RegExp(`^${link}/for/?(.*)$`).exec(pathname) ?? [];
  if (student !== undefined) return <RegisterFor student={student} />;
  const [, course] = new RegExp(`^${link}/drop/?(.*)$`).exec(pathname) ?? [];
  if (course !== undefined) return <DropCourse course={course} />;
  if (pathname !== link) return <ListingScreens of={registrations} first={(row) => <Checked id={row._id} />} />;
  if (search === "" && decides) return <Navigate to={`${link}?state=Waiting`} replace />;
  return <Registrations />;
}

function Registrations() {
  const decides = useRight("registrations.change");
  const advises = useRight("registrations.advise");
  const registersFor = decides || advises;
  const { query } = useAsked(registrations);
  const narrowing = narrowingOf(query);
  const { data } = useRead(withQuery(readInbox, narrowing));
  const look = data?.look ?? null;
  return (
    <RecordList
      of={registrations}
      addAt={null}
      beside={
        <>
          {decides && (
            <Link to={`${link}/drop`} className="button button-quiet">
              Drop a course
            </Link>
          )}
          {registersFor && (
            <Link to={`${link}/for`} className="button button-quiet">
              Register for a student
            </Link>
          )}
        </>
      }
      deeds={decides ? (row) => <RowDeed row={row} /> : undefined}
      chosenDeeds={decides ? (picked) => <ChosenDeeds picked={picked} look={look} /> : undefined}
    >
      <StandIns />
      <Tabs />
      {data && query.filters.state === "Waiting" && <Inbox of={data} narrowing={narrowing} />}
    </RecordList>
  );
}

/** What the list is narrowed to beside where its rows stand, as a query string: the key keeps to it, too. */
function narrowingOf({ q, filters: { state: _, verdict: _1, stops: _2, ...filters } }: Query): string {
  return writeQuery({ q, filters, sort: "", after: "", view: "" });
}

const tabs = [
  ["?state=Waiting", "Waiting"],
  ["?state=Waiting&verdict=To%20be%20mended", "To be mended"],
  ["?state=Returned", "Returned"],
  ["?stops=course-withdrawn", "With a withdrawn course"],
  ["?sort=-arrivedAt", "All"],
] as const;

function Tabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where they stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={query} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

interface InboxParts {
  readonly of: Replied<typeof readInbox>;
  readonly narrowing: string;
}

/** How much waits, since when, and the one key that approves whatever is clear. */
function Inbox({ of, narrowing }: InboxParts) {
  const decides = useRight("registrations.change");
  const { waiting, clear, departments } = of;
  if (waiting === 0) return null;
  const oldest = Math.max(...departments.map((one) => one.oldest));
  return (
    <section aria-label="What waits" className="card mb-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {narrowing !== "" && "Of what you look for here, "}
          <strong>{asCount(waiting, "registration waits", "registrations wait")}</strong>, {waitWords(oldest)}.{" "}
          {clear === 0 ? "None" : asFigure(clear)} {clear === 1 || clear === 0 ? "is" : "are"} clear;{" "}
          {asFigure(waiting - clear)} {waiting - clear === 1 ? "is" : "are"} to be mended one by one.
        </p>
        {decides && clear > 0 && <ApproveClear of={of} narrowing={narrowing} />}
      </div>
      {departments.length > 1 && <Departments list={departments} />}
    </section>
  );
}

const waitWords = (days: number): string => (days === 0 ? "all since today" : `the oldest for ${asCount(days, "day")}`);

/** Who waits how long, by department. */
const Departments = ({ list }: { list: Replied<typeof readInbox>["departments"] }) => (
  <ul className="mt-2 border-line border-t">
    {list.map(({ _id, name, waiting, oldest }) => (
      <li key={_id} className="flex flex-wrap justify-between gap-x-3 border-line border-b py-1.5 last:border-b-0">
        {name}
        <span className="figures text-soft">
          {asFigure(waiting)}, {waitWords(oldest)}
        </span>
      </li>
    ))}
  </ul>
);

function ApproveClear({ of: { clear, look }, narrowing }: InboxParts) {
  const { shown, show, hide } = useShown();
  useKeys({ a: show }, { a: "Approve whatever is clear" });
  const query = ["state=Waiting&verdict=Clear", narrowing].filter(Boolean).join("&");
  return (
    <>
      <button type="button" className="button" aria-keyshortcuts="a" onClick={show}>
        Approve the {asFigure(clear)} clear{" "}
        <kbd aria-hidden className="hidden sm:inline">
          A
        </kbd>
      </button>
      {shown && <ApproveDialog seen={{ query, look }} named={asCount(clear, "clear registration")} onHide={hide} />}
    </>
  );
}

interface DialogParts {
  readonly seen: SeenRegistrations;
  readonly named: string;
  onHide(): void;
  /** Reads the list again where nothing else is said. */
  onDone?(): void | Promise<void>;
}

/** Sends a deed; where it was refused, what stands there now is read when its dialog is closed. */
function useSent({ onHide, onDone }: Pick<DialogParts, "onHide" | "onDone">) {
  const reread = useReread();
  const [refused, setRefused] = useState(false);
  return {
    sent: async <T,>(reply: Promise<T>): Promise<T> => {
      try {
        return await reply;
      } catch (failure) {
        setRefused(true);
        throw failure;
      }
    },
    hide: () => {
      onHide();
      if (refused) void reread();
    },
    done: onDone ?? reread,
  };
}

function ApproveDialog({ seen, named, ...parts }: DialogParts) {
  const { sent, hide, done } = useSent(parts);
  return (
    <Confirm
      title={`Approve ${named}?`}
      submit={`Approve ${named}`}
      send={(attempt) => sent(call(approveRegistrations, { body: seen, attempt }))}
      onHide={hide}
      onDone={done}
    >
      <p>
        Their courses count from now on, and each student gets a mail. Whatever is to be mended, or was changed or sent
        since you looked, stays as it is.
      </p>
    </Confirm>
  );
}

function ReturnDialog({ seen, named, ...parts }: DialogParts) {
  const { sent, hide, done } = useSent(parts);
  return (
    <ReasonDialog
      title={`Return ${named}?`}
      submit={`Return ${named}`}
      draft={`registration-return:${seen.rows?.map(({ _id }) => _id).join() ?? seen.query}`}
      usual={usualReturns}
      send={({ reason }, attempt) => sent(call(returnRegistrations, { body: { reason, ...seen }, attempt }))}
      onHide={hide}
      onDone={done}
    >
      <p>The student gets a mail with your words, mends the registration and sends it again.</p>
    </ReasonDialog>
  );
}

interface ChosenParts {
  readonly picked: Picked;
  /** When the list was looked at; null while that is not known. */
  readonly look: string | null;
}

function ChosenDeeds({ picked: { chosen, seen: rows, named, done }, look }: ChosenParts) {
  const [open, setOpen] = useState<"approve" | "return" | null>(null);
  if (!rows && look === null) return null;
  const seen = rows ? { rows: [...rows] } : { query: chosen.query ?? "", look: look ?? undefined };
  const parts = { seen, named, onHide: () => setOpen(null), onDone: done };
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen("approve")}>
        Approve
      </button>
      <button type="button" className="button button-quiet" onClick={() => setOpen("return")}>
        Return
      </button>
      {open === "approve" && <ApproveDialog {...parts} />}
      {open === "return" && <ReturnDialog {...parts} />}
    </>
  );
}

/** At the end of a line: approve what is clear, look at what is to be mended. */
function RowDeed({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  if (row.verdict === "To be mended")
    return (
      <Link to={`${link}/${row._id}`} className="button button-quiet">
        Mend
      </Link>
    );
  if (row.state !== "Waiting") return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Approve
      </button>
      {shown && (
        <ApproveDialog seen={{ rows: [{ _id: row._id, version: row.version }] }} named={row._title} onHide={hide} />
      )}
    </>
  );
}
