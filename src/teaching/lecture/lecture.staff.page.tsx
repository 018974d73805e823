import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { lectures } from "./lecture.contract.ts";

const CoveragePage = opened(() => import("./lecture.coverage.page.tsx").then((page) => page.CoveragePage));
const MyClassesPage = opened(() => import("./lecture.coverage.page.tsx").then((page) => page.MyClassesPage));
const ClassPage = opened(() => import("./lecture.class.page.tsx").then((page) => page.ClassPage));
const ClassListPaper = opened(() =>
  import("./class-list/class-list.print.page.tsx").then((page) => page.ClassListPaper),
);
const SheetPage = opened(() => import("./attendance/attendance.sheet.page.tsx").then((page) => page.SheetPage));

const { link } = lectures;
const newestFirst = { ...lectures, usual: "-date" };

/** Every lecture that was held; one of them; the classes of the asker and of whatever the right reaches; and a class by itself. */
export function LecturesPage() {
  const { pathname } = useLocation();
  const sheet = matched(`${link}/:id/attendance`, pathname)?.id;
  if (sheet) return <SheetPage key={sheet} id={sheet} />;
  const list = matched(`${link}/class/:id/list`, pathname)?.id;
  if (list) return <ClassListPaper key={list} id={list} />;
  const one = matched(`${link}/class/:id`, pathname)?.id;
  if (one) return <ClassPage key={one} id={one} />;
  if (pathname === `${link}/coverage`) return <CoveragePage tabs={<LectureTabs />} />;
  if (pathname === `${link}/mine`) return <MyClassesPage tabs={<LectureTabs />} />;
  if (pathname !== link) return <ListingScreens of={lectures} deeds={(row) => <ToAttendance row={row} />} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <LectureTabs />
    </RecordList>
  );
}

const ToAttendance = ({ row }: { row: Row }) => (
  <Link to={`${link}/${row._id}/attendance`} className="button button-quiet">
    Attendance
  </Link>
);

const tabs = [
  ["/mine", "My classes"],
  ["", "All lectures"],
  ["/coverage", "Coverage"],
] as const;

function LectureTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Lectures" className="views">
      {tabs.map(([to, word]) => (
        <Link
          key={to}
          to={`${link}${to}`}
          className="tab"
          aria-current={pathname === `${link}${to}` ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
