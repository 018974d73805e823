import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { StudentCard } from "../student/student.card.part.page.tsx";
import { type StudentStatus, stoppedBy, stoppedWords } from "../student/student.rules.ts";
import {
  approveChange,
  callOffChange,
  declineChange,
  proposeUndoing,
  readStanding,
  statusChanges,
  withdrawChange,
} from "./status-change.contract.ts";
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
      : `The student cannot ${new Intl.ListFormat("en-NG", { type: "disjunction" }).format(words)}.`,
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

const studentOf = (row: Row): string => (row.student as Choice)._id;

const proposerOf = (row: Row) => (row.proposedby as Choice | null)?._id;

/** Whom it is about, and what it brings about while that is still to come. */
export function Before({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readStanding, { id: studentOf(row) });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          {row.state === "Proposed" && proposerOf(row) === me._id && (
            <div className="lg:col-span-2">
              <Alert look="info" title="You proposed this">
                <p>A colleague who may approve it decides.</p>
              </Alert>
            </div>
          )}
          <StudentCard of={of.student} />
          {(row.state === "Proposed" || row.state === "Approved") && (
            <Effect
              of={of}
              status={row.status as StudentStatus}
              returnon={row.returnon as string | null}
              change={row._id}
            />
          )}
        </div>
      )}
    </Read>
  );
}

export function Deeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readStanding, { id: studentOf(row) });
  if (!read.data) return null;
  const isMine = proposerOf(row) === me._id;
  if (row.state === "Proposed") return <Deciding row={row} of={read.data} isMine={isMine} />;
  if (row.state === "Approved") return <CallOff row={row} />;
  const isUndoable = read.data.changes.some(({ _id, undoable }) => _id === row._id && undoable);
  return isUndoable && !read.data.proposed && <Undo row={row} />;
}

function Deciding({ row, of, isMine }: { row: Row; of: Standing; isMine: boolean }) {
  const params = { id: row._id };
  const what = `${row.status}: ${row.name}`;
  const stays = <p>{`Nothing is changed: ${row.name} stays ${of.student.status}. It can be proposed anew.`}</p>;
  return (
    <ProposalDeeds
      isOwn={isMine}
      deeds={[
        {
          word: "Take the proposal back",
          right: "student-status.change",
          by: "proposer",
          title: `Take back the proposal of ${what}?`,
          follows: stays,
          send: (attempt) => call(withdrawChange, { params, attempt }),
        },
        {
          word: "Decline",
          right: "student-status.approve",
          by: "another",
          title: `Decline ${what}`,
          follows: stays,
          draft: `status-decline:${row._id}`,
          send: (body, attempt) => call(declineChange, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "student-status.approve",
          by: "another",
          isMain: true,
          title: `Approve ${what}?`,
          follows: <p>What follows from it stands on this page. A wrong change can be undone, again by two people.</p>,
          send: (attempt) => call(approveChange, { params, body: { seen: of.student.version }, attempt }),
        },
      ]}
    />
  );
}

const CallOff = ({ row }: { row: Row }) => (
  <ProposalDeeds
    isOwn={false}
    deeds={[
      {
        word: "Call off",
        right: "student-status.approve",
        by: "anybody",
        title: `Call off ${row.status}: ${row.name}`,
        follows: <p>Its day has not come, so nothing was changed yet, and nothing will be.</p>,
        draft: `status-call-off:${row._id}`,
        send: (body, attempt) => call(callOffChange, { params: { id: row._id }, body, attempt }),
      },
    ]}
  />
);

const Undo = ({ row }: { row: Row }) => (
  <ProposalDeeds
    isOwn={false}
    deeds={[
      {
        word: "Propose to undo",
        right: "student-status.change",
        by: "anybody",
        title: `Undo ${row.status}: ${row.name}`,
        follows: (
          <p>
            For a change that was wrong. Once a second person approves, the status is {String(row.fromstatus)} again,
            the student is told, and both changes stay in the history. Whoever returns gets another status instead.
          </p>
        ),
        draft: `status-undo:${row._id}`,
        send: (body, attempt) => call(proposeUndoing, { params: { id: row._id }, body, attempt }),
      },
    ]}
  />
);
