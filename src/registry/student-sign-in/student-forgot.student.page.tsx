import { useEffect, useState } from "react";
import { SPENT_LINK } from "#identity/account/account.rules.ts";
import { callUnsigned } from "#kit/call/call.web.ts";
import { EmailField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { contact } from "#reference/brand/brand.rules.ts";
import { forgotStudentPassword } from "./student-sign-in.contract.ts";
import { SIGN_IN } from "./student-sign-in.way.part.page.tsx";

/** `/student/forgot`. */
export function StudentForgotPage() {
  const sheet = useSheet(forgotStudentPassword.body, { emailaddress: "" });
  const [sent, setSent] = useState("");
  const [isSpent] = useState(() => location.hash === SPENT_LINK);
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname);
  }, []);
  return (
    <>
      <PageHeading
        title="Forgot password"
        subtitle="Type the email address that the college has of you. We send a link to it with which you choose a new password."
      />
      {isSpent && (
        <div className="mb-6">
          <Alert look="warn" title="This link works no more">
            It was used already, or is too old. Send yourself a new one here.
          </Alert>
        </div>
      )}
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => callUnsigned(forgotStudentPassword, { body, attempt })}
        silent
        done={({ message }) => setSent(message)}
        submit="Send link"
      >
        <EmailField {...sheet.field("emailaddress")} autoComplete="username" />
        {sent && (
          <Alert look="good">
            {sent}. The link works once, for 30 minutes. If nothing comes, look in the spam folder.
          </Alert>
        )}
      </Form>
      <p className="mt-6 text-soft">
        You no longer have that address? Ask the {contact.office}, with your matric number at hand.
      </p>
      <p className="mt-3">
        <Link to={SIGN_IN} className="link inline-block py-2.5">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
