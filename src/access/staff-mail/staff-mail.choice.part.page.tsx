import { call, newAttempt } from "#kit/call/call.web.ts";
import { usePress } from "#kit/call/press.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { chooseStaffMail, readStaffMails } from "./staff-mail.contract.ts";
import { type MailWay, mailWays, wayWords } from "./staff-mail.rules.ts";

type Choice = Replied<typeof readStaffMails>[number];

/** Which of the office's mails one gets, each chosen at once. */
export function MailChoices() {
  const read = useRead(readStaffMails);
  return (
    <Card title="Mails to you">
      <Read from={read} waiting={<div className="bone late h-24" />}>
        {(choices) =>
          choices.length === 0 ? (
            <p className="text-soft">By your rights the office sends you no mails to choose about.</p>
          ) : (
            <ul className="grid gap-3">
              {choices.map((choice) => (
                <Chosen key={`${choice.kind} ${choice.way}`} choice={choice} />
              ))}
            </ul>
          )
        }
      </Read>
      <p className="mt-3 text-small text-soft">
        Mails about your own account and its safety, and about your groups, always come at once.
      </p>
    </Card>
  );
}

function Chosen({ choice: { kind, what, way } }: { choice: Choice }) {
  const { busy, press } = usePress();
  const choose = (chosen: MailWay) =>
    press(() => call(chooseStaffMail, { body: { kind, way: chosen }, attempt: newAttempt() }));
  return (
    <li className="grid gap-1">
      <label htmlFor={kind}>{what}</label>
      <select
        id={kind}
        className="control"
        value={way}
        disabled={busy}
        onChange={(event) => void choose(event.target.value as MailWay)}
      >
        {mailWays.map((one) => (
          <option key={one} value={one}>
            {wayWords[one]}
          </option>
        ))}
      </select>
    </li>
  );
}
