import { PageHeading } from "#kit/page/heading.web.tsx";
import { OwnCertificates } from "../certificate/certificate.own.part.page.tsx";
import { OwnExitClearance } from "../exit-clearance/exit-clearance.own.part.page.tsx";
import { OwnAwardCards } from "../graduation/graduation.own.part.page.tsx";

/** `/student/leaving`: from the audit for the award to the certificate in one's hand. */
export function StudentLeavingPage() {
  return (
    <>
      <PageHeading title="Graduation" subtitle="Your award, exit clearance, certificate and NYSC" />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="grid gap-6">
          <OwnAwardCards />
        </div>
        <div className="grid gap-6">
          <OwnExitClearance />
          <OwnCertificates />
        </div>
      </div>
    </>
  );
}
