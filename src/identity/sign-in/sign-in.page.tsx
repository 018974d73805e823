import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { callUnsigned } from "#kit/call/call.web.ts";
import { forgetAll, kept } from "#kit/draft/storage.web.ts";
import type { FieldParts } from "#kit/field/field.web.tsx";
import { EmailField, PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { storedNames } from "../session/session.contract.ts";
import { NOT_VERIFIED, SIGNED_IN, signIn } from "./sign-in.contract.ts";
import { keepSignIn, wayIn } from "./sign-in.keep.page.tsx";

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
        <CheckField
          {...sheet.field("shared")}
          hint="For a cyber café or a borrowed phone: you are signed out after 20 idle minutes, and nothing stays behind"
        />
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

/** One thing that is so or not, with what it brings about. */
function CheckField({ id, name, label, hint }: FieldParts & { readonly hint: string }) {
  const { register } = useFormContext();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          {...register(name)}
          id={id}
          type="checkbox"
          className="size-5 shrink-0"
          aria-describedby={`${id}-hint`}
        />
        {label}
      </label>
      <p id={`${id}-hint`} className="pl-8 text-small text-soft">
        {hint}
      </p>
    </div>
  );
}
