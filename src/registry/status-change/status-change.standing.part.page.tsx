import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { type StudentStatus, stoppedBy, stoppedWords } from "../student/student.rules.ts";
import { readStanding, statusChanges } from "./status-change.contract.ts";
import { isTold, returnReminderDays, stateLooks } from "./status-change.rules.ts";

export type Standing = Replied<typeof readStanding>;

interface EffectParts {
  readonly of: Standing;
  readonly status: StudentStatus;
  /** When whoever is away is expected back; null for nobody. */
  readonly returnon: string | null;
  /** The change itself, where it is kept already. */
  readonly change?: string;
}

/** What another status brings about, one line each: read before it is proposed, and again before it is approved. */
export function Effect({ of, status, returnon, change }: EffectParts) {
  return (
    <section aria-labelledby="effect" className="card px-5 py-4">
      <h2 id="effect" className="text-large">
        What follows from {status}
      </h2>
      <ul className="mt-1 grid list-disc gap-1.5 pl-5">
        {linesOf(of, status, returnon, change).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function linesOf(of: Standing, status: StudentStatus, returnon: string | null, change: string | undefined): string[] {
  const { student, signins, owed, open, planned } = of;
  const stopped = stoppedBy(status);
  const words = stopped.map((what) => stoppedWords[what]);
  return [
    stopped.length === 0
      ? "Nothing is stopped: courses, examinations, results and the student’s area are open."
      : `The student can not ${new Intl.ListFormat("en-NG", { type: "disjunction" }).format(words)}.`,
    ...(stopped.includes("signin") && signins > 0
      ? [`Signed in at ${asCount(signins, "place")} now: ended at once.`]
      : []),
    ...(returnon
      ? [`Expected back on ${asDay(returnon)}; reminded ${returnReminderDays.join(" and ")} days before by e-mail.`]
      : []),
    ...(planned && planned._id !== change
      ? [`The change to ${planned.status} that is approved for ${asDay(planned.effective)} falls away.`]
      : []),
    owed > 0
      ? `${asNaira(owed)} of the tuition is left to pay, and stays owed.`
      : owed < 0
        ? `${asNaira(-owed)} was paid beyond the bills, and stays the student’s credit.`
        : "Nothing of the tuition is owed.",
    ...open.map(
      ({ rrr, description, amount }) =>
        `Still payable: ${description}, ${asNaira(amount)}${rrr ? ` (RRR ${groupedRrr(rrr)})` : ""}.`,
    ),
    isTold(status) ? `A letter by e-mail to ${student.emailaddress}, with the reason.` : "Nobody is written to.",
  ];
}

const { link } = statusChanges;

/** A student's status over the years, and the way to another. */
export function StatusOfStudent({ student }: { student: string }) {
  const read = useRead(readStanding, { id: student });
  const mayChange = useRight("student-status.change");
  return (
    <section aria-labelledby="status" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="status" className="text-large">
          Status
        </h2>
        {mayChange && read.data && !read.data.proposed && read.data.possible.length > 0 && (
          <Link to={`${link}/new?student=${student}`} className="button button-quiet">
            Change status
          </Link>
        )}
      </div>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {({ student: { status, statusAt }, changes }) => (
          <>
            <p className="mt-1 text-soft">
              {status} since {asDay(statusAt)}
            </p>
            <ol>
              {changes.map(({ _id, ...change }) => (
                <li key={_id} className="border-line border-b py-2.5 last:border-b-0">
                  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <Link to={`${link}/${_id}`} className="link">
                      {change.fromstatus} to {change.status}, from {asDay(change.effective)}
                    </Link>
                    <WordBadge look={stateLooks[change.state]} word={change.state} />
                  </div>
                  <p className="text-soft">
                    {change.kind}: {change.reason}
                  </p>
                  {change.returnon && (
                    <p className={change.overdue ? "text-bad" : "text-soft"}>
                      {change.overdue ? "Was expected back on" : "Back on"} {asDay(change.returnon)}
                    </p>
                  )}
                </li>
              ))}
            </ol>
          </>
        )}
      </Read>
    </section>
  );
}
