import { useState } from "react";
import { StandIns } from "#access/office/office.stand-in.part.page.tsx";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
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
import { approveRegistrations, readInbox, registrations, returnRegistrations } from "./inbox.contract.ts";
import { usualReturns } from "./inbox.rules.ts";

const Checked = opened(() => import("./inbox.one.part.page.tsx").then((part) => part.Checked));

// A paper, which most who look here do without.
const OfficeCourseForm = opened(() =>
  import("../course-form/course-form.staff.part.page.tsx").then((part) => part.OfficeCourseForm),
);
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
  if (pathname !== link) return <ListingScreens of={registrations} first={(row) => <Checked id={row._id} />} />;
  if (search === "" && decides) return <Navigate to={`${link}?state=Waiting`} replace />;
  return (
    <RecordList
      of={registrations}
      addAt={null}
      beside={
        decides && (
          <Link to={`${link}/for`} className="button button-quiet">
            Register for a student
          </Link>
        )
      }
      deeds={decides ? (row) => <RowDeed row={row} /> : undefined}
      chosenDeeds={decides ? (picked) => <ChosenDeeds picked={picked} /> : undefined}
    >
      <StandIns />
      <Tabs />
      <Inbox />
    </RecordList>
  );
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

/** How much waits, since when, and the one key that approves whatever is clear. */
function Inbox() {
  const { data } = useRead(readInbox);
  const { search } = useLocation();
  const decides = useRight("registrations.change");
  if (!data || data.waiting === 0 || !new URLSearchParams(search).has("state", "Waiting")) return null;
  const { waiting, clear, departments } = data;
  const oldest = Math.max(...departments.map((one) => one.oldest));
  return (
    <section aria-label="What waits" className="card mb-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong>{asCount(waiting, "registration waits", "registrations wait")}</strong>, {waitWords(oldest)}. In{" "}
          {asFigure(clear)} nothing is found; {asFigure(waiting - clear)} {waiting - clear === 1 ? "is" : "are"} to be
          mended one by one.
        </p>
        {decides && clear > 0 && <ApproveClear clear={clear} />}
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

function ApproveClear({ clear }: { clear: number }) {
  const reread = useReread();
  const { shown, show, hide } = useShown();
  useKeys({ a: show }, { a: "Approve whatever is clear" });
  const query = "state=Waiting&verdict=Clear";
  return (
    <>
      <button type="button" className="button" aria-keyshortcuts="a" onClick={show}>
        Approve the {asFigure(clear)} clear <kbd aria-hidden>A</kbd>
      </button>
      {shown && (
        <ApproveDialog
          chosen={{ query, count: clear }}
          named={asCount(clear, "clear registration")}
          onHide={hide}
          onDone={reread}
        />
      )}
    </>
  );
}

interface DialogParts {
  readonly chosen: Picked["chosen"];
  readonly named: string;
  onHide(): void;
  onDone(): void | Promise<void>;
}

const bodyOf = ({ ids, ...rest }: Picked["chosen"]) => ({ ...rest, ...(ids && { ids: [...ids] }) });

const ApproveDialog = ({ chosen, named, onHide, onDone }: DialogParts) => (
  <Confirm
    title={`Approve ${named}?`}
    submit={`Approve ${named}`}
    send={(attempt) => call(approveRegistrations, { body: bodyOf(chosen), attempt })}
    onHide={onHide}
    onDone={onDone}
  >
    <p>
      Their courses count from now on, and each student gets a mail. Whatever is to be mended, or is changed by its
      student meanwhile, stays as it is.
    </p>
  </Confirm>
);

const ReturnDialog = ({ chosen, named, onHide, onDone }: DialogParts) => (
  <ReasonDialog
    title={`Return ${named}?`}
    submit={`Return ${named}`}
    draft={`registration-return:${chosen.ids?.join() ?? chosen.query}`}
    usual={usualReturns}
    send={({ reason }, attempt) => call(returnRegistrations, { body: { reason, ...bodyOf(chosen) }, attempt })}
    onHide={onHide}
    onDone={onDone}
  >
    <p>The student gets a mail with your words, mends the registration and sends it again.</p>
  </ReasonDialog>
);

function ChosenDeeds({ picked: { chosen, named, done } }: { picked: Picked }) {
  const [open, setOpen] = useState<"approve" | "return" | null>(null);
  const parts = { chosen, named, onHide: () => setOpen(null), onDone: done };
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
  const reread = useReread();
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
        <ApproveDialog chosen={{ ids: [row._id], count: 1 }} named={row._title} onHide={hide} onDone={reread} />
      )}
    </>
  );
}
