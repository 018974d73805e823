import { PageHeading } from "#kit/page/heading.web.tsx";
import { applicantNotices } from "./notice.contract.ts";
import { OwnNotices } from "./notice.own.part.page.tsx";

/** `/app/notices`: what the college has told this applicant, the newest first. */
export function NoticesPage() {
  return (
    <>
      <PageHeading title="Notices" subtitle="What the college tells you" />
      <OwnNotices of={applicantNotices} />
    </>
  );
}
