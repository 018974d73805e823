import { type ReactNode, useEffect, useRef, useState } from "react";
import { textIn } from "#kit/form/handed.web.ts";
import { Alert, type AlertLook } from "#kit/look/alert.web.tsx";
import { Breakable } from "#kit/look/facts.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { arrivalMarks } from "../account/account.rules.ts";
import { ELSEWHERE, ENDED, FIRST, SIGNED_OUT } from "../session/session.contract.ts";
import type { ProviderParts } from "./provider/provider.page.tsx";

/** Why somebody stands on the first page, and what to do next; nothing for a mark that is not ours. */
export function Arrival({ sheet, wasSignedIn }: ProviderParts & { readonly wasSignedIn: boolean }) {
  const { state } = useLocation();
  const arrival = textIn(state, "arrival");
  const [reason] = useState(() => location.hash || arrival || (wasSignedIn ? OPENED : ""));
  useEffect(() => {
    if (location.hash === reason) history.replaceState(history.state, "", location.pathname);
  }, [reason]);
  const emailaddress = textIn(state, "emailaddress");
  useEffect(() => {
    if (emailaddress && !sheet.form.getValues("emailaddress")) sheet.form.setValue("emailaddress", emailaddress);
  }, [emailaddress, sheet.form]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Who comes from another screen and only hears this one is told too; whoever has begun to type is left alone.
    if (arrival && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [arrival]);
  const said = words(<Breakable text={emailaddress || "your email address"} />, emailaddress).get(reason);
  if (!said) return null;
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Alert look={said.look} title={said.title}>
        {said.text}
      </Alert>
    </div>
  );
}

interface Said {
  readonly look: AlertLook;
  readonly title: string;
  readonly text: ReactNode;
}

/** Nobody was sent here: the page was opened by who was signed in. */
const OPENED = "opened";

const OUT = "You have been signed out";

const words = (to: ReactNode, emailaddress: string) =>
  new Map<string, Said>([
    [
      ENDED,
      {
        look: "warn",
        title: OUT,
        text: "Your session has expired, please sign in again. On a device of your own the page that was open opens again, with what you typed.",
      },
    ],
    [SIGNED_OUT, { look: "good", title: "You are signed out", text: "Nothing of yours is left on this device." }],
    [
      ELSEWHERE,
      {
        look: "warn",
        title: OUT,
        text: "It happened in another tab: somebody pressed Sign Out there, or opened this first page, which signs out. Sign in to go on where you were. What you typed is offered again, unless Sign Out was pressed.",
      },
    ],
    [
      OPENED,
      {
        look: "warn",
        title: OUT,
        text: (
          <>
            Opening this page signs you out, in every tab. What you sent is safe, and what you typed is offered again
            after you sign in. To stay signed in, open <span className="wrap-anywhere">{location.host}/dashboard</span>{" "}
            next time.
          </>
        ),
      },
    ],
    [FIRST, { look: "info", title: "Sign in first", text: "Then the page that you asked for opens." }],
    [
      arrivalMarks.codeSent,
      {
        look: "info",
        title: "Check your mail",
        text: (
          <>
            <p className="wrap-anywhere">
              A mail with a new code is on its way to <strong>{to}</strong>, if an account with this address waits for
              one. It may take a few minutes, and may lie in the spam folder.
            </p>
            <p className="mt-3">
              <Link to="/verify" state={{ emailaddress }} className="button">
                Enter your code
              </Link>
            </p>
          </>
        ),
      },
    ],
    [
      arrivalMarks.linkSent,
      {
        look: "info",
        title: "Check your mail",
        text: (
          <>
            <p className="wrap-anywhere">
              A link to choose a new password is on its way to <strong>{to}</strong>, if this address has an account. It
              works for 30 minutes. The mail may take a few minutes, and may lie in the spam folder.
            </p>
            <p className="mt-2">
              <Link to="/forgot" state={{ typed: emailaddress }} className="link inline-block py-2.5">
                Nothing came? Send it again
              </Link>
            </p>
          </>
        ),
      },
    ],
    [
      arrivalMarks.verified,
      {
        look: "good",
        title: "Your account is verified",
        text: "Sign in with your email address and the password that you chose.",
      },
    ],
    [
      arrivalMarks.changed,
      {
        look: "good",
        title: "Your password is changed",
        text: "Sign in with your email address and the new password.",
      },
    ],
  ]);
