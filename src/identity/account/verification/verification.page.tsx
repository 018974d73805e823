import { callUnsigned } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { textIn, useHandedText } from "#kit/form/handed.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Written } from "#kit/look/facts.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { registerAccount } from "../account.contract.ts";
import { AddressField, forgetPerson, rememberedPerson, rememberPerson, shownOf } from "../account.part.page.tsx";
import { arrivalMarks } from "../account.rules.ts";
import { resendCode, verifyCode } from "./verification.contract.ts";

/** `/verify`. Specification 2. */
export function VerifyPage() {
  const navigate = useNavigate();
  const resending = useShown();
  const sheet = useSheet(verifyCode.body, { code: "" });
  const address = useHandedText("emailaddress");
  return (
    <>
      <PageHeading
        title="Verify your account"
        subtitle={`Type the code from the mail that we sent to ${address ? "you" : "your email address"}, or open the link in it. Both work for one hour.`}
      />
      {address && <SentTo address={address} />}
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => callUnsigned(verifyCode, { body, attempt })}
        silent
        done={({ choose }) => {
          forgetPerson();
          navigate("/", {
            state: { arrival: choose ? arrivalMarks.linkSent : arrivalMarks.verified, emailaddress: address },
          });
        }}
        submit="Verify Account"
        beside={
          <button type="button" className="button button-quiet" onClick={resending.show}>
            Resend verification email
          </button>
        }
      >
        <CodeField
          {...sheet.field("code")}
          autoComplete="one-time-code"
          hint={"Ten letters and digits, for example ABCDE\u201123456"}
        />
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to="/" className="link py-2.5">
          Sign In
        </Link>
        {!address && (
          <Link to="/account" className="link py-2.5">
            Create an account
          </Link>
        )}
      </p>
      {resending.shown && <ResendDialog onHide={resending.hide} />}
    </>
  );
}

/** Whoever mistyped the address waits in vain, unless it catches the eye. */
function SentTo({ address }: { address: string }) {
  const changing = useShown();
  const { state } = useLocation();
  return (
    <div className="mb-6 rounded-card border border-line bg-surface p-4">
      <p className="text-small text-soft">The mail went to</p>
      <p className="wrap-anywhere font-semibold text-large">
        <Written text={address} />
      </p>
      <p className="mt-1 text-small text-soft">It may take a few minutes, and may lie in the spam folder.</p>
      {rememberedPerson() ? (
        <button type="button" className="link cursor-pointer py-2.5" onClick={changing.show}>
          Change the address
        </button>
      ) : (
        <Link to="/account" state={state} className="link inline-block py-2.5">
          Change the address
        </Link>
      )}
      {changing.shown && <ChangeDialog onHide={changing.hide} />}
    </div>
  );
}

/** Creates the account once more, with another address: the first, which nobody verified, gives way. Contract 3.4. */
function ChangeDialog({ onHide }: { onHide(): void }) {
  const navigate = useNavigate();
  const person = rememberedPerson();
  const sheet = useSheet(resendCode.body, { emailaddress: person?.emailaddress ?? "" });
  if (!person) return null;
  return (
    <Dialog title="Change the address" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        send={({ emailaddress }, attempt) =>
          callUnsigned(registerAccount, { body: { ...person, emailaddress }, attempt })
        }
        done={(_, { emailaddress }) => {
          rememberPerson({ ...person, emailaddress });
          onHide();
          return navigate("/verify", { replace: true, state: shownOf({ ...person, emailaddress }) });
        }}
        submit="Send a new code"
        beside={<CloseButton onHide={onHide} />}
      >
        <p>Everything else that you typed stays. The code that went to the other address is worth nothing then.</p>
        <AddressField {...sheet.field("emailaddress")} />
      </Form>
    </Dialog>
  );
}

function ResendDialog({ onHide }: { onHide(): void }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const sheet = useSheet(resendCode.body, { emailaddress: textIn(state, "emailaddress") });
  return (
    <Dialog title="Resend verification email" onHide={onHide}>
      <Form
        sheet={sheet}
        draft="resend"
        send={(body, attempt) => callUnsigned(resendCode, { body, attempt })}
        silent
        done={(_, { emailaddress }) => {
          onHide();
          return navigate("/", { state: { arrival: arrivalMarks.codeSent, emailaddress } });
        }}
        submit="Send email"
        beside={<CloseButton onHide={onHide} />}
      >
        <p>
          A code goes only to the address that the account was created with. The mail may take a few minutes and may lie
          in the spam folder. At most three are sent within an hour.
        </p>
        <AddressField {...sheet.field("emailaddress")} />
      </Form>
    </Dialog>
  );
}
