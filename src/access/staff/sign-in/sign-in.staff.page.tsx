import { useEffect, useState } from "react";
import * as v from "valibot";
import { leaveForProvider } from "#identity/sign-in/sign-in.errand.part.page.tsx";
import { type Ask, CallFailure, callUnsigned } from "#kit/call/call.web.ts";
import { CodeField, EmailField, PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { wayBack } from "../staff.way.part.page.tsx";
import { askStaffProvider, STAFF_DOOR, staffSignIn, toCode } from "./sign-in.contract.ts";

/** `/staff`. The code of the second factor is asked for once the password was right. */
export function StaffSignInPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const sheet = useSheet(staffSignIn.body, { emailaddress: "", password: "", code: "" });
  const [asked, setAsked] = useState(false);
  const code = sheet.field("code");
  useEffect(() => {
    if (asked) document.getElementById(code.id)?.focus();
  }, [asked, code.id]);
  return (
    <>
      <PageHeading title="Staff sign-in" subtitle="For those who work at the college" />
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => signIn({ body, attempt })}
        done={(reply) => {
          if (reply.type === "success")
            return navigate(reply.mustEnrol ? "/staff/second-factor" : wayBack(search), { replace: true });
          if (asked) sheet.form.setError("code", { type: "server", message: reply.message }, { shouldFocus: true });
          setAsked(true);
        }}
        submit="Sign in"
      >
        <EmailField {...sheet.field("emailaddress")} autoComplete="username" />
        <PasswordField {...sheet.field("password")} autoComplete="current-password" />
        {asked && (
          <CodeField
            {...code}
            optional={false}
            autoComplete="one-time-code"
            hint="Six digits from your authenticator app. Without your phone, type one of your recovery codes"
          />
        )}
      </Form>
      <ProviderButton />
      <p className="mt-6">
        <Link to="/staff/forgot" className="link inline-block py-2.5">
          Forgot password?
        </Link>
      </p>
    </>
  );
}

/** The way in by the account that one has elsewhere, if the college offers one to its staff. */
function ProviderButton() {
  const [issuer, setIssuer] = useState("");
  useEffect(() => {
    callUnsigned(askStaffProvider).then(
      (offered) => setIssuer("issuer" in offered ? offered.issuer : ""),
      () => undefined, // Without an answer there is no button, and the page does without.
    );
  }, []);
  if (issuer === "") return null;
  const host = new URL(issuer).host;
  return (
    <p className="mt-6">
      <button
        type="button"
        className="button button-quiet w-full"
        onClick={() => {
          if (!leaveForProvider(STAFF_DOOR, false)) toast("warn", FORBIDDEN);
        }}
      >
        Continue with {host === "accounts.google.com" ? "Google" : `your ${host} account`}
      </button>
    </p>
  );
}

const FORBIDDEN =
  "Your browser forbids this page to remember anything, which this way in needs. Sign in with your email address and password";

/** That the code is wanted is no trouble: it goes on as an answer. */
async function signIn(ask: Ask<typeof staffSignIn>): Promise<v.InferOutput<typeof staffSignIn.reply>> {
  try {
    return await callUnsigned(staffSignIn, ask);
  } catch (failure) {
    if (failure instanceof CallFailure && v.is(toCode, failure.reply)) return failure.reply;
    throw failure;
  }
}
