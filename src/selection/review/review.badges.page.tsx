import { WordBadge } from "#kit/look/badge.web.tsx";
import { type DocumentRequest, isOpen } from "../document-request/document-request.contract.ts";
import { type ReviewState, stageLooks } from "./review.states.contract.ts";
import { type Verdict, verdictLooks } from "./review.verdict.contract.ts";

export const StageBadge = ({ state }: { state: ReviewState }) => <WordBadge look={stageLooks[state]} word={state} />;

export const VerdictBadge = ({ verdict }: { verdict: Verdict }) => (
  <WordBadge look={verdictLooks[verdict]} word={verdict} />
);

/** How many documents are asked for again and have not been accepted. */
export function PapersBadge({ requests }: { requests: readonly DocumentRequest[] }) {
  const open = requests.filter(({ state }) => isOpen(state));
  const overdue = open.some((one) => one.overdue);
  if (open.length === 0) return null;
  const came = open.filter(({ state }) => state === "Arrived").length;
  const many = `${open.length} ${open.length === 1 ? "document" : "documents"}`;
  return (
    <WordBadge
      look={overdue ? "bad" : "info"}
      word={came > 0 ? `${came} of ${many} came` : `${many} ${overdue ? "overdue" : "awaited"}`}
    />
  );
}
