import { callUnsigned } from "#kit/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { Form } from "#kit/form.web.tsx";
import { textIn, useHandedText } from "#kit/handed.web.ts";
import { PageHeading } from "#kit/heading.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/router.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { useShown } from "#kit/shown.web.ts";
import { CodeField, EmailField } from "#kit/text-fields.web.tsx";
import { resend, verifyCode } from "./verification.contract.ts";

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
        subtitle={`Type the code from the mail that we sent to ${address || "your email address"}, or open the link in it. Both work for one hour.`}
      />
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => callUnsigned(verifyCode, { body, attempt })}
        done={() => navigate("/")}
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
        <Link to="/account" className="link py-2.5">
          Not your address? Create the account again
        </Link>
      </p>
      {resending.shown && <ResendDialog onHide={resending.hide} />}
    </>
  );
}

function ResendDialog({ onHide }: { onHide(): void }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const sheet = useSheet(resend.body, { emailaddress: textIn(state, "emailaddress") });
  return (
    <Dialog title="Resend verification email" onHide={onHide}>
      <Form
        sheet={sheet}
        draft="resend"
        send={(body, attempt) => callUnsigned(resend, { body, attempt })}
        done={() => {
          onHide();
          return navigate("/");
        }}
        submit="Send email"
        beside={<CloseButton onHide={onHide} />}
      >
        <p>The mail may take a few minutes and may lie in the spam folder. At most three are sent within an hour.</p>
        <EmailField {...sheet.field("emailaddress")} />
      </Form>
    </Dialog>
  );
}
