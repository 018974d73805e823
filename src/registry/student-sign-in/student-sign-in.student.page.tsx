import { useEffect, useState } from "react";
import { SharedDeviceField } from "#identity/sign-in/sign-in.check.part.page.tsx";
import { callUnsigned } from "#kit/call/call.web.ts";
import { markSharedDevice } from "#kit/draft/storage.web.ts";
import { PasswordField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { textIn } from "#kit/form/handed.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert, type AlertLook } from "#kit/look/alert.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { studentDoorForm, studentSignIn } from "./student-sign-in.contract.ts";
import { CHOSEN, ENDED, EVERYWHERE, SIGNED_OUT, wayBack } from "./student-sign-in.way.part.page.tsx";

/** `/student/sign-in`. */
export function StudentSignInPage() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const sheet = useSheet(studentDoorForm, { name: "", password: "", shared: false });
  return (
    <>
      <PageHeading title="Student sign-in" subtitle="For students of the college" />
      <Arrival handed={textIn(state, "arrival")} />
      <Form
        sheet={sheet}
        draft={null}
        send={({ name, ...typed }, attempt) => {
          const who = name.includes("@") ? { emailaddress: name } : { matric: name };
          return callUnsigned(studentSignIn, { body: { ...typed, ...who }, attempt });
        }}
        silent
        done={(_, { shared }) => {
          if (shared) markSharedDevice();
          return navigate(wayBack(search), { replace: true });
        }}
        submit="Sign in"
      >
        <TextField
          {...sheet.field("name")}
          autoComplete="username"
          hint="As on your letter, or the address that you applied with"
        />
        <PasswordField {...sheet.field("password")} autoComplete="current-password" />
        <SharedDeviceField {...sheet.field("shared")} />
      </Form>
      <p className="mt-6">
        <Link to="/student/forgot" className="link inline-block py-2.5">
          Forgot password?
        </Link>
      </p>
    </>
  );
}

interface Said {
  readonly look: AlertLook;
  readonly title: string;
  readonly text: string;
}

const words: Readonly<Record<string, Said>> = {
  [ENDED]: {
    look: "warn",
    title: "You have been signed out",
    text: "Your session has expired, please sign in again. The page that was open opens again.",
  },
  [SIGNED_OUT]: { look: "good", title: "You are signed out", text: "Nothing of yours is left on this device." },
  [EVERYWHERE]: {
    look: "good",
    title: "You are signed out everywhere",
    text: "On every phone and computer, in the applicant's area too. Did somebody else use your account? Choose a new password.",
  },
  [CHOSEN]: {
    look: "good",
    title: "Your password is set",
    text: "Sign in with it, and with your matric number or your email address.",
  },
};

/** Why somebody stands here; nothing for a mark that is not ours. */
function Arrival({ handed }: { handed: string }) {
  const [reason] = useState(() => location.hash.slice(1) || handed);
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  const said = words[reason];
  if (!said) return null;
  return (
    <div className="mb-6">
      <Alert look={said.look} title={said.title}>
        {said.text}
      </Alert>
    </div>
  );
}
