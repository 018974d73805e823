import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { linesTakenBack, missingPayments, statementLines, statements } from "./statement.contract.ts";
import { isWaiting, type LineStanding } from "./statement.rules.ts";

export const statementLink = statements.link;
/** Those of which a statement should have told by now. */
export const overdueLink = `${missingPayments.link}?late=true`;
export const threeWaysLink = `${statementLink}/match`;

const tabs = [
  [statementLink, "Files"],
  [statementLines.link, "Lines"],
  [overdueLink, "On no statement"],
  [threeWaysLink, "Three ways"],
  [linesTakenBack.link, "Taken back"],
] as const;

export function StatementTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Statements" className="views">
      {tabs.map(([link, word]) => (
        <Link key={link} to={link} className="tab" aria-current={pathname === link.split("?")[0] ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

/** Where a line stands: in order, waiting for somebody, or none of the portal's. */
export function StandingBadge({ standing }: { standing: LineStanding }) {
  const look = isWaiting(standing) ? "bad" : standing.startsWith("Matched") ? "good" : "plain";
  return <WordBadge look={look} word={standing} />;
}
