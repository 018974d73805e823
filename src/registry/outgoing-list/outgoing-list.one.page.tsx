import { Download, Printer } from "lucide-react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useRereadWhile } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import {
  declineList,
  outgoingListLines,
  outgoingLists,
  readMovedSince,
  signListOff,
  withdrawList,
} from "./outgoing-list.contract.ts";
import { isSignedOff, kindRules, type ListKind, type ListState } from "./outgoing-list.rules.ts";

/** The file where it may leave, the paper, and what its reader may decide. */
export function ListDeeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const state = row.state as ListState;
  const isMine = (row.madeby as Choice)._id === me._id;
  return (
    <>
      {row.digest !== null && (
        <Link to={`${outgoingLists.link}/${row._id}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
      )}
      {isSignedOff(state) && (
        <a href={`/api${outgoingLists.calls.list.path}/${row._id}/file`} download className="button">
          <Download aria-hidden className="size-4" />
          Download the file
        </a>
      )}
      {(state === "Made" || state === "Being made") && <Deciding row={row} isMine={isMine} />}
    </>
  );
}

function Deciding({ row: { _id, _title, kind, state }, isMine }: { row: Row; isMine: boolean }) {
  const params = { id: _id };
  const stays = <p>Nothing leaves the college. Another list can be made then.</p>;
  const signingOff: ProposalDeed = {
    word: "Sign off",
    right: "outgoing-lists.approve",
    by: "another",
    isMain: true,
    title: `Sign ${_title} off?`,
    follows: (
      <p>
        Your name stands on it. The file may leave for {kindRules[kind as ListKind].to} and is kept as it is; an earlier
        edition is superseded.
      </p>
    ),
    send: (attempt) => call(signListOff, { params, attempt }),
  };
  return (
    <ProposalDeeds
      isOwn={isMine}
      deeds={[
        {
          word: "Drop",
          right: "outgoing-lists.change",
          by: "proposer",
          title: `Drop ${_title}?`,
          follows: stays,
          send: (attempt) => call(withdrawList, { params, attempt }),
        },
        {
          word: "Send back",
          right: "outgoing-lists.approve",
          by: "another",
          title: `Send ${_title} back`,
          follows: stays,
          draft: `list-decline:${_id}`,
          send: (body, attempt) => call(declineList, { params, body, attempt }),
        },
        ...(state === "Made" ? [signingOff] : []),
      ]}
    />
  );
}

/** Who stands in it and who does not, with the way to both. */
export function ListStanding({ row }: { row: Row }) {
  if (row.state === "Being made") return <BeingMade row={row} />;
  const [people, held] = [Number(row.people), Number(row.held)];
  const lines = (more: string) => `${outgoingListLines.link}?list=${row._id}${more}`;
  return (
    <div className="grid max-w-3xl gap-3">
      <Alert {...told(row)}>
        <p>
          <Link to={lines("")} className="link">
            Look at the lines
          </Link>
          {held > 0 && (
            <>
              {" · "}
              <Link to={lines("&standing=Held back")} className="link">
                {asFigure(held)} held back, with the reason
              </Link>
            </>
          )}
          {" · "}
          <Link to={lines("&complete=false")} className="link">
            Where something is missing
          </Link>
        </p>
      </Alert>
      {row.state === "Made" && <MovedSince list={row._id} />}
      <p className="sr-only">{asCount(people, "person", "people")} in the file</p>
    </div>
  );
}

/** How far a list is that was ordered; it shows itself once it is made. */
function BeingMade({ row }: { row: Row }) {
  useRereadWhile(true);
  const [people, written] = [Number(row.people), Number(row.written)];
  return (
    <section aria-label="Progress" className="card max-w-3xl px-5 py-4">
      <Progress
        label={
          written === 0
            ? `It is being made: ${asCount(people, "person", "people")} are looked at`
            : `It is being made: ${asFigure(written)} of ${asFigure(people)} are in the file`
        }
        value={written}
        most={people}
      />
    </section>
  );
}

/** Who left or moved while the list waited, and what to do about it. */
function MovedSince({ list }: { list: string }) {
  const read = useRead(readMovedSince, { id: list });
  return (
    <Read from={read} waiting={null}>
      {({ count, people }) =>
        count > 0 && (
          <Alert look="bad" title={`${asFigure(count)} of its lines ${count === 1 ? "is" : "are"} not true any more`}>
            <p>Make it anew before it is signed off: drop it, or send it back, then make another.</p>
            <ul className="mt-1">
              {people.map(({ student, name, matric, now }) => (
                <li key={student ?? name}>
                  {[name, matric].filter(Boolean).join(", ")}: <strong>{now}</strong>
                </li>
              ))}
            </ul>
            {count > people.length && <p>and {asFigure(count - people.length)} more</p>}
          </Alert>
        )
      }
    </Read>
  );
}

function told(row: Row): { look: "good" | "info" | "warn"; title: string } {
  const people = asCount(Number(row.people), "person", "people");
  const by = (row.decidedby as Choice | null)?.label;
  const on = row.decidedAt ? ` on ${asMinute(String(row.decidedAt))}` : "";
  if (row.state === "Signed off")
    return { look: "good", title: `${people}. Signed off by ${by}${on}, and kept as it went out` };
  if (row.state === "Superseded")
    return { look: "info", title: `${people}. Signed off by ${by}${on}; a later edition has taken its place` };
  if (row.state === "Dropped") return { look: "info", title: `${people}. Dropped by ${by}${on}: it never left` };
  return { look: "warn", title: `${people}. It waits for another person to sign it off` };
}
