import { type ReactNode, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { screeningBookings } from "../screening.contract.ts";
import { type DayState, dayStepsFrom } from "../screening.rules.ts";
import {
  cancelDay,
  closeDay,
  type DayPlan,
  markAbsent,
  openDay,
  placeUnbooked,
  readDayPlan,
  screeningDays,
} from "./day.contract.ts";

/** The days with their counts; one day with its slots and what can be done. */
export const ScreeningDaysPage = () => (
  <RecordScreens of={screeningDays} deeds={(row) => <DayDeeds row={row} />}>
    {(row) => <Slots row={row} />}
  </RecordScreens>
);

type Deed = "open" | "close" | "cancel" | "place" | "absent";

function DayDeeds({ row }: { row: Row }) {
  const mayChange = useRight("screening-days.change");
  const mayTake = useRight("screening.change");
  const reread = useReread();
  const plan = useRead(readDayPlan, { id: row._id }).data;
  const [open, setOpen] = useState<Deed | null>(null);
  const steps = dayStepsFrom(row.state as DayState);
  const placed = plan ? Math.min(plan.free, plan.unbooked) : 0;
  const params = { id: row._id };
  const hide = () => setOpen(null);
  const button = (deed: Deed, word: string, look = "button button-quiet") => (
    <button type="button" className={look} onClick={() => setOpen(deed)}>
      {word}
    </button>
  );
  const ask = (deed: Deed, title: string, submit: string, send: (attempt: string) => Promise<Said>, words: ReactNode) =>
    open === deed && (
      <Confirm title={title} submit={submit} send={send} onHide={hide} onDone={reread}>
        {words}
      </Confirm>
    );
  return (
    <>
      {mayChange && steps.includes("Open") && button("open", "Open for booking", "button")}
      {mayChange &&
        placed > 0 &&
        row.state !== "Cancelled" &&
        button("place", `Place ${asFigure(placed)} without a time`)}
      {mayTake && plan && plan.missing > 0 && button("absent", `Mark ${asFigure(plan.missing)} absent`)}
      {mayChange && steps.includes("Closed") && button("close", "Close booking")}
      {mayChange && steps.includes("Cancelled") && button("cancel", "Cancel the day", "button button-danger")}
      {ask(
        "open",
        `Open ${row._title} for booking?`,
        "Open for booking",
        (attempt) => call(openDay, { params, body: {}, attempt }),
        "Applicants that it is for see its times and choose one. Tell them by a notification, if they should hear of it at once.",
      )}
      {ask(
        "close",
        `Close the booking of ${row._title}?`,
        "Close booking",
        (attempt) => call(closeDay, { params, body: {}, attempt }),
        "Whoever has a time keeps it. The office can still place people.",
      )}
      {ask(
        "place",
        `Place ${asCount(placed, "applicant")} in ${row._title}?`,
        `Place ${asFigure(placed)}`,
        (attempt) => call(placeUnbooked, { params, body: { count: placed }, attempt }),
        `The free places go to applicants without a time, in the order of their codes. Each gets a mail with the time and the hall. ${asCount(
          (plan?.unbooked ?? 0) - placed,
          "applicant stays",
          "applicants stay",
        )} without one.`,
      )}
      {ask(
        "absent",
        `Mark ${asCount(plan?.missing ?? 0, "person", "people")} absent?`,
        "Mark absent",
        (attempt) => call(markAbsent, { params, body: {}, attempt }),
        "They were expected at times that are over, and nobody has marked them as there. The table can correct each of them.",
      )}
      {open === "cancel" && (
        <ReasonDialog
          title={`Cancel ${row._title}`}
          submit="Cancel the day"
          draft={`cancel-screening:${row._id}`}
          send={(body, attempt) => call(cancelDay, { params, body, attempt })}
          onHide={hide}
          onDone={reread}
        >
          Whoever is booked gets a mail with what you write here, and may book another day. A cancelled day stays
          cancelled.
        </ReasonDialog>
      )}
    </>
  );
}

interface Said {
  readonly message: string;
}

/** Who is expected when, and the way to the people and to the table. */
function Slots({ row }: { row: Row }) {
  const plan = useRead(readDayPlan, { id: row._id });
  const seesPeople = useRight("screening");
  return (
    <section aria-labelledby="slots" className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <h2 id="slots" className="text-large">
          Times
        </h2>
        {seesPeople && (
          <p className="flex flex-wrap gap-x-4">
            <Link to={`${screeningBookings.link}?day=${row._id}`} className="link">
              See the people
            </Link>
            <Link to={`/staff/screening?day=${row._id}`} className="link">
              Go to the table
            </Link>
          </p>
        )}
      </div>
      <Read from={plan} waiting={<div className="bone late h-40" />}>
        {(found) => <SlotTable plan={found} />}
      </Read>
    </section>
  );
}

const SlotTable = ({ plan: { slots, unbooked, unexpected } }: { plan: DayPlan }) => (
  <>
    <div className="overflow-x-auto border-line border-t">
      <table className="figures w-full border-collapse text-left">
        <thead className="bg-sunk text-small text-soft">
          <tr>
            {["Time", "Booked", "Places", "Came", "Absent"].map((word) => (
              <th key={word} scope="col" className="px-2 py-2 font-semibold sm:px-4">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map(({ _id, starts, booked, places, attended, absent }) => (
            <tr key={_id} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap px-2 py-1.5 font-normal sm:px-4">
                {asMinute(starts).split(" at ").at(-1)}
              </th>
              {[booked, places, attended, absent].map((count, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
                <td key={at} className="px-2 py-1.5 sm:px-4">
                  {asFigure(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <p className="border-line border-t px-4 py-3 text-soft">
      {asCount(unbooked, "applicant that it is for has", "applicants that it is for have")} no time yet.
      {unexpected > 0 && ` ${asCount(unexpected, "person", "people")} came without a booking.`}
    </p>
  </>
);
