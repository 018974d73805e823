import { Printer } from "lucide-react";
import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useRereadWhile } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  approveProgression,
  declineProgression,
  progressionLines,
  progressions,
  readOutcomes,
  revertProgression,
  withdrawProgression,
} from "./progression.contract.ts";
import { outcomeLooks, type ProgressionState } from "./progression.rules.ts";

/** The paper, and what its reader may decide. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readOutcomes, { id: row._id });
  return (
    <>
      <Link to={`${progressions.link}/${row._id}/print`} className="button button-quiet">
        <Printer aria-hidden className="size-4" />
        Print
      </Link>
      {read.data && <Deciding row={row} version={read.data.version} undoable={read.data.undoable} />}
    </>
  );
}

function Deciding({ row, version, undoable }: { row: Row; version: number; undoable: string | null }) {
  const { me } = useGiven();
  const { _id, _title } = row;
  const params = { id: _id };
  const stays = <p>Everybody stays where they are. Another progression can be proposed then.</p>;
  const isOwn = (row.proposedby as Choice)._id === me._id;
  if (row.state === "Done" && undoable !== null)
    return (
      <ProposalDeeds
        isOwn={isOwn}
        deeds={[
          {
            word: "Take back",
            right: "progressions.approve",
            by: "another",
            title: `Take back: ${_title}`,
            follows: (
              <p>
                Whoever was moved goes back to where he or she was. Who has registered courses or was billed since
                stays, and is named. It can be taken back until {asMinute(undoable)}.
              </p>
            ),
            draft: `progression-revert:${_id}`,
            send: (body, attempt) => call(revertProgression, { params, body, attempt }),
          },
        ]}
      />
    );
  if (row.state !== "Proposed") return null;
  return (
    <ProposalDeeds
      isOwn={isOwn}
      deeds={[
        {
          word: "Take the proposal back",
          right: "progressions.change",
          by: "proposer",
          title: `Take back the proposal: ${_title}?`,
          follows: stays,
          send: (attempt) => call(withdrawProgression, { params, attempt }),
        },
        {
          word: "Decline",
          right: "progressions.approve",
          by: "another",
          title: `Decline: ${_title}`,
          follows: stays,
          draft: `progression-decline:${_id}`,
          send: (body, attempt) => call(declineProgression, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "progressions.approve",
          by: "another",
          isMain: true,
          title: `Approve: ${_title}?`,
          follows: (
            <p>
              {asCount(Number(row.moving), "student is", "students are")} moved in the background. Whoever stands
              otherwise by then than the list says is passed over. For 24 hours after its end it can be taken back.
            </p>
          ),
          send: (attempt) => call(approveProgression, { params, body: { seen: version }, attempt }),
        },
      ]}
    />
  );
}

/** How far it has come, who has which outcome, and who was passed over. */
export function Run({ row }: { row: Row }) {
  const state = row.state as ProgressionState;
  const isAtIt = state === "Running" || state === "Undoing";
  const read = useRead(readOutcomes, { id: row._id });
  useRereadWhile(isAtIt);
  return (
    <div className="grid max-w-3xl gap-3">
      {isAtIt ? <AtIt row={row} /> : <Alert {...told(row)} />}
      <Read from={read} waiting={<div className="bone late h-40" />}>
        {({ counts }) => <Counts row={row} counts={counts} />}
      </Read>
    </div>
  );
}

function AtIt({ row }: { row: Row }) {
  const [moving, waiting, moved, undone] = [row.moving, row.waiting, row.moved, row.undone].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [done, most] = row.state === "Running" ? [moving - waiting, moving] : [undone, undone + moved];
  return (
    <section aria-label="Progress" className="card px-5 py-4">
      <Progress
        label={`${asFigure(done)} of ${asFigure(most)} ${row.state === "Running" ? "done" : "moved back"}`}
        value={done}
        most={most}
      />
    </section>
  );
}

function Counts({ row, counts }: { row: Row; counts: Replied<typeof readOutcomes>["counts"] }) {
  const lines = (more: string) => `${progressionLines.link}?progression=${row._id}${more}`;
  const [skipped, moved] = [Number(row.skipped), Number(row.moved)];
  return (
    <section aria-labelledby="outcomes" className="card px-5 py-4">
      <h2 id="outcomes" className="text-large">
        Who is listed
      </h2>
      <ul>
        {counts.map(({ outcome, count }) => (
          <li
            key={outcome}
            className="flex items-center justify-between gap-3 border-line border-b py-2 last:border-b-0"
          >
            <WordBadge look={outcomeLooks[outcome]} word={outcome} />
            <Link
              to={lines(`&outcome=${outcome}`)}
              className="link figures"
              aria-label={`${outcome}: ${asFigure(count)}`}
            >
              {asFigure(count)}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={lines("")} className="link">
          Everybody, with the reason
        </Link>
        {skipped > 0 && (
          <>
            {" · "}
            <Link to={lines("&state=Skipped")} className="link">
              {asFigure(skipped)} passed over
            </Link>
          </>
        )}
        {row.state === "Undone" && moved > 0 && (
          <>
            {" · "}
            <Link to={lines("&state=Kept")} className="link">
              {asFigure(moved)} stayed moved
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

function told(row: Row): { look: "good" | "info" | "warn"; title: string } {
  const by = (row.decidedby as Choice | null)?.label;
  const on = row.decidedAt ? ` on ${asMinute(String(row.decidedAt))}` : "";
  const moved = asCount(Number(row.moved), "student was moved", "students were moved");
  if (row.state === "Proposed")
    return { look: "warn", title: `${asCount(Number(row.moving), "student")} to move. It waits for another person` };
  if (row.state === "Done") return { look: "good", title: `${moved}. Approved by ${by}${on}` };
  if (row.state === "Undone")
    return {
      look: "info",
      title: `Taken back by ${(row.undoneby as Choice | null)?.label}: ${asCount(Number(row.undone), "student")} moved back`,
    };
  return { look: "info", title: `${row.state} by ${by}${on}: nobody was moved` };
}
