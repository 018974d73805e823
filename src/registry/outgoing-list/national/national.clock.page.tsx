import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readListTerms } from "../outgoing-list.contract.ts";
import { DAYS_BEFORE_DUE } from "../outgoing-list.rules.ts";

type Clock = Replied<typeof readListTerms>["clocks"][number];

/** How far the National Matriculation List of each of the last sessions has come, and how long there is. */
export function Clocks() {
  const read = useRead(readListTerms);
  return (
    <Read from={read} waiting={<div className="bone late mb-3 h-16" />}>
      {({ clocks }) =>
        clocks.length > 0 && (
          <section aria-label="National Matriculation List" className="mb-4 grid max-w-3xl gap-3">
            {clocks.map((clock) => (
              <OneClock key={clock.session} of={clock} />
            ))}
          </section>
        )
      }
    </Read>
  );
}

function OneClock({ of }: { of: Clock }) {
  const { name, began, ceremony, due, daysleft, students, sent, listed, returned } = of;
  const left = students - sent;
  return (
    <Alert look={lookOf(of)} title={`National Matriculation List ${name}: ${whenDue(due, daysleft, left)}`}>
      <p className="figures">
        {asCount(students, "student")}, {asFigure(sent)} sent, {asFigure(listed)} listed by JAMB
        {returned > 0 && (
          <>
            ,{" "}
            <Link to={"/staff/matriculation-answers?answer=Returned"} className="link">
              {asFigure(returned)} returned
            </Link>
          </>
        )}
        {left > 0 && `, ${asFigure(left)} not sent yet`}.
      </p>
      <p className="text-small">
        Three months from {asDay(began)}
        {ceremony
          ? ", the day of the matriculation."
          : ", when the first matric number was given. Say the day of the matriculation on the session's page."}
      </p>
    </Alert>
  );
}

function lookOf({ daysleft, students, sent, listed }: Clock): "good" | "info" | "warn" | "bad" {
  if (sent >= students) return listed >= students ? "good" : "info";
  if (daysleft < 0) return "bad";
  return daysleft <= DAYS_BEFORE_DUE ? "warn" : "info";
}

function whenDue(due: string, daysleft: number, left: number): string {
  if (left === 0) return "everybody is sent";
  if (daysleft < 0) return `was due on ${asDay(due)}`;
  return daysleft === 0 ? "due today" : `due on ${asDay(due)}, in ${asCount(daysleft, "day")}`;
}
