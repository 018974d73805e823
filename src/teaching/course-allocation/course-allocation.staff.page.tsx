import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { courseAllocations } from "./course-allocation.contract.ts";
import { boardLink } from "./course-allocation.rules.ts";

const AllocationBoard = opened(() => import("./course-allocation.board.page.tsx").then((page) => page.AllocationBoard));
const LetterPaper = opened(() => import("./course-allocation.print.part.page.tsx").then((page) => page.LetterPaper));
const ListPaper = opened(() => import("./course-allocation.print.part.page.tsx").then((page) => page.ListPaper));

/** The board of a department; every allocation as a list with its file; and what is printed of both. */
export function CourseAllocationsPage() {
  const { pathname } = useLocation();
  const letter = matched(`${boardLink}/letter/:id`, pathname)?.id;
  if (letter) return <LetterPaper key={letter} id={letter} />;
  if (pathname === `${boardLink}/print`) return <ListPaper />;
  if (pathname === boardLink) return <AllocationBoard />;
  return (
    <RecordScreens
      of={courseAllocations}
      beside={
        <Link to={boardLink} className="button button-quiet">
          The board
        </Link>
      }
    />
  );
}
