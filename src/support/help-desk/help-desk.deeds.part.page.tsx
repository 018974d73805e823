import type { ReactNode } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { filedName } from "#identity/account/account.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import {
  answerErasureRequest,
  endSignIns,
  type HelpedPerson,
  resendCode,
  sendPasswordLink,
  withdrawAddress,
} from "./help-desk.contract.ts";
import { ONLOOKER, openView } from "./help-desk.view.contract.ts";

const ChangeAddress = opened(() => import("./help-desk.address.part.page.tsx").then((part) => part.ChangeAddress));
const CorrectPhone = opened(() => import("./help-desk.phone.part.page.tsx").then((part) => part.CorrectPhone));

/** What people come for most. */
const reasons = {
  see: [
    "They say that a page does not go on.",
    "They ask what to do next.",
    "They say that what they paid is not shown.",
  ],
  code: ["The code did not come.", "The code was no longer good."],
  password: ["They forgot the password.", "They cannot sign in."],
  withdraw: ["The new address was typed wrong.", "They keep the old address after all."],
  signOut: ["They lost the phone.", "They signed in on somebody else's device.", "Somebody else knows the password."],
} as const;

/** What can be done for somebody, what is asked for most first. Each with a reason. */
export function HelpDeeds({ of }: { of: HelpedPerson }) {
  const { _id, emailaddress, verifiedAt } = of.account;
  const name = filedName(of.account);
  const waits = of.changes.find(({ open }) => open);
  const params = { id: _id };
  const reread = useReread();
  const address = useShown();
  const phone = useShown();
  return (
    <section aria-labelledby="help" className="card grid gap-2 px-5 py-4">
      <h2 id="help" className="text-large">
        Help
      </h2>
      <Deed
        word="See what they see"
        look="button"
        title={`See what ${name} sees`}
        draft={`help-see:${_id}`}
        usual={reasons.see}
        send={async (body, attempt) => {
          const { view, ...reply } = await call(openView, { params, body, attempt });
          location.assign(`${ONLOOKER}/${view}/dashboard`);
          return reply;
        }}
      >
        The screens open as the applicant has them, for 15 minutes. Nothing can be changed, paid or sent from there, and
        no file opens.
      </Deed>
      {(waits || !verifiedAt) && (
        <Deed
          word={waits ? "Send the code again" : "Send a new code"}
          title={`Send a code to ${waits?.newaddress ?? emailaddress}`}
          draft={`help-code:${_id}`}
          usual={reasons.code}
          send={(body, attempt) => call(resendCode, { params, body, attempt })}
        >
          It works once, for one hour. You never see it: the applicant reads it in the mail.
        </Deed>
      )}
      <Deed
        word="Send a password link"
        title={`Mail ${name} a link to choose a password`}
        draft={`help-password:${_id}`}
        usual={reasons.password}
        send={(body, attempt) => call(sendPasswordLink, { params, body, attempt })}
      >
        It goes to {emailaddress}, and works once, for 30 minutes. Three mails an hour can be sent to one address.
      </Deed>
      {waits ? (
        <Deed
          word="Withdraw the change"
          title="Withdraw the change of the email address"
          draft={`help-withdraw:${_id}`}
          usual={reasons.withdraw}
          send={(body, attempt) => call(withdrawAddress, { params, body, attempt })}
        >
          The code that was sent to {waits.newaddress} is worth nothing then. The address stays {emailaddress}.
        </Deed>
      ) : (
        <button type="button" className="button button-quiet" onClick={address.show}>
          Change the email address
        </button>
      )}
      <button type="button" className="button button-quiet" onClick={phone.show}>
        Correct the phone number
      </button>
      {of.erasure && (
        <Deed
          word="Delete what may go"
          title={`Delete what may go of ${name}`}
          draft={`help-erasure:${_id}`}
          send={(body, attempt) => call(answerErasureRequest, { params, body, attempt })}
        >
          What no application and no payment rests on is deleted at once, and does not come back: bio data, results,
          documents and files that were never submitted, and notices. The mail names what went, what stays and why. The
          reason stands in it as you type it.
        </Deed>
      )}
      <Deed
        word="Sign out everywhere"
        title={`Sign ${name} out everywhere`}
        draft={`help-sign-out:${_id}`}
        usual={reasons.signOut}
        send={(body, attempt) => call(endSignIns, { params, body, attempt })}
      >
        Every browser and phone is signed out at once. Whoever knows the password can sign in again: send a link for a
        new one too if somebody else knows it.
      </Deed>
      {address.shown && <ChangeAddress of={of} onHide={address.hide} onDone={reread} />}
      {phone.shown && <CorrectPhone of={of} onHide={phone.hide} onDone={reread} />}
    </section>
  );
}

interface DeedParts {
  /** Of the button. */
  readonly word: string;
  readonly title: string;
  readonly draft: string;
  readonly usual?: readonly string[];
  /** Of the button; quiet unless it is asked for most. */
  readonly look?: string;
  send(body: { readonly reason: string }, attempt: string): Promise<{ readonly message: string }>;
  readonly children: ReactNode;
}

function Deed({ word, title, draft, usual, look = "button button-quiet", send, children }: DeedParts) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  return (
    <>
      <button type="button" className={look} onClick={show}>
        {word}
      </button>
      {shown && (
        <ReasonDialog
          title={title}
          submit={word}
          draft={draft}
          {...(usual && { usual })}
          send={send}
          onHide={hide}
          onDone={reread}
        >
          {children}
        </ReasonDialog>
      )}
    </>
  );
}
