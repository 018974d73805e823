import { PageHeading } from "#kit/page/heading.web.tsx";
import { studentNotices } from "./notice.contract.ts";
import { OwnNotices } from "./notice.own.part.page.tsx";

/** `/student/notices`. */
export function StudentNoticesPage() {
  return (
    <>
      <PageHeading title="Notices" subtitle="What the college tells you" />
      <OwnNotices of={studentNotices} />
    </>
  );
}
