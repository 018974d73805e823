import { useState } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { CodeField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import type { LineStanding } from "../statement.rules.ts";
import { matchForm, matchLine, readNamedPayment, setLinesAside, undoLine } from "./line.contract.ts";

const MAIN = "button";
const QUIET = "button button-quiet";

interface AsideParts {
  readonly picked: Pick<Picked, "chosen" | "named" | "done">;
  readonly look?: typeof MAIN | typeof QUIET;
}

/** Lines that somebody has selected are not for the portal. */
export function SetAside({ picked: { chosen, named, done }, look = QUIET }: AsideParts) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className={look} onClick={show}>
        Set aside
      </button>
      {shown && (
        <ReasonDialog
          title={`Set ${named} aside?`}
          submit="Set aside"
          draft="statement-aside"
          send={(body, attempt) => call(setLinesAside, { body: { ...body, ...withIds(chosen) }, attempt })}
          onHide={hide}
          onDone={done}
        >
          <p>They are not for the portal, such as rent or a charge of the bank. Nothing is deleted.</p>
        </ReasonDialog>
      )}
    </>
  );
}

const withIds = ({ ids, ...chosen }: Picked["chosen"]) => ({ ...chosen, ...(ids && { ids: [...ids] }) });

type Asked = "match" | "undo";

export function LineDeeds({ row }: { row: Row }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const reread = useReread();
  const mayChange = useRight("statements.change");
  if (!mayChange) return null;
  const standing = row.standing as LineStanding;
  const hide = () => setAsked(null);
  if (row.decidedby !== null)
    return (
      <>
        <button type="button" className="button button-quiet" onClick={() => setAsked("undo")}>
          Take back
        </button>
        {asked === "undo" && (
          <ReasonDialog
            title="Take this decision back?"
            submit="Take back"
            draft={`statement-undo:${row._id}`}
            send={(body, attempt) => call(undoLine, { params: { id: row._id }, body, attempt })}
            onHide={hide}
            onDone={reread}
          >
            <p>The line is held against the books again.</p>
          </ReasonDialog>
        )}
      </>
    );
  if (standing === "Matched") return null;
  const picked = { chosen: { count: 1, ids: [row._id] }, named: "this line", done: reread };
  // That is a charge of the bank far more often than money that a payer got back.
  const isCharge = standing === "Paid out";
  const aside = <SetAside picked={picked} look={isCharge ? MAIN : QUIET} />;
  return (
    <>
      {!isCharge && aside}
      <button type="button" className={isCharge ? QUIET : MAIN} onClick={() => setAsked("match")}>
        Match by hand
      </button>
      {isCharge && aside}
      {asked === "match" && <MatchDialog row={row} onHide={hide} onDone={reread} />}
    </>
  );
}

function MatchDialog({ row, onHide, onDone }: { row: Row; onHide(): void; onDone(): Promise<void> }) {
  const sheet = useSheet(matchForm, { rrr: "", reason: "" });
  const rrr = bareRrr(sheet.form.watch("rrr"));
  return (
    <Dialog title="Which payment is it?" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`statement-match:${row._id}`}
        submit="Match"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(matchLine, { params: { id: row._id }, body, attempt })}
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>
          The line explains a payment that is booked here already. It pays nothing: a payment that is not booked has to
          be corrected first, by two people. Where the amounts are not the same, the line stays in “Amount differs”,
          with your reason beside it.
        </p>
        <CodeField {...sheet.field("rrr")} hint="12 digits, with or without dashes" />
        {rrrPattern.test(rrr) && <Named key={rrr} rrr={rrr} amount={Number(row.amount)} />}
        <TextArea {...sheet.field("reason")} hint="How you know, such as the teller's slip that you saw" />
      </Form>
    </Dialog>
  );
}

/** Whose payment the reference is, and whether its amount is that of the line, before anything is matched. */
function Named({ rrr, amount }: { rrr: string; amount: number }) {
  const read = useRead(withQuery(readNamedPayment, `rrr=${rrr}`));
  return (
    <Read from={read} waiting={<div className="bone late h-24" />}>
      {({ payment }) => {
        if (!payment) return <Alert look="warn">No payment of ours has this reference. Look at its digits.</Alert>;
        const booked = amount > 0 ? payment.came : payment.went;
        const same = booked === amount;
        return (
          <Alert look={same ? "good" : "warn"} title={`${payment.payer}, ${payment.jamb}`}>
            <p>{payment.description}</p>
            <p className="mt-1">
              {booked === null ? (
                `Nothing ${amount > 0 ? "is paid" : "was taken back"} for it here, so this line can not be matched to it.`
              ) : (
                <>
                  <strong className="figures">{asNaira(booked)}</strong> booked here,{" "}
                  <strong className="figures">{asNaira(amount)}</strong> on the line: the amounts are{" "}
                  {same ? "the same" : "not the same"}.
                </>
              )}
            </p>
          </Alert>
        );
      }}
    </Read>
  );
}
