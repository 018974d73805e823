import { useEffect, useState, useSyncExternalStore } from "react";
import { hold, letGo, type Way } from "#console/leaving/leaving.way.part.page.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { isSharedDevice } from "#kit/draft/storage.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { inWords, isWritable, type SheetState } from "../score-sheet.rules.ts";
import type { LeftMark, Summary } from "./grid.rows.rules.ts";
import type { GridStore } from "./grid.store.page.tsx";

export const useSummary = (store: GridStore): Summary => useSyncExternalStore(store.follow, store.summary);

/** How far the sheet is typed, and whether all of it is saved. Stays in view. */
export function SavingLine({ store, onNext }: { store: GridStore; onNext(): void }) {
  const summary = useSummary(store);
  const { typed, of, differs, wrong, refused } = summary;
  return (
    <div className="sticky top-(--bar) z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-b bg-surface px-3 py-2">
      <p className="figures font-semibold">
        {typed} of {of} typed
      </p>
      <p role="status" className={`min-w-0 ${differs + wrong > 0 || refused !== null ? "text-bad" : "text-soft"}`}>
        {stateInWords(summary)}
      </p>
      <p className="flex flex-wrap gap-x-4">
        {typed < of && (
          <button type="button" className="link cursor-pointer py-1" onClick={onNext}>
            Next without a mark
          </button>
        )}
        <KeysHelp />
      </p>
    </div>
  );
}

function stateInWords({ waiting, wrong, differs, sending, unreached, refused, savedAt }: Summary): string {
  const words = [
    ...(differs > 0 ? [`${asCount(differs, "mark differs", "marks differ")} from another's`] : []),
    ...(wrong > 0 ? [`${asCount(wrong, "row is", "rows are")} not right yet`] : []),
  ];
  if (refused !== null) words.push(`Not saved: ${refused}`);
  else if (waiting > 0 && unreached)
    words.push(
      `Waiting for the network: ${asCount(waiting, "mark")} ${isSharedDevice() ? "not saved, so keep this page open" : "on this device"}`,
    );
  else if (sending || waiting > 0) words.push("Saving…");
  else if (savedAt !== null) words.push(`Saved ${clockText.format(savedAt)}`);
  return words.join("; ") || "Saved as you type";
}

const clockText = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

const keys: readonly (readonly [key: string, deed: string])[] = [
  ["Enter, Shift+Enter", "down, up"],
  ["Arrow keys", "to the next cell"],
  ["Tab", "CA, examination, next student"],
  ["Type", "replaces what stands there"],
  ["F2", "into the cell, to mend a figure"],
  ["Delete", "empties the cell"],
  ["Escape", "back to what is saved"],
  ["Ctrl+Z", "one step back"],
  ["Ctrl+V", "pastes one or two columns of a spreadsheet, also with matric numbers before them"],
  ["ABS, EXC, MAL, NCA", "absent, excused, malpractice, no CA"],
];

function KeysHelp() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="link cursor-pointer py-1" onClick={() => setShown(true)}>
        Keys and codes
      </button>
      {shown && (
        <Dialog title="Keys and codes" onHide={() => setShown(false)}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
            {keys.map(([key, deed]) => (
              <div key={key} className="contents">
                <dt className="font-semibold">{key}</dt>
                <dd>{deed}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}

/** Holds who leaves while something is not saved; goes on by itself once all is. */
export function LeaveGrid({ store }: { store: GridStore }) {
  const { waiting, wrong, differs } = useSummary(store);
  const [way, setWay] = useState<Way | null>(null);
  const navigate = useNavigate();
  const count = waiting + wrong + differs;
  const isHeld = count > 0;
  useEffect(() => {
    if (isHeld)
      return hold((to) => {
        setWay(to);
        void store.flush();
      });
  }, [isHeld, store]);
  const leave = () => {
    if (!way) return;
    letGo();
    setWay(null);
    if (way.to === null) history.back();
    else navigate(way.to);
  };
  useEffect(() => {
    if (way && count === 0) leave();
  });
  if (!way || count === 0) return null;
  return (
    <Dialog title="Leave before all is saved?" onHide={() => setWay(null)}>
      <p>
        {asCount(count, "mark is", "marks are")} not saved.{" "}
        {isSharedDevice()
          ? "On a shared device they are lost when you leave."
          : "They stay on this device, and are there again when you open this sheet on it."}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => setWay(null)}>
          Stay here
        </button>
        <button type="button" className="button button-quiet" onClick={leave}>
          Leave
        </button>
      </div>
    </Dialog>
  );
}

/** What was typed on this device and the portal never got: it is seen, copied, or thrown away, and never goes by itself. */
export function LeftMarks({ store, state }: { store: GridStore; state: SheetState }) {
  const { left } = useSummary(store);
  const [copied, setCopied] = useState(false);
  const [asked, setAsked] = useState(false);
  if (left.length === 0) return null;
  const asTable = left.map(({ of }) => [of.matric ?? "", nameOf(of), of.ca, of.examination].join("\t")).join("\n");
  return (
    <div className="border-line border-b px-3 py-3">
      <Alert
        look="warn"
        title={`${asCount(left.length, "mark")} on this device ${left.length === 1 ? "is" : "are"} not on the sheet`}
      >
        <p>{whyLeft(left, state)}</p>
        <ul className="my-2">
          {left.map(({ student, of, saved }) => (
            <li key={student}>
              {nameOf(of)} <span className="figures text-small">{of.matric}</span>:{" "}
              <strong className="figures">{[of.ca, of.examination].filter(Boolean).join(" and ") || "nothing"}</strong>
              {saved && `, and the sheet says ${inWords(saved)}`}
            </li>
          ))}
        </ul>
        <span className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-quiet"
            onClick={() => void navigator.clipboard.writeText(asTable).then(() => setCopied(true))}
          >
            {copied ? "Copied" : "Copy them"}
          </button>
          <button type="button" className="button button-quiet" onClick={() => setAsked(true)}>
            Discard them
          </button>
        </span>
      </Alert>
      {asked && (
        <Dialog title={`Discard ${asCount(left.length, "mark")}?`} onHide={() => setAsked(false)}>
          <p>
            {left.length === 1 ? "It is" : "They are"} only on this device. Once discarded, nobody can bring{" "}
            {left.length === 1 ? "it" : "them"} back.
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <button
              type="button"
              className="button"
              onClick={() => {
                setAsked(false);
                store.discardLeft();
              }}
            >
              Discard
            </button>
            <button type="button" className="button button-quiet" onClick={() => setAsked(false)}>
              Keep {left.length === 1 ? "it" : "them"}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const nameOf = ({ name }: LeftMark["of"]): string => name ?? "Somebody who is not in the class any more";

function whyLeft(left: readonly LeftMark[], state: SheetState): string {
  if (!isWritable(state))
    return "The sheet was sent in before they were saved. Copy them, and ask whoever has the sheet to return it where they are right.";
  return left.every(({ saved }) => saved === null)
    ? "They are of students who are not in the class any more, so they count for nothing here."
    : "You do not type on this sheet any more. Copy them for whoever does.";
}
