import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { CodeField, TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { enterByHand, type HandEntry, type ListCover, undoEntry } from "../merit-list.calls.contract.ts";
import type { EntryDeed } from "../merit-list.rules.ts";

interface EntryParts {
  readonly run: string;
  /** Empty where it is to be typed. */
  readonly code: string;
  readonly deed: EntryDeed;
  onHide(): void;
}

const deeds = [
  { value: "Entered", label: "Enter" },
  { value: "Taken off", label: "Take off" },
];

export function EntryDialog({ run, code, deed, onHide }: EntryParts) {
  const sheet = useSheet(enterByHand.body, { code, deed, reason: "" });
  const title = code === "" ? "Enter or take off by hand" : deed === "Entered" ? `Enter ${code}` : `Take ${code} off`;
  return (
    <Dialog title={title} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`merit-entry:${run}:${code}`}
        submit={code === "" ? "Save" : deed === "Entered" ? "Enter by hand" : "Take off by hand"}
        send={(body, attempt) => call(enterByHand, { params: { id: run }, body, attempt })}
      >
        <p>
          {deed === "Entered" || code === ""
            ? "Who is entered takes a free seat of the programme; where none is free, take somebody off first."
            : "The seat becomes free. Nobody moves up by it: enter whom the board names."}{" "}
          Entries by hand are listed apart on the cover that the board signs.
        </p>
        {code === "" && (
          <>
            <CodeField {...sheet.field("code")} hint="Such as 2026/NCE/7GWR-4XQM" />
            <SelectFrom {...sheet.field("deed")} choices={deeds} />
          </>
        )}
        <TextArea {...sheet.field("reason")} hint="It is printed with your name" />
      </DialogForm>
    </Dialog>
  );
}

interface EntriesParts {
  readonly run: ListCover["run"];
  readonly entries: readonly HandEntry[];
}

export function HandEntries({ run, entries }: EntriesParts) {
  const isOpen = useRight("merit-lists.change") && run.state === "Draft";
  const entering = useShown();
  const [undoing, setUndoing] = useState<HandEntry | null>(null);
  const reread = useReread();
  if (!isOpen && entries.length === 0) return null;
  return (
    <section aria-labelledby="entries" className="card px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="entries" className="text-large">
          By hand
        </h2>
        {isOpen && (
          <button type="button" className="button button-quiet" onClick={entering.show}>
            Enter or take off
          </button>
        )}
      </div>
      {entries.length === 0 ? (
        <p className="mt-1 text-soft">Nobody was entered by hand or taken off.</p>
      ) : (
        <ul className="mt-2 grid">
          {entries.map((entry) => (
            <li
              key={entry._id}
              className="flex flex-wrap items-start justify-between gap-x-4 border-line border-t py-2"
            >
              <EntryWords of={entry} />
              {isOpen && !entry.undone && (
                <button type="button" className="button button-plain" onClick={() => setUndoing(entry)}>
                  Take back<span className="sr-only"> the entry of {entry.code}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {entering.shown && <EntryDialog run={run._id} code="" deed="Entered" onHide={entering.hide} />}
      {undoing && (
        <Confirm
          title={`Take back the entry of ${undoing.code}?`}
          submit="Take back"
          send={(attempt) => call(undoEntry, { params: { id: run._id, entry: undoing._id }, body: {}, attempt })}
          onHide={() => setUndoing(null)}
          onDone={reread}
        >
          <p>
            {undoing.name} stands again as before: {undoing.before ?? "not in the list"}.
          </p>
        </Confirm>
      )}
    </section>
  );
}

export function EntryWords({ of }: { of: HandEntry }) {
  return (
    <div className="min-w-0">
      <p className={of.undone ? "line-through" : ""}>
        <strong>{of.deed}</strong>: {of.name}, {of.code}, {of.programme}
      </p>
      <p>{of.reason}</p>
      <p className="text-small text-soft">
        {of.by}, {shortMinute(of.at)}. Before: {of.before ?? "not in the list"}
        {of.undone && `. Taken back by ${of.undone.by}, ${shortMinute(of.undone.at)}`}
      </p>
    </div>
  );
}
