import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { Deed } from "../../session/session.part.page.tsx";
import { readTexts, switchTexts } from "./phone-text.contract.ts";

/** Whether texts go to the own phone besides mails. */
export function PhoneTextsPage() {
  const texts = useRead(readTexts);
  return (
    <>
      <PageHeading title="SMS" subtitle="Short messages to your phone, besides the mails" />
      <Read from={texts} waiting={<CardBones />}>
        {(own) => <TextSwitch own={own} />}
      </Read>
    </>
  );
}

function TextSwitch({ own: { phonenumber, on, sends } }: { own: Replied<typeof readTexts> }) {
  return (
    <div className="grid max-w-prose gap-4">
      <Card title={on ? "SMS are on" : "SMS are off"}>
        <p>
          {on
            ? `An SMS goes to ${localPhone(phonenumber)} when you ask for a code, when a payment is verified, when a place is offered to you, when its last day is near and when the office asks for a document.`
            : "You read everything in your mails and on this portal. No SMS goes to your phone."}
        </p>
        {on && (
          <p>Does somebody else use this phone too? An SMS names you by your first name and tells no more than that.</p>
        )}
        {!sends && (
          <p className="text-soft">The college sends no SMS at present. Your choice is kept for when it does.</p>
        )}
        <Deed
          key={String(on)}
          send={(attempt) => call(switchTexts, { body: { on: !on }, attempt })}
          says={on ? "Switch SMS off" : "Switch SMS on"}
        />
      </Card>
      <p>
        <Link to="/app/account" className="link py-2.5">
          Change the phone number
        </Link>
      </p>
    </div>
  );
}
