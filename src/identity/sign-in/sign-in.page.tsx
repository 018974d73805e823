import { useEffect, useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { forgetAll, kept } from "#kit/draft/storage.web.ts";
import { EmailField, PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { storedNames } from "../session/session.contract.ts";
import { SharedDeviceField } from "./sign-in.check.part.page.tsx";
import { NOT_VERIFIED, SIGNED_IN, signIn } from "./sign-in.contract.ts";
import { keepSignIn, wayIn } from "./sign-in.keep.part.page.tsx";

/** The first page. Opening it signs this browser out. Specification 2 and 4. */
export function SignInPage() {
  const navigate = useNavigate();
  const sheet = useSheet(signIn.body, { emailaddress: "", password: "", shared: false });
  const later = useLater();
  return (
    <>
      <PageHeading title="Undergraduate Admission Application Portal" subtitle="Sign in to continue" />
      {later && <later.Arrival sheet={sheet} wasSignedIn={later.wasSignedIn} />}
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => callUnsigned(signIn, { body, attempt })}
        done={(reply, { emailaddress, shared = false }) => {
          toast(reply.verify ? "good" : "warn", reply.verify ? SIGNED_IN : NOT_VERIFIED);
          if (!reply.verify) return navigate("/verify", { state: { emailaddress } });
          keepSignIn(reply, shared);
          // Back must not open this page again: opening it signs out.
          return navigate(wayIn(reply.user), { replace: true });
        }}
        submit="Login to Account"
      >
        <EmailField {...sheet.field("emailaddress")} autoComplete="username" />
        <PasswordField {...sheet.field("password")} autoComplete="current-password" />
        <SharedDeviceField {...sheet.field("shared")} />
      </Form>
      <p className="mt-6 flex flex-col gap-x-6 gap-y-2 sm:flex-row">
        <Link to="/account" className="button button-quiet">
          Create Account?
        </Link>
        <Link to="/forgot" className="link py-2.5 text-center">
          Forgot password?
        </Link>
      </p>
      {later && <later.ProviderPart sheet={sheet} />}
    </>
  );
}

type Later = typeof import("./sign-in.later.page.tsx");

/** Signs this browser out. What the first picture does without is fetched after it. */
function useLater(): (Later & { wasSignedIn: boolean }) | undefined {
  const [later, setLater] = useState<Later & { wasSignedIn: boolean }>();
  useEffect(() => {
    const wasSignedIn = kept(storedNames.token) !== null;
    forgetAll();
    import("./sign-in.later.page.tsx").then(
      ({ Arrival, ProviderPart }) => setLater({ Arrival, ProviderPart, wasSignedIn }),
      () => undefined, // Without a connection the page does without.
    );
  }, []);
  return later;
}
