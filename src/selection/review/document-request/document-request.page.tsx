import { useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { UsualReasons } from "#console/confirm/confirm.reason.part.page.tsx";
import { shortDay, shortMinute } from "#console/record/record.rules.ts";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { usePress } from "#kit/call/press.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import {
  acceptDocument,
  askAgainForm,
  askOnceMore,
  type DocumentRequest,
  isRequestOpen,
  type RequestState,
  withdrawForm,
  withdrawRequest,
} from "../review.document-request.contract.ts";

/** What is asked for most, so that it is typed by nobody five hundred times a day. */
const usual = [
  "It cannot be read. Please send a clear photo or scan in good light.",
  "A part is cut off. Please send the whole page.",
  "This is another document. Please send the one that is named here.",
  "It carries another name than your application. Please send yours, or an affidavit.",
] as const;

export function WhyAsked<V extends FieldValues>({ sheet }: { sheet: Sheet<V> }) {
  return (
    <div>
      <TextArea
        {...sheet.field("reason" as FieldPath<V>)}
        hint="The applicant reads this: say what is wrong and what to send"
      />
      <UsualReasons sheet={sheet} usual={usual} />
    </div>
  );
}

export const LastDay = <V extends FieldValues>({ sheet }: { sheet: Sheet<V> }) => (
  <DayField {...sheet.field("due" as FieldPath<V>)} min={inDays(0)} />
);

/** The day in Lagos in so many days. */
export const inDays = (days: number): string => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());

const looks: Readonly<Record<RequestState, BadgeLook>> = {
  Awaited: "info",
  Arrived: "info",
  Accepted: "good",
  "Asked again": "plain",
  Withdrawn: "plain",
};

/** What was asked for, how it stands, and what the desk says to what came. */
export function DocumentRequestCard({ of, mayChange }: { of: DocumentRequest; mayChange: boolean }) {
  const { state, overdue, reason, due, askedby, createdAt, closedby, closedAt, remark } = of;
  return (
    <div className={`mt-2 border-l-4 py-0.5 pl-3 ${isRequestOpen(state) ? "border-info" : "border-line"}`}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <WordBadge look={overdue ? "bad" : looks[state]} word={overdue ? "Overdue" : state} />
        <span className="text-small text-soft">
          by {shortDay(`${due}T12:00:00Z`)}; asked by {askedby}, {shortMinute(createdAt)}
        </span>
      </p>
      <p className="mt-1 whitespace-pre-line">{reason}</p>
      {closedAt && (
        <p className="text-small text-soft">
          {state} by {closedby}, {shortMinute(closedAt)}
          {remark && `: ${remark}`}
        </p>
      )}
      {mayChange && isRequestOpen(state) && <Answers of={of} />}
    </div>
  );
}

function Answers({ of }: { of: DocumentRequest }) {
  const again = useShown();
  const withdrawing = useShown();
  const { busy, press } = usePress();
  const accept = () => press(() => call(acceptDocument, { params: { id: of._id }, body: {}, attempt: newAttempt() }));
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {of.state === "Arrived" && (
        <button type="button" className="button" disabled={busy} onClick={() => void accept()}>
          Accept<span className="sr-only"> {of.label}</span>
        </button>
      )}
      <button type="button" className="button button-quiet" onClick={again.show}>
        {of.state === "Arrived" ? "Ask once more" : "Another last day"}
        <span className="sr-only"> for {of.label}</span>
      </button>
      <button type="button" className="button button-plain" onClick={withdrawing.show}>
        Withdraw<span className="sr-only"> the request for {of.label}</span>
      </button>
      {again.shown && <AgainDialog of={of} onHide={again.hide} />}
      {withdrawing.shown && <WithdrawDialog of={of} onHide={withdrawing.hide} />}
    </div>
  );
}

const USUAL_DAYS = 7;

function AgainDialog({ of, onHide }: { of: DocumentRequest; onHide(): void }) {
  const [start] = useState(() => ({ reason: of.state === "Awaited" ? of.reason : "", due: inDays(USUAL_DAYS) }));
  const sheet = useSheet(askAgainForm, start);
  return (
    <Dialog title={`Ask once more: ${of.label}`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`document-again:${of._id}`}
        submit="Ask once more"
        send={(body, attempt) => call(askOnceMore, { params: { id: of._id }, body, attempt })}
      >
        <WhyAsked sheet={sheet} />
        <LastDay sheet={sheet} />
      </DialogForm>
    </Dialog>
  );
}

function WithdrawDialog({ of, onHide }: { of: DocumentRequest; onHide(): void }) {
  const sheet = useSheet(withdrawForm, { reason: "" });
  return (
    <Dialog title={`Withdraw the request: ${of.label}`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`document-withdraw:${of._id}`}
        submit="Withdraw the request"
        send={(body, attempt) => call(withdrawRequest, { params: { id: of._id }, body, attempt })}
      >
        <TextArea {...sheet.field("reason")} hint="For the office, such as: brought to the counter on 3 March" />
      </DialogForm>
    </Dialog>
  );
}
