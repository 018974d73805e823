import { useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { EmailField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { forgotStaffPassword } from "./password.contract.ts";

/** `/staff/forgot`. */
export function StaffForgotPage() {
  const sheet = useSheet(forgotStaffPassword.body, { emailaddress: "" });
  const [sent, setSent] = useState("");
  return (
    <>
      <PageHeading
        title="Forgot password"
        subtitle="Type the email address that you sign in with. We send a link to it with which you choose a new password."
      />
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => callUnsigned(forgotStaffPassword, { body, attempt })}
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
      <p className="mt-6">
        <Link to="/staff" className="link inline-block py-2.5">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
