import { callUnsigned } from "#kit/call/call.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { ChoosePassword } from "../../credential/credential.part.page.tsx";
import { arrivals } from "../account.rules.ts";
import { reset } from "./password-reset.contract.ts";

/** `/reset/:id`, where the link of the mail leads. Contract 2. */
export function ResetPage() {
  const navigate = useNavigate();
  return (
    <ChoosePassword
      title="Choose a new password"
      subtitle="Every device that is signed in to your account is signed out. The link that brought you here works once."
      send={(body, attempt) => callUnsigned(reset, { body, attempt })}
      silent
      done={() => navigate("/", { replace: true, state: { arrival: arrivals.changed } })}
      forgot="/forgot"
      signIn={{ to: "/", says: "Sign In" }}
    />
  );
}
