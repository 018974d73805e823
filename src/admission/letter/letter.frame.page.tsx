import type { ReactNode } from "react";
import { CallFailure } from "#kit/call/call.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";

/** Where both letters lead back to. */
export const backToLetters = { to: "/app/admission", text: "Back to Admission Letters" } as const;

/** What the server refused with a sentence, such as a letter that may not be printed yet. */
export const refusedBecause = (failure: Error | null): string | null =>
  failure instanceof CallFailure && failure.status === 200 ? failure.message : null;

export const ToAcceptance = () => (
  <div className="mt-4">
    <LinkButton to="/app/accept">Accept My Admission</LinkButton>
  </div>
);

/** In the place of a letter that there is not: why, and what leads on. Nothing is printed. */
export function NoLetter({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto max-w-[52rem] p-4 sm:p-8">
      <Link to={backToLetters.to} className="link mb-6 inline-flex min-h-11 items-center">
        {backToLetters.text}
      </Link>
      <PageHeading title={title} />
      <Alert look="warn" title="This letter cannot be printed now">
        <p>{why}.</p>
        {children}
      </Alert>
    </main>
  );
}

/** A line to write on, with what belongs there under it; `above` is what the portal has written there. */
export function SignLine({ under, above }: { under: string; above?: string | undefined }) {
  return (
    <p className="min-w-0 flex-1">
      <span className="wrap-anywhere flex min-h-11 items-end border-ink border-b text-small">{above}</span>
      <span className="text-small">{under}</span>
    </p>
  );
}
