import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import {
  examPeriods,
  type JudgedTimetable,
  judgeExamTimetable,
  publishExamTimetable,
  publishForm,
} from "./exam-timetable.contract.ts";

/** From when until when is examined. */
export const DaysOfExaminations = () => <RecordScreens of={examPeriods} />;

interface PublishParts {
  /** The days of examinations whose timetable goes out. */
  readonly period: string;
  onHide(): void;
}

/** Puts a timetable out, with what is wrong in it as it stands now. */
export function PublishDialog({ period, onHide }: PublishParts) {
  const read = useRead(judgeExamTimetable, { id: period });
  return (
    <Dialog title="Publish the examination timetable" onHide={onHide}>
      <Read from={read} waiting={<div aria-hidden className="bone h-40" />}>
        {(found) => <Publish period={period} found={found} onHide={onHide} reread={read.refetch} />}
      </Read>
    </Dialog>
  );
}

interface FoundParts extends PublishParts {
  readonly found: JudgedTimetable;
  reread(): Promise<unknown>;
}

function Publish({ period, found, onHide, reread }: FoundParts) {
  const { examinations, stops, asks, seen } = found;
  const sheet = useSheet(publishForm, { period, reason: "" });
  if (examinations === 0)
    return (
      <Alert look="bad" title="No examination stands in it yet">
        Put the examinations in first: choose a class under &quot;no examination yet&quot;, or press Add an examination.
      </Alert>
    );
  if (stops.length > 0)
    return (
      <Alert look="bad" title="It cannot be published yet">
        <Sentences list={stops} />
      </Alert>
    );
  return (
    <DialogForm
      sheet={sheet}
      draft={null}
      submit="Publish"
      send={async (body, attempt) => {
        try {
          return await call(publishExamTimetable, { body: { ...body, seen }, attempt });
        } catch (failure) {
          // What was typed stays, under what stands there now.
          await reread();
          throw failure;
        }
      }}
      onHide={onHide}
    >
      {asks.length > 0 && (
        <Alert look="bad" title="This stands in it now">
          <Sentences list={asks} />
        </Alert>
      )}
      <p>
        {asCount(examinations, "examination")}. Every student who sits and every invigilator is mailed their part of it
        now, and sees it in their week. Each change after that is mailed to those whom it concerns.
      </p>
      {asks.length > 0 && (
        <TextArea {...sheet.field("reason")} optional={false} hint="It stands in the history for whoever asks later" />
      )}
    </DialogForm>
  );
}

const Sentences = ({ list }: { readonly list: readonly string[] }) => (
  <ul className="grid gap-1">
    {list.map((sentence) => (
      <li key={sentence} className="wrap-anywhere">
        {sentence}
      </li>
    ))}
  </ul>
);
