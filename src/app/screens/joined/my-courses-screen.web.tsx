import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { MyCoursesPage } from "#teaching/my-course/my-course.staff.page.tsx";

const ClassMarks = opened(() =>
  import("#grading/score-sheet/score-sheet.sheet.part.page.tsx").then((part) => part.ClassMarks),
);

const MARKS = "/staff/my-courses/:class/marks";

/** The rooms of one's classes, and the marks of each. */
export function MyCoursesScreen() {
  const { pathname } = useLocation();
  const second = matched(`${MARKS}/second`, pathname)?.class;
  const taught = second ?? matched(MARKS, pathname)?.class;
  return taught ? <ClassMarks key={pathname} id={taught} second={second !== undefined} /> : <MyCoursesPage />;
}
