import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { CallFailure, callUnsigned } from "#kit/call/call.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { takeReturn } from "../sign-in.errand.part.page.tsx";
import { keepSignIn, wayIn } from "../sign-in.keep.part.page.tsx";
import { identitySignIn, toRegister, UNREACHED } from "./provider.contract.ts";

/** `/signed-in`, where the provider of identity sign-in leads back to. Specification 4 and 8. */
export function ReturnPage() {
  const trouble = useArrival();
  return (
    <>
      <PageHeading title="Signing you in" />
      {!trouble && <p role="status">Please wait...</p>}
      {trouble && (
        <>
          <Alert look="bad" title={FAILED}>
            <p className="wrap-anywhere">{trouble}</p>
          </Alert>
          <p className="mt-6">
            <LinkButton to="/">Back to sign in</LinkButton>
          </p>
        </>
      )}
    </>
  );
}

const FAILED = "Login Failed";
const AWAY =
  "Your other account's provider does not answer at the moment. Try again in a minute, or sign in with your email address and password.";
const NOT_BEGUN = "This sign-in was not begun here. Begin it again on the sign-in page, in this tab.";

/** Signs in with what the provider sent back, once. Answers why that cannot be. */
function useArrival(): string {
  const navigate = useNavigate();
  const [trouble, setTrouble] = useState("");
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    void arrive();

    async function arrive(): Promise<void> {
      const sent = takeReturn();
      if (sent?.is === "unasked") return setTrouble(NOT_BEGUN);
      if (sent?.is === "token") return enter(sent);
      if (sent?.error === UNREACHED) return setTrouble(AWAY);
      if (sent) toast("bad", FAILED);
      navigate("/", { replace: true });
    }

    async function enter({ token, shared }: { token: string; shared: boolean }): Promise<void> {
      try {
        const reply = await callUnsigned(identitySignIn, { body: { token, shared } });
        if (!("verify" in reply)) return;
        toast("good", reply.message);
        keepSignIn(reply, shared);
        navigate(wayIn(reply.user), { replace: true });
      } catch (failure) {
        const { message, reply } = failureOf(failure);
        const known = v.safeParse(toRegister, reply);
        if (known.success) {
          const { type: _, code: __, next: ___, ...person } = known.output;
          return navigate("/account", { replace: true, state: person });
        }
        toast("bad", message);
        setTrouble(message);
      }
    }
  }, [navigate]);
  return trouble;
}

const failureOf = (failure: unknown): CallFailure =>
  failure instanceof CallFailure ? failure : new CallFailure("Sorry something went wrong, please try again", 0);
