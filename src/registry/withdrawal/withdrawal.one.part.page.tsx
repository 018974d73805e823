import { useState } from "react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  approveWithdrawal,
  declineWithdrawal,
  findNotPayable,
  makeCreditAgain,
  payAfterAll,
  payoutForm,
  payWithdrawalOut,
  readWithdrawalFile,
  takeWithdrawalBack,
} from "./withdrawal.contract.ts";
import { EffectList, SourceFacts } from "./withdrawal.effect.part.page.tsx";
import { changesOfBills, payoutWays } from "./withdrawal.rules.ts";

type WithdrawalFile = Replied<typeof readWithdrawalFile>;

const unchanged = <p>Nothing is done, and the payment stays as it is. It can be proposed anew.</p>;

/** What may be done with a withdrawal, as it stands. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readWithdrawalFile, { id: row._id });
  const mayPayOut = useRight("withdrawals.change");
  if (!read.data) return null;
  const params = { id: row._id };
  if (row.state === "Approved")
    return (
      <>
        {mayPayOut && <PayOut row={row} />}
        <ProposalDeeds deeds={[notPayable(row)]} isOwn={read.data.own} />
      </>
    );
  if (row.state === "Not payable") return <ProposalDeeds deeds={afterNotPayable(row)} isOwn={read.data.own} />;
  if (row.state !== "Proposed") return null;
  const deeds: readonly ProposalDeed[] = [
    {
      word: "Take back",
      right: "withdrawals.change",
      by: "proposer",
      title: `Take back: ${row._title}`,
      follows: unchanged,
      send: (attempt) => call(takeWithdrawalBack, { params, body: {}, attempt }),
    },
    {
      word: "Decline",
      right: "withdrawals.approve",
      by: "another",
      title: `Decline: ${row._title}`,
      follows: unchanged,
      draft: `withdrawal-decline:${row._id}`,
      send: (body, attempt) => call(declineWithdrawal, { params, body, attempt }),
    },
    {
      word: "Approve",
      right: "withdrawals.approve",
      by: "another",
      isMain: true,
      title: `Approve: ${row._title}`,
      follows: <Follows row={row} file={read.data} />,
      send: (attempt) => call(approveWithdrawal, { params, body: {}, attempt }),
    },
  ];
  return <ProposalDeeds deeds={deeds} isOwn={read.data.own} />;
}

const notPayable = ({ _id, amount, payer }: Row): ProposalDeed => ({
  word: "Could not be paid out",
  right: "withdrawals.change",
  by: "anybody",
  title: `Could not be paid out: ${asNaira(Number(amount))} to ${payer}`,
  follows: (
    <p>A colleague who may approve it agrees; then the money is the payer's credit again. The payer reads why.</p>
  ),
  draft: `withdrawal-not-payable:${_id}`,
  send: (body, attempt) => call(findNotPayable, { params: { id: _id }, body, attempt }),
});

/** What leads on once somebody has found that it cannot be paid out. */
const afterNotPayable = ({ _id, amount, payer }: Row): readonly ProposalDeed[] => [
  {
    word: "Pay out after all",
    right: "withdrawals.change",
    by: "anybody",
    title: `Pay out after all: ${asNaira(Number(amount))} to ${payer}`,
    follows: <p>It waits to be paid out again.</p>,
    send: (attempt) => call(payAfterAll, { params: { id: _id }, body: {}, attempt }),
  },
  {
    word: "Make it credit again",
    right: "withdrawals.approve",
    by: "another",
    isMain: true,
    title: `Credit again: ${asNaira(Number(amount))} of ${payer}`,
    follows: (
      <p>
        The money is the payer's again: it counts on the bill that needs it, and whatever is left waits under
        Exceptions. The payer gets a mail.
      </p>
    ),
    send: (attempt) => call(makeCreditAgain, { params: { id: _id }, body: {}, attempt }),
  },
];

/** What is done at once, in figures. */
function Follows({ row, file: { source, bill } }: { row: Row; file: WithdrawalFile }) {
  const amount = Number(row.amount);
  return (
    <div className="grid gap-2">
      <p>
        <strong className="figures">{asNaira(amount)}</strong> leaves the payment at once,{" "}
        {row.kind === "Move" ? `and pays: ${row.goesto}.` : "and waits to be paid out."} The payer gets a mail.
      </p>
      <EffectList left={source.left - amount} changes={changesOfBills(source, amount, bill)} bought={source.bought} />
    </div>
  );
}

/** Before anything is decided what would follow; after that the payment as it stands. */
export function Effect({ row }: { row: Row }) {
  const read = useRead(readWithdrawalFile, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-48" />}>
      {(file) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {row.state === "Proposed" && (
            <Alert look="info" title={file.own ? "You proposed this: a colleague decides" : "What follows from it"}>
              <Follows row={row} file={file} />
            </Alert>
          )}
          {row.state === "Approved" && (
            <Alert look="warn" title="Not paid out yet">
              <p>
                Pay <strong className="figures">{asNaira(Number(row.amount))}</strong> out to {String(row.payer)}, then
                book it here with its voucher, transfer or cheque.
              </p>
            </Alert>
          )}
          {row.state === "Not payable" && (
            <Alert look="warn" title="It could not be paid out">
              <p>{String(row.unpaidwhy ?? "")}</p>
              <p>
                {file.own
                  ? "A colleague who may approve it agrees."
                  : "Agree that it is the payer's credit again, or pay it out after all."}
              </p>
            </Alert>
          )}
          {row.state === "Overtaken" && (
            <Alert look="bad" title="Overtaken">
              <p>
                The payment was taken back by the bank, or what it would pay was paid otherwise, before this was done.
              </p>
            </Alert>
          )}
          <SourceFacts of={file.source} />
        </div>
      )}
    </Read>
  );
}

function PayOut({ row }: { row: Row }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setShown(true)}>
        Book as paid out
      </button>
      {shown && <PayOutDialog row={row} onHide={() => setShown(false)} />}
    </>
  );
}

function PayOutDialog({ row, onHide }: { row: Row; onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(payoutForm, { how: payoutWays[0], reference: "", paidouton: lagosToday() });
  return (
    <Dialog title={`Paid out: ${asNaira(Number(row.amount))} to ${row.payer}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Book as paid out"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(payWithdrawalOut, { params: { id: row._id }, body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>The payer gets a mail. It is booked on the first open day of the day book, and cannot be changed after.</p>
        <SelectFrom
          {...sheet.field("how")}
          label="Paid out by"
          choices={payoutWays.map((way) => ({ value: way, label: way }))}
        />
        <TextField {...sheet.field("reference")} label="Number of the voucher, transfer or cheque" />
        <DayField {...sheet.field("paidouton")} label="Paid out on" max={lagosToday()} />
      </Form>
    </Dialog>
  );
}
