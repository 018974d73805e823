import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { takeReturn } from "#identity/sign-in/sign-in.errand.part.page.tsx";
import { CallFailure, callUnsigned } from "#kit/call/call.web.ts";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { HOME } from "../staff.way.part.page.tsx";
import { staffIdentitySignIn, toCode } from "./sign-in.contract.ts";

const NOT_BEGUN = "This sign-in was not begun here. Begin it again on the sign-in page, in this tab.";
const AWAY =
  "Your other account's provider did not let you in. Try again, or sign in with your email address and password.";

/** `/staff/signed-in`, where the provider leads a member of staff back to; the code of the second factor is asked for here. */
export function StaffReturnPage() {
  const [trouble, setTrouble] = useState("");
  const [token, setToken] = useState("");
  const navigate = useNavigate();
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    const sent = takeReturn();
    if (sent?.is !== "token") {
      setTrouble(sent?.is === "unasked" ? NOT_BEGUN : AWAY);
      return;
    }
    enter(sent.token, "").then(
      ({ mustEnrol }) => navigate(mustEnrol ? "/staff/second-factor" : HOME, { replace: true }),
      (failure: unknown) => {
        if (isCodeAsked(failure)) setToken(sent.token);
        else setTrouble(failure instanceof Error ? failure.message : AWAY);
      },
    );
  }, [navigate]);
  return (
    <>
      <PageHeading title="Signing you in" />
      {trouble === "" && token === "" && <p role="status">Please wait...</p>}
      {token !== "" && <AskCode token={token} />}
      {trouble !== "" && (
        <Alert look="bad" title="You are not signed in">
          <p className="wrap-anywhere">{trouble}</p>
        </Alert>
      )}
      <p className="mt-6">
        <Link to="/staff" className="link inline-block py-2.5">
          Back to sign in
        </Link>
      </p>
    </>
  );
}

function AskCode({ token }: { token: string }) {
  const navigate = useNavigate();
  const sheet = useSheet(staffIdentitySignIn.body, { token, code: "" });
  return (
    <Form
      sheet={sheet}
      draft={null}
      send={({ code }) => enter(token, code ?? "")}
      done={({ mustEnrol }) => navigate(mustEnrol ? "/staff/second-factor" : HOME, { replace: true })}
      submit="Sign in"
    >
      <CodeField
        {...sheet.field("code")}
        optional={false}
        autoComplete="one-time-code"
        hint="Six digits from your authenticator app. Without your phone, type one of your recovery codes"
      />
    </Form>
  );
}

async function enter(token: string, code: string): Promise<{ readonly message: string; readonly mustEnrol: boolean }> {
  const reply = await callUnsigned(staffIdentitySignIn, { body: { token, ...(code && { code }) } });
  if (reply.type === "success") return reply;
  throw new CallFailure(reply.message, 200);
}

const isCodeAsked = (failure: unknown): boolean => failure instanceof CallFailure && v.is(toCode, failure.reply);
