import { RecordList } from "#console/list/list.records.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, Navigate, useLocation } from "#kit/page/router.web.tsx";
import { scoreDeadlines } from "./score-deadline.contract.ts";

const LateBoard = opened(() => import("./score-deadline.board.page.tsx").then((page) => page.LateBoard));

const { link } = scoreDeadlines;

/** Until when score sheets are due; and the board of who is late. */
export function ScoreDeadlinesPage() {
  const { pathname, search } = useLocation();
  // An address that asks for some of the days means their list.
  if (pathname === link && search) return <Navigate to={`${link}/days${search}`} replace />;
  if (pathname === link || pathname === `${link}/late`) return <LateBoard tabs={<DeadlineTabs />} />;
  if (pathname === `${link}/days`)
    return (
      <RecordList of={scoreDeadlines}>
        <DeadlineTabs />
      </RecordList>
    );
  return <RecordScreens of={scoreDeadlines} />;
}

function DeadlineTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Sheets due" className="views">
      {(
        [
          ["", "Who is late"],
          ["/days", "Days"],
        ] as const
      ).map(([to, word]) => (
        <Link
          key={to}
          to={`${link}${to}`}
          className="tab"
          aria-current={(pathname === `${link}/days`) === (to === "/days") ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
