import { Download } from "lucide-react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { useOffline } from "#kit/call/connection.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { kindOfFile, sizeInWords } from "../material/material.rules.ts";
import { readStudentCourses, readStudentMaterials, takeStudentFile } from "./student-course.contract.ts";
import { KeepCourse, KeptMark, OpenedText } from "./student-course.text.part.page.tsx";

/** `/student/courses`: what is taken this semester. */
export function StudentCoursesPage() {
  const courses = useRead(readStudentCourses);
  return (
    <>
      <PageHeading title="My courses" subtitle={courses.data && semesterOf(courses.data)} />
      <Read from={courses} waiting={<CardBones />}>
        {({ studies, list }) =>
          !studies ? (
            <EmptyState
              title="Your courses have ended"
              text="Courses and their materials are for whoever studies here. Your record, your papers and the files that you saved stay yours."
            />
          ) : list.length === 0 ? (
            <EmptyState
              title="No courses yet"
              text="Once you have registered for this semester, your courses stand here with what there is to read."
            >
              <LinkButton to="/student/registration">Register courses</LinkButton>
            </EmptyState>
          ) : (
            <ul className="grid gap-3 lg:grid-cols-2">
              {list.map((course) => (
                <li key={course._id} className="card grid content-start gap-1 p-4">
                  <CourseLine of={course} />
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </>
  );
}

type Courses = Replied<typeof readStudentCourses>;

const semesterOf = ({ session, semester }: Courses) =>
  session && semester ? `${semesterTitle(semester)} ${session}` : undefined;

function CourseLine({ of: { _id, code, name, units, state, lecturers, materials } }: { of: Courses["list"][number] }) {
  const isOpen = state === "Approved";
  const about = [asCount(units, "unit"), ...lecturers].join(", ");
  return (
    <>
      <h2 className="text-large">
        {isOpen ? (
          <Link to={`/student/courses/${_id}`} className="link inline-block py-1">
            {code} {name}
          </Link>
        ) : (
          `${code} ${name}`
        )}
      </h2>
      <p className="text-small text-soft">{about}</p>
      {isOpen ? (
        <>
          <p className="text-small">
            {materials === 0 ? "Nothing to read yet" : `${asCount(materials, "material")} to read`}
          </p>
          <KeptMark taught={_id} />
        </>
      ) : (
        <p className="mt-1 grid gap-1 text-small text-soft">
          <WordBadge look="info" word="Waits for approval" />
          You can read its materials once your head of department has approved it.
        </p>
      )}
    </>
  );
}

/** `/student/courses/:class`: what there is to read, by topic: texts on the page, files to save. */
export function StudentMaterialsPage() {
  const { class: of = "" } = useParams();
  const room = useRead(readStudentMaterials, { class: of });
  return (
    <>
      <PageHeading
        title={room.data ? `${room.data.code} ${room.data.name}` : "Course"}
        subtitle={room.data?.lecturers.join(", ")}
      />
      <p className="flex flex-wrap gap-x-6">
        <Link to="/student/courses" className="link inline-flex min-h-11 items-center">
          All my courses
        </Link>
        <Link to={`/student/courses/${of}/notices`} className="link inline-flex min-h-11 items-center">
          Notices of this course
        </Link>
      </p>
      <Read from={room} waiting={<CardBones />}>
        {({ topics }) =>
          topics.every(({ materials }) => materials.length === 0) ? (
            <EmptyState title="Nothing to read yet" text="What your lecturer publishes for this course stands here." />
          ) : (
            <div className="mt-2 grid max-w-prose gap-4">
              <KeepCourse taught={of} texts={textsIn(topics)} />
              {topics.map((topic) => (
                <Topic key={topic._id} of={topic} taught={of} />
              ))}
            </div>
          )
        }
      </Read>
    </>
  );
}

type Topics = Replied<typeof readStudentMaterials>["topics"];

const textsIn = (topics: Topics) =>
  topics.flatMap(({ materials }) => materials.flatMap(({ _id, text }) => (text === null ? [] : [{ _id, ...text }])));

function Topic({ of: { label, week, materials }, taught }: { of: Topics[number]; taught: string }) {
  return (
    <section aria-label={label} className="card p-4">
      <h2 className="text-large">{label}</h2>
      {week !== null && <p className="text-small text-soft">Week {week}</p>}
      {materials.length === 0 && <p className="mt-1 text-small text-soft">Nothing to read yet</p>}
      {materials.map((material) => (
        <Material key={material._id} of={material} taught={taught} />
      ))}
    </section>
  );
}

function Material({ of, taught }: { of: Topics[number]["materials"][number]; taught: string }) {
  const { _id, label, text, file } = of;
  const offline = useOffline();
  return (
    <div className="mt-2 border-line border-t pt-2">
      {text === null ? (
        <h3 className="font-semibold">{label}</h3>
      ) : (
        <OpenedText taught={taught} of={{ _id, label, text }} />
      )}
      {file && !offline && (
        <a href={`/api${takeStudentFile.path.replace(":id", _id)}`} download className="button button-quiet mt-1">
          <Download aria-hidden className="size-5" />
          Save the file: {kindOfFile(file.name)}, {sizeInWords(file.bytes)}
          <span className="sr-only"> of {label}</span>
        </a>
      )}
      {file && offline && (
        <p className="text-small text-soft">
          {kindOfFile(file.name)}, {sizeInWords(file.bytes)}
        </p>
      )}
    </div>
  );
}
