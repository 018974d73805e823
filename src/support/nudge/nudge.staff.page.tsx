import { useState } from "react";
import * as v from "valibot";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { CodeField, DigitsField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { listNudges, nudgeForm, type ShownNudge, saveNudge, stopForm, stopNudges } from "./nudge.contract.ts";
import { nudges } from "./nudge.rules.ts";
import { DryRun } from "./nudge.staff-dry-run.part.page.tsx";

/** `/staff/nudges`: reminders by what is missing. Nothing goes out before its dry run was seen. */
export function NudgesPage() {
  const read = useRead(listNudges);
  const mayChange = useRight("nudges.change");
  return (
    <>
      <ConsoleHeading title="Reminders">{mayChange && <StopOne />}</ConsoleHeading>
      <p className="mb-4 max-w-prose text-soft">
        Each goes to everybody to whom something is missing, once in a session, and not to whoever has brought it by
        then.
      </p>
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {({ open, kinds, stopped }) => (
          <div className="grid max-w-200 gap-4">
            {!open && (
              <Alert look="info" title="Applications are closed">
                Nobody is reminded until a session takes applications.
              </Alert>
            )}
            {kinds.map((one) => (
              <Kind key={one.kind} of={one} mayChange={mayChange} />
            ))}
            <ByThemselves stopped={stopped} />
          </div>
        )}
      </Read>
    </>
  );
}

function Kind({ of, mayChange }: { of: ShownNudge; mayChange: boolean }) {
  const { kind, words, days, daily, texts, given, lastAt } = of;
  const { name, about } = nudges[kind];
  const [open, setOpen] = useState<"run" | "change" | null>(null);
  const hide = () => setOpen(null);
  return (
    <section aria-labelledby={kind} className="card px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={kind} className="text-large">
          {name}
        </h2>
        {daily && <WordBadge look="info" word="Each morning" />}
        {texts && <WordBadge look="plain" word="SMS too" />}
      </div>
      <p className="mt-1 max-w-prose text-soft">
        {about}. After {asCount(days, "day")}.
      </p>
      <p className="mt-2 max-w-prose whitespace-pre-line">{words}</p>
      <p className="mt-2 text-small text-soft">
        {given === 0 || lastAt === null
          ? "Nobody got it in this session yet"
          : `${asCount(given, "person", "people")} got it in this session, the last ${asAgo(lastAt)}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => setOpen("run")} aria-label={`Dry run: ${name}`}>
          Dry run
        </button>
        {mayChange && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => setOpen("change")}
            aria-label={`Change: ${name}`}
          >
            Change
          </button>
        )}
      </div>
      {open === "run" && <DryRun kind={kind} mayRun={mayChange} onHide={hide} />}
      {open === "change" && <ChangeDialog of={of} onHide={hide} />}
    </section>
  );
}

const { subject, words } = nudgeForm.entries;
const yesOrNo = (label: string) => v.pipe(v.picklist(["no", "yes"]), v.title(label));

/** What the controls hold. */
const typedForm = fields({
  subject,
  words,
  days: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^([1-9]|[1-5]\d|60)$/, "Days must be a whole number from 1 to 60"),
    v.title("Days"),
  ),
  daily: yesOrNo("Each morning by itself"),
  texts: yesOrNo("To the phone too"),
});

const wireOf = ({ days, daily, texts, ...typed }: v.InferOutput<typeof typedForm>) => ({
  ...typed,
  days: Number(days),
  daily: daily === "yes",
  texts: texts === "yes",
});

const asChoice = (yes: boolean) => (yes ? "yes" : "no") as "yes" | "no";

function ChangeDialog({ of: { kind, version, ...said }, onHide }: { of: ShownNudge; onHide(): void }) {
  const sheet = useSheet(typedForm, {
    subject: said.subject,
    words: said.words,
    days: String(said.days),
    daily: asChoice(said.daily),
    texts: asChoice(said.texts),
  });
  return (
    <Dialog title={`Change ${nudges[kind].name}`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={null}
        submit="Save"
        send={(typed, attempt) => call(saveNudge, { params: { kind }, body: { ...wireOf(typed), version }, attempt })}
      >
        <TextField {...sheet.field("subject")} hint="Stands behind the college's name; an SMS says “please …”" />
        <TextArea {...sheet.field("words")} hint="Between “Dear Aisha” and the link that leads there" />
        <DigitsField {...sheet.field("days")} hint="For so many days it must have been missing" />
        <SelectFrom
          {...sheet.field("daily")}
          choices={[
            { value: "no", label: "No, somebody sends it after a dry run" },
            { value: "yes", label: "Yes, at eight o'clock" },
          ]}
        />
        <SelectFrom
          {...sheet.field("texts")}
          choices={[
            { value: "no", label: "No, by mail alone" },
            { value: "yes", label: "Yes, an SMS besides the mail" },
          ]}
        />
      </DialogForm>
    </Dialog>
  );
}

function StopOne() {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Stop for one person
      </button>
      {shown && <StopDialog onHide={hide} />}
    </>
  );
}

function StopDialog({ onHide }: { onHide(): void }) {
  const sheet = useSheet(stopForm, { person: "", reason: "" });
  return (
    <Dialog title="Stop reminders for one person" onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={null}
        submit="Stop them"
        send={(body, attempt) => call(stopNudges, { body, attempt })}
      >
        <CodeField {...sheet.field("person")} />
        <TextArea {...sheet.field("reason")} hint="It stands in the audit" />
      </DialogForm>
    </Dialog>
  );
}

/** What the portal reminds of without anybody's deed, so that nobody does it twice. */
const ByThemselves = ({ stopped }: { stopped: number }) => (
  <section aria-labelledby="by-themselves" className="card px-5 py-4">
    <h2 id="by-themselves" className="text-large">
      What goes by itself
    </h2>
    <ul className="mt-1 max-w-prose list-disc pl-5 text-soft">
      <li>An offer that is not accepted: 7, 3 and 1 days before its last day, and on it.</li>
      <li>A document that is asked for and has not come: the day before its last day.</li>
    </ul>
    <p className="mt-2 text-soft">
      {stopped === 0 ? "Nobody has stopped reminders." : `${asFigure(stopped)} want no reminders.`}
    </p>
  </section>
);
