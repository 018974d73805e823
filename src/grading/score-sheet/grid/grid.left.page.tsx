import { useState } from "react";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { inWords, isWritable, type SheetState } from "../score-sheet.rules.ts";
import type { LeftMark } from "./grid.rows.rules.ts";
import { useSummary } from "./grid.saving.page.tsx";
import type { GridStore } from "./grid.store.page.tsx";

/** What was typed on this device and the portal never got: it is seen, copied, or thrown away, and never goes by itself. */
export function LeftMarks({ store, state }: { store: GridStore; state: SheetState }) {
  const { left } = useSummary(store);
  const [copied, setCopied] = useState(false);
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
          <button type="button" className="button button-quiet" onClick={store.discardLeft}>
            Discard them
          </button>
        </span>
      </Alert>
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
