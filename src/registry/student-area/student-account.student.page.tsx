import { Deed, OwnSignIns } from "#identity/session/session.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { forgetDrafts } from "#kit/draft/draft.web.ts";
import { forgetAll } from "#kit/draft/storage.web.ts";
import { Card } from "#kit/look/card.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { studentSignIns } from "../student-sign-in/student-sign-in.contract.ts";
import { ToApplicantArea } from "../student-sign-in/student-sign-in.part.page.tsx";
import { EVERYWHERE, SIGN_IN } from "../student-sign-in/student-sign-in.way.part.page.tsx";

/** `/student/account`. */
export function StudentAccountPage() {
  return (
    <>
      <PageHeading title="Account and devices" subtitle="Where you are signed in, and what you sign in with" />
      <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
        <Card title="Where you are signed in">
          <p>Is there a phone or a computer that you do not know? Sign it out, and choose a new password.</p>
          <OwnSignIns of={studentSignIns}>
            <Deed
              send={(attempt) => call(studentSignIns.endAll, { attempt })}
              says="Sign out everywhere"
              done={() =>
                void forgetDrafts().then(() => {
                  forgetAll();
                  location.replace(`${SIGN_IN}#${EVERYWHERE}`);
                })
              }
            />
          </OwnSignIns>
        </Card>
        <div className="grid gap-6">
          <Card title="Password">
            <p>We mail you a link with which you choose a new one. Then every device signs in again.</p>
            <Link to="/student/forgot" className="link justify-self-start py-2.5">
              Change password
            </Link>
          </Card>
          <Card title="Applicant's area">
            <p>Your applications, and your name, phone number and photo, stand there. You stay signed in.</p>
            <ToApplicantArea to="/app/dashboard" className="button button-quiet self-start">
              Go there
            </ToApplicantArea>
          </Card>
        </div>
      </div>
    </>
  );
}
