import { useState } from "react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { AdjustedBills, AdjustedParts } from "./bill-adjustment.bills.part.page.tsx";
import {
  approveAdjustment,
  billAdjustments,
  declineAdjustment,
  proposeAdjustmentUndone,
  readAdjusted,
  withdrawAdjustment,
} from "./bill-adjustment.contract.ts";

const unchanged = <p>The bills stay as they are. It can be proposed anew.</p>;

/** What may be done with a change of bills, as it stands. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readAdjusted, { id: row._id });
  if (!read.data) return null;
  const { own, bills } = read.data;
  const params = { id: row._id };
  const deeds: readonly ProposalDeed[] = [
    {
      word: "Withdraw",
      right: "bill-adjustments.change",
      by: "proposer",
      title: `Withdraw: ${row._title}`,
      follows: unchanged,
      send: (attempt) => call(withdrawAdjustment, { params, attempt }),
    },
    {
      word: "Decline",
      right: "bill-adjustments.approve",
      by: "another",
      title: `Decline: ${row._title}`,
      follows: unchanged,
      draft: `bill-adjustment-decline:${row._id}`,
      send: (body, attempt) => call(declineAdjustment, { params, body, attempt }),
    },
    {
      word: "Approve",
      right: "bill-adjustments.approve",
      by: "another",
      isMain: true,
      title: `Approve: ${row._title}`,
      follows: (
        <p>
          {asCount(bills.length, "bill")} {bills.length === 1 ? "changes" : "change"} at once, and each student gets a
          mail. A bill that no longer takes it stays as it is.
        </p>
      ),
      send: (attempt) => call(approveAdjustment, { params, attempt }),
    },
  ];
  if (row.state === "Proposed") return <ProposalDeeds deeds={deeds} isOwn={own} />;
  const standing = bills.filter(({ undoable }) => undoable);
  return standing.length > 0 ? (
    <Undo
      id={row._id}
      charges={row.kind === "late-back"}
      word={standing.length === 1 ? "Take it back" : `Take back all ${standing.length}`}
    />
  ) : null;
}

interface UndoParts {
  readonly id: string;
  /** Whether a late charge comes again. */
  readonly charges: boolean;
  readonly bill?: string;
  readonly name?: string;
  readonly word: string;
}

/** Proposes to take back what was done, of one student or of all. */
function Undo({ id, charges, bill, name, word }: UndoParts) {
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  if (!useRight("bill-adjustments.change")) return null;
  return (
    <>
      <button
        type="button"
        className={bill ? "link cursor-pointer text-small" : "button button-quiet"}
        onClick={() => setAsked(true)}
      >
        {word}
        {name && <span className="sr-only"> of {name}</span>}
      </button>
      {asked && (
        <ReasonDialog
          title={name ? `Take it back: ${name}` : word}
          submit="Propose to take it back"
          draft={`bill-adjustment-undo:${id}:${bill ?? ""}`}
          send={(body, attempt) =>
            call(proposeAdjustmentUndone, { params: { id }, body: { ...body, ...(bill && { bill }) }, attempt })
          }
          onHide={() => setAsked(false)}
          onDone={reread}
        >
          <p>
            {charges ? "The late charge comes to" : "A line against it comes to"}{" "}
            {bill ? "this bill" : "each of these bills"} {charges && "again "}once a colleague has approved it. The
            student reads the reason, so write it as you would say it.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

/** The bills that it is about: what would become of each, or what was done. */
export function Bills({ row }: { row: Row }) {
  const read = useRead(readAdjusted, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {(found) => <Found row={row} of={found} />}
    </Read>
  );
}

function Found({ row, of: { own, bills, parts, undoneby } }: { row: Row; of: Replied<typeof readAdjusted> }) {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      {row.state === "Proposed" && (
        <Alert look="info" title={own ? "You proposed this" : "What it would do now"}>
          <p>{own ? "A colleague who may approve it decides." : "The bills as they stand at this moment."}</p>
        </Alert>
      )}
      {row.undoes !== null && row.undoes !== undefined && (
        <p>
          It takes back{" "}
          <Link to={`${billAdjustments.link}/${row.undoes}`} className="link">
            what was done before
          </Link>
          .
        </p>
      )}
      {undoneby.map(({ _id, state, about }) => (
        <p key={_id}>
          {state === "Proposed" ? "To take it back is proposed" : "Taken back"} for{" "}
          <Link to={`${billAdjustments.link}/${_id}`} className="link">
            {about}
          </Link>
          .
        </p>
      ))}
      <AdjustedBills
        bills={bills}
        note={({ bill, name, state, refusal, undoable }) => (
          <>
            {refusal && <span className="block text-bad text-small">Not done: {refusal}</span>}
            {state === "Applied" && bills.length > 1 && undoable && (
              <Undo id={row._id} charges={row.kind === "late-back"} bill={bill} name={name} word="Take back this one" />
            )}
          </>
        )}
      />
      <AdjustedParts parts={parts} />
    </div>
  );
}
