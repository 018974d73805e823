import { chosenPasswordForm, PASSWORD_HINT } from "#identity/credential/credential.contract.ts";
import { NewPasswordFields } from "#identity/credential/credential.part.page.tsx";
import { callUnsigned } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate, useParams } from "#kit/page/router.web.tsx";
import { resetStaffPassword } from "./password.contract.ts";

/** `/staff/reset/:id`, where the links of invitations and of forgotten passwords lead. */
export function StaffResetPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const sheet = useSheet(chosenPasswordForm, { password: "", confirmpassword: "" });
  return (
    <>
      <PageHeading
        title="Choose your password"
        subtitle="For your account at the staff console. The link that brought you here works once."
      />
      <Form
        sheet={sheet}
        draft={null}
        send={({ password }, attempt) => callUnsigned(resetStaffPassword, { body: { id, password }, attempt })}
        done={() => navigate("/staff", { replace: true })}
        submit="Save password"
      >
        <NewPasswordFields
          first={sheet.field("password")}
          second={sheet.field("confirmpassword")}
          hint={PASSWORD_HINT}
        />
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to="/staff/forgot" className="link py-2.5">
          Ask for a new link
        </Link>
        <Link to="/staff" className="link py-2.5">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
