import { type ReactNode, useState } from "react";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import type { OwnSignIn, SignInsCalls } from "./session.own.contract.ts";

/** Where somebody is signed in, each with its end. `children` stands beside the end of all others. */
export function OwnSignIns({ of, children }: { of: SignInsCalls; children?: ReactNode }) {
  const signIns = useRead(of.list);
  return (
    <Read from={signIns} waiting={<div aria-hidden className="bone h-24" />}>
      {(list) => (
        <div className="grid gap-4">
          <ul className="grid">
            {list.map((signIn) => (
              <OneSignIn key={signIn._id} of={of} signIn={signIn} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            {list.length > 1 && <Deed send={(attempt) => call(of.endOthers, { attempt })} says="Sign out all others" />}
            {children}
          </div>
        </div>
      )}
    </Read>
  );
}

function OneSignIn({ of, signIn }: { of: SignInsCalls; signIn: OwnSignIn }) {
  const { _id, browser, address, createdAt, seenAt, current, shared } = signIn;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {browser}
          {current && <WordBadge look="good" word="This one" />}
        </p>
        <p className="text-small text-soft">
          {address ? (
            <>
              From <span translate="no">{address}</span>, last used {asAgo(seenAt)}
            </>
          ) : (
            <>Last used {asAgo(seenAt)}</>
          )}
          {shared && ", on a shared device"}
        </p>
        <p className="text-small text-soft">Signed in on {asMinute(createdAt)}</p>
      </div>
      {!current && (
        <Deed
          send={(attempt) => call(of.end, { params: { id: _id }, attempt })}
          says="Sign out"
          of={`${browser}, ${asMinute(createdAt)}`}
        />
      )}
    </li>
  );
}

interface DeedParts {
  send(attempt: string): Promise<{ readonly message: string }>;
  readonly says: string;
  /** What it is done to, for who does not see where the button stands. */
  readonly of?: string;
  /** Where all is over with it, the page goes elsewhere; elsewise the list is read again. */
  done?(): void;
}

export function Deed({ send, says, of, done }: DeedParts) {
  const reread = useReread();
  const [attempt] = useState(newAttempt);
  const [busy, setBusy] = useState(false);
  const perform = async () => {
    setBusy(true);
    try {
      const { message } = await send(attempt);
      if (done) return done();
      toast("good", message);
      await reread();
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button button-quiet justify-self-start"
      disabled={busy}
      onClick={() => void perform()}
      {...(of && { "aria-label": `${says} ${of}` })}
    >
      {busy ? "Please wait..." : says}
    </button>
  );
}
