import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { OwnSignIns } from "#identity/session/session.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { staffSessions } from "../../staff-session/staff-session.contract.ts";
import { ChangePassword } from "../password/password.change.part.page.tsx";
import { readMe } from "./account.contract.ts";

const MailChoices = opened(() =>
  import("../../staff-mail/staff-mail.choice.part.page.tsx").then((part) => part.MailChoices),
);
const TurnOff = opened(() => import("../second-factor/second-factor.off.part.page.tsx").then((part) => part.TurnOff));

type Me = Replied<typeof readMe>;

/** `/staff/account`: how one signs in, where one is signed in, and which mails one gets. */
export function StaffAccountPage() {
  const me = useRead(readMe);
  return (
    <>
      <ConsoleHeading title="My account" />
      <Read from={me} waiting={<CardBones />}>
        {(own) => (
          <>
            <p className="mb-5 text-soft">
              {own.name}, {own.emailaddress}. An administrator changes your name and email address.
            </p>
            <div className="grid items-start gap-5 md:grid-cols-2">
              <div className="grid gap-5">
                <Card title="Password">
                  <ChangePassword />
                </Card>
                <MailChoices />
              </div>
              <div className="grid gap-5">
                <SecondFactor own={own} />
                <Card title="Where you are signed in">
                  <OwnSignIns of={staffSessions} />
                </Card>
              </div>
            </div>
          </>
        )}
      </Read>
    </>
  );
}

function SecondFactor({ own: { secondFactor, secondFactorNeeded } }: { own: Me }) {
  const { shown, show, hide } = useShown();
  return (
    <Card
      title="Second factor"
      beside={<WordBadge look={secondFactor ? "good" : "plain"} word={secondFactor ? "On" : "Off"} />}
      deeds={
        <>
          <Link to="/staff/second-factor" className={secondFactor ? "button button-quiet" : "button"}>
            {secondFactor ? "Set up another phone" : "Set up"}
          </Link>
          {secondFactor && !secondFactorNeeded && (
            <button type="button" className="button button-quiet" onClick={show}>
              Turn off
            </button>
          )}
        </>
      }
    >
      <p>
        {secondFactor
          ? "Signing in asks for a code of your authenticator app besides the password."
          : "With it, signing in asks for a code of an app on your phone besides the password."}
        {secondFactorNeeded && " Your college asks everybody of the office for it."}
      </p>
      {shown && <TurnOff onHide={hide} />}
    </Card>
  );
}
