import { useEffect, useRef, useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { textIn, useHandedText } from "#kit/form/handed.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { AddressField } from "../account.part.page.tsx";
import { arrivalMarks, SPENT_LINK } from "../account.rules.ts";
import { forgotForm, forgotPassword } from "./password-reset.contract.ts";

/** How long the answer can be read before the page goes home. Specification 9. */
const ONE_SECOND = 1_000;

/** `/forgot`. Specification 2. */
export function ForgotPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const own = useHandedText("emailaddress");
  const sheet = useSheet(forgotForm, { emailaddress: textIn(state, "emailaddress") || textIn(state, "typed") });
  const [sent, setSent] = useState("");
  const isSpent = useSpentLink();
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
      {isSpent && (
        <div className="mb-6">
          <Alert look="warn" title="This link works no more">
            It was used already, or is older than 30 minutes. Send yourself a new one here.
          </Alert>
        </div>
      )}
      <Form
        sheet={sheet}
        draft="forgot"
        send={(body, attempt) => callUnsigned(forgotPassword, { body, attempt })}
        silent
        done={async ({ message }, { emailaddress }) => {
          setSent(message);
          if (own) return; // Going home would sign out.
          await new Promise((resolve) => setTimeout(resolve, ONE_SECOND));
          if (here.current) await navigate("/", { state: { arrival: arrivalMarks.linkSent, emailaddress } });
        }}
        submit="Send link"
      >
        <AddressField {...sheet.field("emailaddress")} autoComplete="username" />
        {sent && <Alert look="good">{sent}</Alert>}
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        {own ? (
          <Link to="/app/account" className="link py-2.5">
            Back to My Account
          </Link>
        ) : (
          <>
            <Link to="/account" className="link py-2.5">
              Create Account
            </Link>
            <Link to="/" className="link py-2.5">
              Sign In
            </Link>
          </>
        )}
      </p>
    </>
  );
}

/** Whether the link of a mail led here, because it works no more. */
function useSpentLink(): boolean {
  const [isSpent, setSpent] = useState(false);
  useEffect(() => {
    if (location.hash !== SPENT_LINK) return;
    setSpent(true);
    history.replaceState(history.state, "", location.pathname);
  }, []);
  return isSpent;
}
