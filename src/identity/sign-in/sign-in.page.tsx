import { useEffect } from "react";
import { callUnsigned } from "#kit/call.web.ts";
import { Form } from "#kit/form.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Link, useNavigate } from "#kit/router.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { forgetAll, keep } from "#kit/storage.web.ts";
import { EmailField, PasswordField } from "#kit/text-fields.web.tsx";
import { toast } from "#kit/toast.web.tsx";
import { stored } from "../session/session.contract.ts";
import { NOT_VERIFIED, SIGNED_IN, signIn } from "./sign-in.contract.ts";

/** The first page. Opening it signs this browser out. Specification 2 and 4. */
export function SignInPage() {
  const navigate = useNavigate();
  const sheet = useSheet(signIn.body, { emailaddress: "", password: "" });
  useEffect(forgetAll, []);
  return (
    <>
      <PageHeading title="Undergraduate Admission Application Portal" subtitle="Sign in to continue" />
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => callUnsigned(signIn, { body, attempt })}
        done={(reply, { emailaddress }) => {
          toast(reply.verify ? "good" : "warn", reply.verify ? SIGNED_IN : NOT_VERIFIED);
          if (!reply.verify) return navigate("/verify", { state: { emailaddress } });
          keep(stored.token, reply.token);
          keep(stored.user, JSON.stringify(reply.user));
          return navigate("/app/dashboard");
        }}
        submit="Login to Account"
      >
        <EmailField {...sheet.field("emailaddress")} autoComplete="username" />
        <PasswordField {...sheet.field("password")} autoComplete="current-password" />
      </Form>
      <p className="mt-6 flex flex-col gap-x-6 gap-y-2 sm:flex-row">
        <Link to="/account" className="button button-quiet">
          Create Account?
        </Link>
        <Link to="/forgot" className="link py-2.5 text-center">
          Forgot password?
        </Link>
      </p>
    </>
  );
}
