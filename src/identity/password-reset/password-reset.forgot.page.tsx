import { useEffect, useRef, useState } from "react";
import { Alert } from "#kit/alert.web.tsx";
import { callUnsigned } from "#kit/call.web.ts";
import { Form } from "#kit/form.web.tsx";
import { textIn } from "#kit/handed.web.ts";
import { PageHeading } from "#kit/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/router.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { EmailField } from "#kit/text-fields.web.tsx";
import { forgot, forgotForm } from "./password-reset.contract.ts";

/** How long the answer can be read before the page goes home. Specification 9. */
const ONE_SECOND = 1_000;

/** `/forgot`. Specification 2. */
export function ForgotPage() {
  const navigate = useNavigate();
  const own = textIn(useLocation().state, "emailaddress");
  const sheet = useSheet(forgotForm, { emailaddress: own });
  const [sent, setSent] = useState("");
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return (
    <>
      <PageHeading
        title="Forgot password"
        subtitle={
          own
            ? "To change your password we send a link to your email address. You stay signed in until you have chosen a new one."
            : "Type the email address of your account. We send a link to it with which you choose a new password."
        }
      />
      <Form
        sheet={sheet}
        draft="forgot"
        send={(body, attempt) => callUnsigned(forgot, { body, attempt })}
        done={async ({ message }) => {
          setSent(message);
          await new Promise((resolve) => setTimeout(resolve, ONE_SECOND));
          if (here.current) await navigate("/");
        }}
        submit="Send link"
      >
        <EmailField {...sheet.field("emailaddress")} autoComplete="username" />
        {sent && <Alert look="good">{sent}</Alert>}
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to="/account" className="link py-2.5">
          Create Account
        </Link>
        <Link to="/" className="link py-2.5">
          Sign In
        </Link>
      </p>
    </>
  );
}
