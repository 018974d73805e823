import { callUnsigned } from "#kit/call/call.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { ChoosePassword } from "../../credential/credential.part.page.tsx";
import { arrivalMarks } from "../account.rules.ts";
import { resetPassword } from "./password-reset.contract.ts";

/** `/reset/:id`, where the link of the mail leads. Contract 2. */
export function ResetPage() {
  const navigate = useNavigate();
  return (
    <ChoosePassword
      title="Choose a new password"
      subtitle="Every device that is signed in to your account is signed out. The link that brought you here works once."
      send={(body, attempt) => callUnsigned(resetPassword, { body, attempt })}
      silent
      done={() => navigate("/", { replace: true, state: { arrival: arrivalMarks.changed } })}
      forgot="/forgot"
      signIn={{ to: "/", says: "Sign In" }}
    />
  );
}
