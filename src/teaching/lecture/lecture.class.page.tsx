import { semesterWords } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { lectures, readClassLectures } from "./lecture.contract.ts";
import { LecturesOfClass } from "./lecture.room.part.page.tsx";

/** `/staff/lectures/class/:id`: what was taught in one class. */
export function ClassPage({ id }: { id: string }) {
  const read = useRead(readClassLectures, { id });
  return (
    <ReadRecord from={read} of={lectures}>
      {(of) => (
        <>
          <ConsoleHeading title={`${of.code} ${of.name}`}>
            <Link to={`${lectures.link}/class/${id}/list`} className="button button-quiet">
              Class list
            </Link>
          </ConsoleHeading>
          <p className="mb-4 text-soft">
            {of.session}, {semesterWords(of.semester)}.{" "}
            {of.lecturers.length === 0 ? "Nobody teaches it yet" : `Taught by ${of.lecturers.join(", ")}`}
          </p>
          <LecturesOfClass of={of} />
        </>
      )}
    </ReadRecord>
  );
}
