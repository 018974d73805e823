import { useCallback, useEffect, useRef, useState } from "react";
import { CallFailure, callUnsigned } from "#kit/call/call.web.ts";
import { isRepeatable } from "#kit/call/repeat.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate, useParams } from "#kit/page/router.web.tsx";
import { arrivalMarks } from "../account.rules.ts";
import { activateAccount } from "./verification.contract.ts";

/** `/activate/:id`: activates on load, then goes home or shows the error. Specification 2. */
export function ActivatePage() {
  const { failure, again } = useActivation();
  return (
    <>
      <PageHeading title="Activate your account" />
      {!failure && <p role="status">Please wait... your account is being activated</p>}
      {failure && (
        <>
          <Alert look="bad" title="Your account could not be activated">
            {failure.message}
          </Alert>
          <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
            {isRepeatable(failure) && (
              <button type="button" className="button" onClick={again}>
                Try again
              </button>
            )}
            <LinkButton to="/verify">Verify with a code</LinkButton>
            <Link to="/" className="link py-2.5">
              Sign In
            </Link>
          </p>
        </>
      )}
    </>
  );
}

function useActivation() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Error | null>(null);
  const asked = useRef("");
  const ask = useCallback(async () => {
    setFailure(null);
    try {
      const { choose } = await callUnsigned(activateAccount, { body: { id } });
      const arrival = choose ? arrivalMarks.linkSent : arrivalMarks.verified;
      await navigate("/", { replace: true, state: { arrival } });
    } catch (reason) {
      setFailure(reason instanceof Error ? reason : new CallFailure("Sorry something went wrong, please try again", 0));
    }
  }, [id, navigate]);
  useEffect(() => {
    if (asked.current === id) return;
    asked.current = id;
    void ask();
  }, [id, ask]);
  return { failure, again: () => void ask() };
}
