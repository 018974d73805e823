import { lazy, Suspense } from "react";
import { StudentHomePage } from "#registry/student-area/student-home.student.page.tsx";

// Comes after the page: what to do next does not wait for it, and stands without it where the connection breaks.
const Today = lazy(() =>
  import("#teaching/my-week/my-week.today.part.page.tsx").then(
    ({ StudentToday }) => ({ default: StudentToday }),
    () => ({ default: () => null }),
  ),
);

/** `/student`: who one is, what to do next, and where to be today. */
export const StudentStartPage = () => (
  <StudentHomePage
    today={
      <Suspense>
        <Today />
      </Suspense>
    }
  />
);
