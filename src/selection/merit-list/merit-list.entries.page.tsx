import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { shortMinute } from "#console/record/record.shown.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { type Cover, type Entry, undoEntry } from "./merit-list.calls.contract.ts";
import { EntryDialog } from "./merit-list.entry.page.tsx";

interface EntriesParts {
  readonly run: Cover["run"];
  readonly entries: readonly Entry[];
}

/** Who was entered by hand or taken off, apart from the list. */
export function Entries({ run, entries }: EntriesParts) {
  const isOpen = useRight("merit-lists.change") && run.state === "Draft";
  const entering = useShown();
  const [undoing, setUndoing] = useState<Entry | null>(null);
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

/** One entry in words, as the screen and the cover state it. */
export function EntryWords({ of }: { of: Entry }) {
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
