import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { readCourseFormOf } from "./course-form.contract.ts";
import { CourseFormSheet } from "./course-form.part.page.tsx";

/** The course form of a registration, printed by the office; `back` is where the registration is looked at. */
export function OfficeCourseForm({ id, back }: { id: string; back: string }) {
  const read = useRead(readCourseFormOf, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the course form">
          <Link to={back} className="button button-quiet">
            Back to the registration
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {(form) => <CourseFormSheet form={form} />}
      </Read>
    </>
  );
}
