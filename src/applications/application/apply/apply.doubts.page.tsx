import type { ReactNode } from "react";
import { readEligibility } from "#academics/eligibility/eligibility.contract.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readPhoto } from "#profile/upload/upload.photo.contract.ts";

/** What may cost the place, while it can still be mended. It stops nobody: the college decides. */
export function DoubtsAlert({ programme }: { programme: string }) {
  const eligibility = useRead(readEligibility, { programmeId: programme });
  const photo = useRead(readPhoto);
  const verdict = eligibility.data?.verdict;
  return (
    <>
      {verdict && (verdict.standing === "nearly" || verdict.standing === "short") && (
        <Doubt title={`You are missing: ${verdict.missing.join("; ")}`} to="/app/olevelresult" deed="Add a result">
          The college decides. You may still apply.
        </Doubt>
      )}
      {photo.data && !("link" in photo.data) && (
        <Doubt title="No passport photograph" to="/app/photo" deed="Upload your photo">
          Your slip would be printed without it.
        </Doubt>
      )}
    </>
  );
}

interface DoubtParts {
  readonly title: string;
  readonly to: string;
  readonly deed: string;
  readonly children: ReactNode;
}

const Doubt = ({ title, to, deed, children }: DoubtParts) => (
  <Alert look="warn" title={title}>
    <p>{children}</p>
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {deed}
    </Link>
  </Alert>
);
