import { ChoosePassword } from "#identity/credential/credential.part.page.tsx";
import { callUnsigned } from "#kit/call/call.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { resetStaffPassword } from "./password.contract.ts";

/** `/staff/reset/:id`, where the links of invitations and of forgotten passwords lead. */
export function StaffResetPage() {
  const navigate = useNavigate();
  return (
    <ChoosePassword
      title="Choose your password"
      subtitle="For your account at the staff console. The link that brought you here works once."
      send={(body, attempt) => callUnsigned(resetStaffPassword, { body, attempt })}
      silent={false}
      done={() => navigate("/staff", { replace: true })}
      forgot="/staff/forgot"
      signIn={{ to: "/staff", says: "Back to sign in" }}
    />
  );
}
