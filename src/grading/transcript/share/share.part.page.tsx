import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DigitsField, EmailField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { MOST_DAYS, openedWords, USUAL_DAYS } from "../transcript.rules.ts";
import { type SharedTranscript, shareForm, shareForStudent, shareOwn, withdrawShare } from "./share.contract.ts";

interface ShareParts {
  /** The order's `_id`. */
  readonly order: string;
  /** The office does it for the student. */
  readonly byOffice?: boolean;
}

/** A button, and the form by which a school is mailed a link. */
export function ShareButton({ order, byOffice = false }: ShareParts) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const sheet = useSheet(shareForm, { school: "", emailaddress: "", days: String(USUAL_DAYS) });
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Share with a school
      </button>
      {shown && (
        <Dialog title="Share with a school" onHide={hide}>
          <Form
            sheet={sheet}
            draft={`share-transcript-${order}`}
            submit="Send the link"
            beside={<CloseButton onHide={hide} />}
            send={(body, attempt) =>
              call(byOffice ? shareForStudent : shareOwn, { params: { id: order }, body, attempt })
            }
            done={async () => {
              hide();
              await reread();
            }}
          >
            <p>
              The school gets a mail with a link. Whoever opens it types a name first, and{" "}
              {byOffice ? "the student reads" : "you read here"} who it was.
            </p>
            <TextField {...sheet.field("school")} />
            <EmailField {...sheet.field("emailaddress")} autoComplete="off" />
            <DigitsField {...sheet.field("days")} hint={`From 1 to ${MOST_DAYS}`} />
          </Form>
        </Dialog>
      )}
    </>
  );
}

/** With whom a transcript was shared, and who opened it. */
export function Shares({ of, mayWithdraw }: { of: readonly SharedTranscript[]; mayWithdraw: boolean }) {
  if (of.length === 0) return null;
  return (
    <ul aria-label="Shared with" className="grid gap-3">
      {of.map((share) => (
        <li key={share._id} className="border-line border-t pt-3">
          <Share of={share} mayWithdraw={mayWithdraw} />
        </li>
      ))}
    </ul>
  );
}

function Share({ of: share, mayWithdraw }: { of: SharedTranscript; mayWithdraw: boolean }) {
  const { _id, school, emailaddress, createdAt, endsAt, works, withdrawnAt, byoffice, openings } = share;
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  const until = withdrawnAt
    ? `Withdrawn on ${asDay(withdrawnAt)}`
    : `${works ? "Works until" : "Ended on"} ${asDay(endsAt)}`;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <strong className="wrap-anywhere">{school}</strong>
        <WordBadge look={works ? "good" : "plain"} word={works ? "Link works" : "Link ended"} />
      </div>
      <p className="wrap-anywhere text-small text-soft">
        {emailaddress}, sent {byoffice && "by the office "}on {asDay(createdAt)}. {until}.
      </p>
      {openings.length === 0 ? (
        <p className="text-small">Nobody has opened it yet.</p>
      ) : (
        <ul className="text-small">
          {openings.map(({ at, name, school: from, what, network, browser }) => (
            <li key={`${at} ${what}`} className="wrap-anywhere py-0.5">
              <strong>{name}</strong>, {from}: {openedWords[what].toLowerCase()} on {asMinute(at)}
              <span className="block text-soft">
                {browser}, from {network}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWithdraw && works && (
        <button
          type="button"
          className="link min-h-11 cursor-pointer justify-self-start"
          onClick={() => setAsked(true)}
        >
          End this link<span className="sr-only"> of {school}</span>
        </button>
      )}
      {asked && (
        <Confirm
          title={`End the link of ${school}?`}
          submit="End the link"
          send={(attempt) => call(withdrawShare, { params: { id: _id }, body: {}, attempt })}
          onHide={() => setAsked(false)}
          onDone={() => reread()}
        >
          <p>It opens nothing from now on. What the school has printed or downloaded stays with it.</p>
        </Confirm>
      )}
    </div>
  );
}
