import { useId } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { endSessionsOf, inviteStaff, readStaffAccount } from "./account.contract.ts";

const DropSecondFactor = opened(() => import("./account.drop.part.page.tsx").then((part) => part.DropSecondFactor));

interface Member {
  readonly _id: string;
  /** As the record's title names the person. */
  readonly title: string;
}

type Account = Replied<typeof readStaffAccount>;

/** How a member of staff signs in, and what others can do about it. Nothing for who may only look. */
export function StaffAccountPanel({ member }: { member: Member }) {
  return useRight("staff.change") ? <Panel member={member} /> : null;
}

function Panel({ member }: { member: Member }) {
  const heading = useId();
  const read = useRead(readStaffAccount, { id: member._id });
  return (
    <section aria-labelledby={heading} className="card grid gap-3 px-5 py-4">
      <h2 id={heading} className="text-large">
        Signing in
      </h2>
      <Read from={read} waiting={<div aria-hidden className="bone h-24" />}>
        {(account) => (
          <>
            <Facts list={factsOf(account)} />
            <Deeds member={member} account={account} />
          </>
        )}
      </Read>
    </section>
  );
}

const factsOf = ({ hasPassword, invitedUntil, signedInAt, secondFactor, sessions }: Account) => [
  { label: "Password", value: passwordWords(hasPassword, invitedUntil) },
  { label: "Last sign-in", value: signedInAt ? `${asMinute(signedInAt)}, ${asAgo(signedInAt)}` : "Never" },
  { label: "Second factor", value: secondFactor ? "On" : "Off" },
  {
    label: "Signed in now",
    value: sessions === 0 ? "Nowhere" : `In ${asCount(sessions, "place")}`,
  },
];

function passwordWords(hasPassword: boolean, invitedUntil: string | null): string {
  const link = invitedUntil ? `a link to choose one works until ${asMinute(invitedUntil)}` : "";
  if (hasPassword) return link ? `Chosen; ${link}` : "Chosen";
  return link ? `Not chosen yet; ${link}` : "Not chosen yet, and no link is out";
}

function Deeds({ member: { _id, title }, account }: { member: Member; account: Account }) {
  const reread = useReread();
  const [inviting, ending, dropping] = [useShown(), useShown(), useShown()];
  const params = { id: _id };
  return (
    <div className="flex flex-wrap gap-2">
      {account.status === "Active" && (
        <button type="button" className="button button-quiet" onClick={inviting.show}>
          {account.hasPassword ? "Send a link for a new password" : "Send an invitation"}
        </button>
      )}
      {account.sessions > 0 && (
        <button type="button" className="button button-quiet" onClick={ending.show}>
          Sign out everywhere
        </button>
      )}
      {account.secondFactor && (
        <button type="button" className="button button-danger" onClick={dropping.show}>
          Take the second factor away
        </button>
      )}
      {inviting.shown && (
        <Confirm
          title={`Mail ${title} a link to choose a password`}
          submit="Send link"
          send={(attempt) => call(inviteStaff, { params, attempt })}
          onHide={inviting.hide}
          onDone={reread}
        >
          It works once, for 7 days. A link that was sent before stops working.
        </Confirm>
      )}
      {ending.shown && (
        <Confirm
          title={`Sign ${title} out everywhere`}
          submit="Sign out everywhere"
          send={(attempt) => call(endSessionsOf, { params, attempt })}
          onHide={ending.hide}
          onDone={reread}
        >
          The person can sign in again at once. To keep somebody out, change the status.
        </Confirm>
      )}
      {dropping.shown && <DropSecondFactor id={_id} title={title} onHide={dropping.hide} />}
    </div>
  );
}
