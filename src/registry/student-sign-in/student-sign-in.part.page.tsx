import { type ReactNode, useState } from "react";
import { keepSignIn } from "#identity/sign-in/sign-in.keep.part.page.tsx";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { toApplicantArea } from "./student-sign-in.contract.ts";

interface WayParts {
  readonly to: string;
  readonly className: string;
  readonly children: ReactNode;
  /** What it leads to, for who does not see where the button stands. */
  readonly label?: string;
}

/** Opens a page of the applicant's area, or a paper, with the same sign-in. */
export function ToApplicantArea({ to, className, children, label }: WayParts) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      const { shared, ...reply } = await call(toApplicantArea, { body: {} });
      keepSignIn(reply, shared);
      location.assign(to);
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      className={className}
      disabled={busy}
      onClick={() => void leave()}
      {...(label && { "aria-label": label })}
    >
      {children}
    </button>
  );
}
