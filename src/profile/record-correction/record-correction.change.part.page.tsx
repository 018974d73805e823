import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import type { CorrectionState } from "./record-correction.contract.ts";

const looks: Readonly<Record<CorrectionState, BadgeLook>> = {
  Waiting: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
  Changed: "plain",
};

export const CorrectionBadge = ({ state }: { state: CorrectionState }) => (
  <WordBadge look={looks[state]} word={state === "Waiting" ? "Waits for a decision" : state} />
);

/** The old value, struck through where it stands no more, and the new one. */
export function OldAndNew({ of }: { of: { oldvalue: string; newvalue: string; state: CorrectionState } }) {
  const made = of.state === "Approved" || of.state === "Changed";
  return (
    <p className="figures wrap-anywhere">
      <span className="sr-only">Before: </span>
      {made ? <s className="text-soft">{of.oldvalue}</s> : <span className="text-soft">{of.oldvalue}</span>}
      <span aria-hidden> → </span>
      <span className="sr-only">, {made ? "now" : "asked for"}: </span>
      <strong className="font-semibold">{of.newvalue}</strong>
    </p>
  );
}
