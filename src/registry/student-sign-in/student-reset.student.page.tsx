import { ChoosePassword } from "#identity/credential/credential.part.page.tsx";
import { callUnsigned } from "#kit/call/call.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { resetStudentPassword } from "./student-sign-in.contract.ts";
import { CHOSEN, SIGN_IN } from "./student-sign-in.way.part.page.tsx";

/** `/student/reset/:id`, where the links of invitations and of forgotten passwords lead. */
export function StudentResetPage() {
  const navigate = useNavigate();
  return (
    <ChoosePassword
      title="Choose your password"
      subtitle="For the student's area. Every device that is signed in to your account is signed out. The link that brought you here works once."
      send={(body, attempt) => callUnsigned(resetStudentPassword, { body, attempt })}
      silent
      done={() => navigate(SIGN_IN, { replace: true, state: { arrival: CHOSEN } })}
      forgot="/student/forgot"
      signIn={{ to: SIGN_IN, says: "Back to sign in" }}
    />
  );
}
