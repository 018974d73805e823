import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay, asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  conditionDayForm,
  decideCondition,
  decidingForm,
  listConditions,
  setConditionDay,
} from "./condition.contract.ts";

const looks = { Open: "info", Met: "good", "Not met": "bad" } as const;

type Condition = Replied<typeof listConditions>[number];

/** What an offer asks for, and whether each is met. Nothing where it asks for nothing. */
export function OfferConditions({ application }: { application: string }) {
  const read = useRead(listConditions, { id: application });
  return (
    <Read from={read} waiting={<div className="bone late h-12" />}>
      {(list) =>
        list.length > 0 && (
          <section aria-labelledby="conditions" className="mt-4 grid max-w-2xl gap-2">
            <h2 id="conditions" className="text-large">
              Conditions
            </h2>
            <ul>
              {list.map((one) => (
                <Line key={one._id} of={one} />
              ))}
            </ul>
          </section>
        )
      }
    </Read>
  );
}

function Line({ of }: { of: Condition }) {
  const mayChange = useRight("offers.change");
  const deciding = useShown();
  const moving = useShown();
  const { words, due, state, note, by, decidedAt } = of;
  return (
    <li className="grid gap-1 border-line border-b py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong>{words}</strong>
        <WordBadge look={looks[state]} word={state} />
      </p>
      {due && <p className="text-small">To be met by {asDay(`${due}T12:00:00Z`)}</p>}
      {note && <p className="whitespace-pre-line">{note}</p>}
      {decidedAt && (
        <p className="text-small text-soft">
          {by ?? "The portal, after its day"}, {asMinute(decidedAt)}
        </p>
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button button-quiet" onClick={deciding.show}>
            Met or not<span className="sr-only">: {words}</span>
          </button>
          <button type="button" className="button button-quiet" onClick={moving.show}>
            {due ? "Another day" : "Set a day"}
            <span className="sr-only">: {words}</span>
          </button>
        </div>
      )}
      {deciding.shown && <Decide of={of} onHide={deciding.hide} />}
      {moving.shown && <SetDay of={of} onHide={moving.hide} />}
    </li>
  );
}

interface DialogParts {
  readonly of: Condition;
  onHide(): void;
}

function Decide({ of: { _id, words }, onHide }: DialogParts) {
  const sheet = useSheet(decidingForm, { state: "", note: "" });
  return (
    <Dialog title="Is this condition met?" onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={null}
        submit="Save"
        onHide={onHide}
        send={(body, attempt) => call(decideCondition, { params: { id: _id }, body, attempt })}
      >
        <p>
          {words}. The applicant reads whether it is met. Where it is not, an offer that is not accepted lapses now.
        </p>
        <RadioField {...sheet.field("state")} />
        <TextArea {...sheet.field("note")} hint="What you have seen, or what is wrong. For the office" />
      </DialogForm>
    </Dialog>
  );
}

function SetDay({ of: { _id, words }, onHide }: DialogParts) {
  const sheet = useSheet(conditionDayForm, { due: "", reason: "" });
  return (
    <Dialog title="By when is it to be met?" onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={null}
        submit="Save"
        onHide={onHide}
        send={(body, attempt) => call(setConditionDay, { params: { id: _id }, body, attempt })}
      >
        <p>{words}. It is open until the end of that day. An offer that has lapsed is extended beside it.</p>
        <DayField {...sheet.field("due")} min={lagosDay(new Date().toISOString())} />
        <TextArea {...sheet.field("reason")} hint="It stands in the application’s file" />
      </DialogForm>
    </Dialog>
  );
}
