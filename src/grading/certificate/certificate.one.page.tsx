import { Printer } from "lucide-react";
import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { certificates, moveSheet, readSheet, signSheets, stepForm } from "./certificate.contract.ts";
import {
  isStanding,
  type SheetState,
  saidWithStep,
  sheetDeeds,
  sheetLooks,
  sheetStepsFrom,
} from "./certificate.rules.ts";

/** The sheet on paper, and the steps that lead on from where it stands. */
export function Deeds({ row }: { row: Row }) {
  const mayMove = useRight("certificates.change");
  const [to, setTo] = useState<SheetState | null>(null);
  const state = row.state as SheetState;
  if (!mayMove) return null;
  return (
    <>
      {isStanding(state) && (
        <Link to={`${certificates.link}/${row._id}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
      )}
      {sheetStepsFrom(state).map((step, at) => (
        <button
          key={step}
          type="button"
          className={at === 0 ? "button" : "button button-quiet"}
          onClick={() => setTo(step)}
        >
          {sheetDeeds[step]}
        </button>
      ))}
      {to && <StepDialog row={row} to={to} onHide={() => setTo(null)} />}
    </>
  );
}

/** Many on paper in one go, and marked as signed once they come back from whoever signs. */
export function ChosenDeeds({ picked: { chosen, named, done } }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  const { ids, ...rest } = chosen;
  return (
    <>
      {ids && (
        <Link to={`${certificates.link}/print?of=${ids.join(",")}`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
      )}
      <button type="button" className="button" onClick={show}>
        {sheetDeeds.Signed}
      </button>
      {shown && (
        <Confirm
          title={`Mark ${named} as signed?`}
          submit={sheetDeeds.Signed}
          send={(attempt) => call(signSheets, { body: { ...rest, ...(ids && { ids: [...ids] }) }, attempt })}
          onHide={hide}
          onDone={done}
        >
          <p>All who sign have signed each of them. From now on their codes check as genuine.</p>
        </Confirm>
      )}
    </>
  );
}

const effects: Readonly<Record<SheetState, string>> = {
  Printed: "",
  Signed: "All who sign have signed it. From now on its code checks as genuine.",
  Collected: "It has left the office. What you write here is kept with your name.",
  Spoiled:
    "Its serial stays in the register, and its code checks as not valid. Print another one afterwards. This cannot be undone.",
  Replaced:
    "Its code checks as not valid from now on, and another paper is printed with the next serial. This cannot be undone.",
  Cancelled: "Its code checks as not valid from now on. This cannot be undone.",
};

function StepDialog({ row, to, onHide }: { row: Row; to: SheetState; onHide(): void }) {
  const reread = useReread();
  const [standing] = useState(row.state as SheetState);
  const sheet = useSheet(stepForm, { to, standing, words: "", despite: "" });
  const open = useRead(readSheet, { id: row._id }).data?.open ?? [];
  const asked = saidWithStep[to];
  return (
    <Dialog title={`${sheetDeeds[to]}: ${row._title}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`certificate-step:${row._id}:${to}`}
        submit={sheetDeeds[to]}
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) =>
          call(moveSheet, { params: { id: row._id }, body: typed as never, attempt }).catch(async (failure) => {
            if (failure instanceof CallFailure && failure.status === 409) await reread();
            throw failure;
          })
        }
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>{effects[to]}</p>
        <TextArea
          {...sheet.field("words")}
          label={asked ?? "Who signed, if that is to be kept"}
          optional={asked === null}
        />
        {to === "Collected" && open.length > 0 && (
          <>
            <Open of={open} />
            <TextArea {...sheet.field("despite")} hint="By whose word. It stays in the register for ever" />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const Open = ({ of }: { of: readonly string[] }) => (
  <Alert look="warn" title="It is not to be handed out yet">
    <ul className="list-disc pl-5">
      {of.map((one) => (
        <li key={one} className="wrap-anywhere">
          {one}
        </li>
      ))}
    </ul>
  </Alert>
);

/** What became of a sheet, and what keeps it from being handed out. */
export function Standing({ row }: { row: Row }) {
  const read = useRead(readSheet, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {({ steps, open, fallen }) => (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
          {fallen && <Alert look="bad" title={`${fallen}.`} />}
          {open.length > 0 && <Open of={open} />}
          <section aria-label="What became of it" className="card px-5 py-3">
            <ol>
              {steps.map(({ state, words, by, at }) => (
                <li key={`${state} ${at}`} className="border-line border-b py-2 last:border-b-0">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <WordBadge look={sheetLooks[state]} word={state} />
                    <span className="text-small text-soft">
                      {by}, {asMinute(at)}
                    </span>
                  </p>
                  {words && <p className="wrap-anywhere mt-1 whitespace-pre-line">{words}</p>}
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </Read>
  );
}
