import { callUnsigned } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate, useParams } from "#kit/page/router.web.tsx";
import { chosenPasswordForm, PASSWORD_HINT } from "../../credential/credential.contract.ts";
import { NewPasswordFields } from "../../credential/credential.part.page.tsx";
import { arrivals } from "../account.rules.ts";
import { reset } from "./password-reset.contract.ts";

/** `/reset/:id`, where the link of the mail leads. Contract 2. */
export function ResetPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const sheet = useSheet(chosenPasswordForm, { password: "", confirmpassword: "" });
  return (
    <>
      <PageHeading
        title="Choose a new password"
        subtitle="Every device that is signed in to your account is signed out. The link that brought you here works once."
      />
      <Form
        sheet={sheet}
        draft={null}
        send={({ password }, attempt) => callUnsigned(reset, { body: { id, password }, attempt })}
        silent
        done={() => navigate("/", { replace: true, state: { arrival: arrivals.changed } })}
        submit="Save password"
      >
        <NewPasswordFields
          first={sheet.field("password")}
          second={sheet.field("confirmpassword")}
          hint={PASSWORD_HINT}
        />
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to="/forgot" className="link py-2.5">
          Ask for a new link
        </Link>
        <Link to="/" className="link py-2.5">
          Sign In
        </Link>
      </p>
    </>
  );
}
