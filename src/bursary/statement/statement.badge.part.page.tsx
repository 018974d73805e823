import { WordBadge } from "#kit/look/badge.web.tsx";
import { isWaiting, type LineStanding } from "./statement.standing.contract.ts";

/** Where a line stands: in order, waiting for somebody, or none of the portal's. */
export function StandingBadge({ standing }: { standing: LineStanding }) {
  const look = isWaiting(standing) ? "bad" : standing.startsWith("Matched") ? "good" : "plain";
  return <WordBadge look={look} word={standing} />;
}
