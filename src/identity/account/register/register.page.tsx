import { useEffect, useState } from "react";
import * as v from "valibot";
import { callUnsigned } from "#kit/call/call.web.ts";
import { CodeField, PhoneField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { textIn } from "#kit/form/handed.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { PASSWORD_HINT } from "../../credential/credential.contract.ts";
import { NewPasswordFields } from "../../credential/credential.part.page.tsx";
import { PRIVACY_VERSION } from "../../privacy-notice/privacy-notice.rules.ts";
import { registerAccount, registrationForm } from "../account.contract.ts";
import { AddressField, rememberPerson, shownOf } from "../account.part.page.tsx";

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
  const { state } = useLocation();
  const sheet = useSheet(registrationForm, { ...blank, ...known(state) });
  return (
    <>
      <PageHeading
        title="Create your profile"
        subtitle="One account for each applicant. It takes about three minutes."
      />
      <Why state={state} />
      <Form
        sheet={sheet}
        draft="registration"
        send={(typed, attempt) => callUnsigned(registerAccount, { body: sentOf(typed), attempt })}
        done={(_, typed) => {
          rememberPerson(sentOf(typed));
          return navigate("/verify", { state: shownOf(sentOf(typed)) });
        }}
        submit="Create Account"
      >
        <TextField {...sheet.field("firstname")} autoComplete="given-name" />
        <TextField {...sheet.field("middlename")} autoComplete="additional-name" />
        <TextField {...sheet.field("lastname")} autoComplete="family-name" />
        <CodeField
          {...sheet.field("jamb")}
          hint="8 to 12 digits and two letters, as on your JAMB slip. For example 202612345678AB"
        />
        <AddressField {...sheet.field("emailaddress")} hint="We send a verification code to this address" />
        <PhoneField {...sheet.field("phonenumber")} />
        <NewPasswordFields
          first={sheet.field("password")}
          second={sheet.field("confirmpassword")}
          hint={PASSWORD_HINT}
        />
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

/** The second password is never sent. Specification 3. */
function sentOf({ confirmpassword: _, ...person }: v.InferInput<typeof registrationForm>) {
  return { ...person, privacy: PRIVACY_VERSION };
}

/** What another account's provider told, of who has no account here yet. */
const arrived = v.strictObject({
  message: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  emailaddress: v.string(),
});

/** What is known of a person already: from another account's provider, or typed here before. */
const known = (state: unknown) =>
  Object.fromEntries(
    Object.keys(blank)
      .map((name) => [name, textIn(state, name)])
      .filter(([, text]) => text),
  );

/** Why somebody who wanted to sign in stands here. Not drawn at build, when nobody does. */
function Why({ state }: { state: unknown }) {
  const [message, setMessage] = useState("");
  useEffect(() => {
    const { success, output } = v.safeParse(arrived, state);
    if (success) setMessage(output.message);
  }, [state]);
  return (
    message && (
      <div className="mb-6">
        <Alert look="info">
          <p className="wrap-anywhere">{message}</p>
        </Alert>
      </div>
    )
  );
}
