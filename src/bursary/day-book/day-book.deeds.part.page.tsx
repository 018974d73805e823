import { Lock } from "lucide-react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import {
  approveReopening,
  closeBookDay,
  type DayReopening,
  declineReopening,
  proposeReopening,
  type ReadDay,
  readBookDay,
  withdrawReopening,
} from "./day-book.contract.ts";
import { waitingInWords } from "./day-book.rules.ts";

export function CloseDay({ day }: { day: string }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const mayChange = useRight("day-book.change");
  if (!mayChange) return null;
  return (
    <>
      <button type="button" className="button" onClick={show}>
        <Lock aria-hidden className="size-4" />
        Close {asDay(day)}
      </button>
      {shown && (
        <Confirm
          title={`Close ${asDay(day)}?`}
          submit="Close the day"
          send={(attempt) => call(closeBookDay, { params: { day }, attempt })}
          onHide={hide}
          onDone={reread}
        >
          <WhatIsClosed day={day} />
          <p>
            What stands in it stays. Payments that are still verified on this day go to the next one. To open it again
            takes two people.
          </p>
        </Confirm>
      )}
    </>
  );
}

function WhatIsClosed({ day }: { day: string }) {
  const read = useRead(readBookDay, { day });
  return (
    <Read from={read} waiting={<div className="bone late mb-3 h-8" />}>
      {(found) => (
        <>
          <p className="mb-3">
            <DaySum of={found} />
          </p>
          {found.waiting > 0 && (
            <p className="mb-3 font-semibold">{waitingInWords(found.waiting)}. The day may be closed all the same.</p>
          )}
        </>
      )}
    </Read>
  );
}

/** "₦457,500.00 came in, 183 receipts". */
export const DaySum = ({ of: { came, receipts } }: { of: Pick<ReadDay, "came" | "receipts"> }) => (
  <span className="figures">
    <strong className="text-title">{asNaira(came)}</strong> came in, {asCount(receipts, "receipt")}
  </span>
);

export function OpenAgain({ day }: { day: string }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Propose to open again
      </button>
      {shown && (
        <ReasonDialog
          title={`Open ${asDay(day)} again?`}
          submit="Propose it"
          draft={`day-book-reopen:${day}`}
          send={(body, attempt) => call(proposeReopening, { params: { day }, body, attempt })}
          onHide={hide}
          onDone={reread}
        >
          <p>
            Somebody else must approve it. Then this day and every day that was closed after it are open, and must be
            closed anew.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

/** What waits for a second person, with what the reader may do about it. */
export function ReopeningNotice({ of }: { of: DayReopening | null }) {
  const { me } = useGiven();
  if (!of) return null;
  const { day, days, reason, proposedby, createdAt } = of;
  const isOwn = proposedby._id === me._id;
  return (
    <Alert look="warn" title={`To open ${asDay(day)} again waits for ${isOwn ? "somebody else" : "approval"}`}>
      <p>
        “{reason}”, {proposedby.name}, {asMinute(createdAt)}.{" "}
        {days === 1 ? "One closed day would be open again." : `${days} closed days would be open again.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        <ProposalDeeds deeds={deedsOn(of)} isOwn={isOwn} />
      </div>
    </Alert>
  );
}

const deedsOn = ({ _id, day, days }: DayReopening): readonly ProposalDeed[] => [
  {
    word: "Withdraw",
    right: "day-book.change",
    by: "proposer",
    title: "Withdraw the proposal?",
    follows: <p>The day stays closed.</p>,
    send: (attempt) => call(withdrawReopening, { params: { id: _id }, attempt }),
  },
  {
    word: "Approve",
    right: "day-book.approve",
    by: "another",
    isMain: true,
    title: `Open ${asDay(day)} again?`,
    follows: (
      <p>
        {days === 1 ? "The day is" : `The day and all later ones, ${days} in all, are`} open again. The former hashes
        stay in the history.
      </p>
    ),
    send: (attempt) => call(approveReopening, { params: { id: _id }, body: { days }, attempt }),
  },
  {
    word: "Decline",
    right: "day-book.approve",
    by: "another",
    title: `Leave ${asDay(day)} closed?`,
    follows: <p>The day stays closed, and whoever proposed it reads why.</p>,
    draft: `day-book-decline:${_id}`,
    send: (body, attempt) => call(declineReopening, { params: { id: _id }, body, attempt }),
  },
];
