import { useState } from "react";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { endOtherSessions, endStaffSession, listStaffSessions } from "./staff-session.contract.ts";

type Session = Replied<typeof listStaffSessions>[number];

export function OwnSessions() {
  const sessions = useRead(listStaffSessions);
  return (
    <Read from={sessions} waiting={<div aria-hidden className="bone h-24" />}>
      {(list) => (
        <div className="grid gap-4">
          <ul className="grid">
            {list.map((session) => (
              <OneSession key={session._id} session={session} />
            ))}
          </ul>
          {list.length > 1 && <Deed send={(attempt) => call(endOtherSessions, { attempt })} says="End all others" />}
        </div>
      )}
    </Read>
  );
}

function OneSession({ session: { _id, browser, address, createdAt, seenAt, current } }: { session: Session }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {browser}
          {current && <WordBadge look="good" word="This one" />}
        </p>
        <p className="text-small text-soft">
          From <span className="figures">{address}</span>, last used {asAgo(seenAt)}
        </p>
        <p className="text-small text-soft">Signed in on {asMinute(createdAt)}</p>
      </div>
      {!current && (
        <Deed
          send={(attempt) => call(endStaffSession, { params: { id: _id }, attempt })}
          says="End"
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
}

function Deed({ send, says, of }: DeedParts) {
  const reread = useReread();
  const [attempt] = useState(newAttempt);
  const [busy, setBusy] = useState(false);
  const perform = async () => {
    setBusy(true);
    try {
      toast("good", (await send(attempt)).message);
      await reread();
    } catch (failure) {
      toast("bad", failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
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
