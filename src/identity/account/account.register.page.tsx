import { useEffect } from "react";
import { callUnsigned } from "#kit/call.web.ts";
import { Form } from "#kit/form.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Link, useNavigate } from "#kit/router.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { CodeField, EmailField, PasswordField, PhoneField, TextField } from "#kit/text-fields.web.tsx";
import { PASSWORD_HINT } from "../password/password.contract.ts";
import { PRIVACY_VERSION } from "../privacy-notice/privacy-notice.version.contract.ts";
import { register, registrationForm } from "./account.contract.ts";

const blank = {
  firstname: "",
  middlename: "",
  lastname: "",
  jamb: "",
  emailaddress: "",
  phonenumber: "",
  password: "",
  confirmpassword: "",
};

/** `/account` and `/register`. Specification 2. */
export function RegisterPage() {
  const navigate = useNavigate();
  const sheet = useSheet(registrationForm, blank);
  const typed = sheet.form.watch("password");
  useEffect(() => {
    // The second password is right or wrong by the first one too.
    if (typed && sheet.form.getFieldState("confirmpassword").isTouched) void sheet.form.trigger("confirmpassword");
  }, [typed, sheet.form]);
  return (
    <>
      <PageHeading
        title="Create your profile"
        subtitle="One account for each applicant. It takes about three minutes."
      />
      <Form
        sheet={sheet}
        draft="registration"
        send={({ confirmpassword: _, ...person }, attempt) =>
          callUnsigned(register, { body: { ...person, privacy: PRIVACY_VERSION }, attempt })
        }
        done={(_, { emailaddress }) => navigate("/verify", { state: { emailaddress } })}
        submit="Create Account"
      >
        <TextField {...sheet.field("firstname")} autoComplete="given-name" />
        <TextField {...sheet.field("middlename")} autoComplete="additional-name" />
        <TextField {...sheet.field("lastname")} autoComplete="family-name" />
        <CodeField
          {...sheet.field("jamb")}
          hint="8 to 12 digits and two letters, as on your JAMB slip. For example 202612345678AB"
        />
        <EmailField {...sheet.field("emailaddress")} hint="We send a verification code to this address" />
        <PhoneField {...sheet.field("phonenumber")} />
        <PasswordField {...sheet.field("password")} autoComplete="new-password" hint={PASSWORD_HINT} />
        <PasswordField {...sheet.field("confirmpassword")} autoComplete="new-password" />
        <p className="text-small text-soft">
          By creating an account you accept our{" "}
          <Link to="/privacy" target="_blank" className="link">
            privacy notice<span className="sr-only"> (opens in a new tab)</span>
          </Link>
          , which says what we do with your data.
        </p>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to="/" className="link py-2.5">
          Login?
        </Link>
        <Link to="/forgot" className="link py-2.5">
          Forgot password?
        </Link>
      </p>
    </>
  );
}
