import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading, useTitle } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { type CourseForm, readCourseForm } from "./course-form.contract.ts";
import { CourseFormSheet } from "./course-form.part.page.tsx";

/** `/student/course-form`: what is registered this semester, as a paper that anybody can check. */
export function StudentCourseFormPage() {
  const read = useRead(readCourseForm);
  return (
    <>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <Link to="/student/registration" className="button button-quiet">
          Back to my registration
        </Link>
        {read.data && <PrintButton />}
      </div>
      {!read.data && <PageHeading title="Course form" />}
      <Read from={read} waiting={<CardBones />}>
        {(form) => <Sheet form={form} />}
      </Read>
    </>
  );
}

function Sheet({ form }: { form: CourseForm }) {
  useTitle("Course form");
  return <CourseFormSheet form={form} />;
}
