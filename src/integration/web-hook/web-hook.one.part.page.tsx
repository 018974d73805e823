import { type ReactNode, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Row, Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { SecretDeed } from "../api-key/api-key.secret.part.page.tsx";
import {
  makeHookSecret,
  replayDelivery,
  replayEvents,
  replayForm,
  resumeWebHook,
  sendTestEvent,
  setDeliveryAside,
  webDeliveries,
} from "./web-hook.contract.ts";
import { PATIENCE_HOURS, SECRET_OVERLAP_HOURS } from "./web-hook.rules.ts";

/** How a receiver answers, and what is to be done about it. */
export function HookStanding({ row }: { row: Row }) {
  const log = (
    <Link to={`${webDeliveries.link}?hook=${row._id}`} className="link">
      See the log
    </Link>
  );
  if (!row.secretAt)
    return (
      <Alert look="info" title="Make the secret">
        <p>Nothing is sent before: each event is signed by it. What happens meanwhile is kept.</p>
      </Alert>
    );
  if (row.standing === "Stopped")
    return (
      <Alert look="bad" title="It is no longer tried">
        <p>
          It has not taken an event for {PATIENCE_HOURS / 24} days. Its events are kept: press Try again when it works.{" "}
          {log}
        </p>
      </Alert>
    );
  if (row.standing === "Not answering")
    return (
      <Alert look="warn" title="It does not answer">
        <p>
          Nothing was taken since {asAgo(String(row.failingsince))}. It is tried again by itself, every hour at least,
          and everything is sent in its order once it answers. {log}
        </p>
      </Alert>
    );
  return <p>{log}</p>;
}

/** What may be done with a receiver beside its record. */
export function HookDeeds({ row }: { row: Row }) {
  const params = { id: row._id };
  const again = useShown();
  const hasSecret = row.secretAt !== null;
  const isFailing = row.standing === "Stopped" || row.standing === "Not answering";
  const mayChange = useRight("web-hooks.change");
  if (!mayChange) return null;
  return (
    <>
      {isFailing && (
        <Deed
          word="Try again"
          title={`Try ${row._title} again?`}
          send={(attempt) => call(resumeWebHook, { params, attempt })}
          isMain
        >
          <p>What waits is sent at once, in its order.</p>
        </Deed>
      )}
      {hasSecret && (
        <>
          <Deed
            word="Send a test event"
            title={`Send ${row._title} a test event?`}
            send={(attempt) => call(sendTestEvent, { params, attempt })}
          >
            <p>It is signed like any other, and its type is test.sent. The log says what was answered.</p>
          </Deed>
          <button type="button" className="button button-quiet" onClick={again.show}>
            Send again
          </button>
          {again.shown && <ReplayDialog row={row} onHide={again.hide} />}
        </>
      )}
      <SecretDeed
        right="web-hooks.change"
        word={hasSecret ? "New secret" : "Make the secret"}
        title={row._title}
        send={(attempt) => call(makeHookSecret, { params, attempt })}
      >
        {hasSecret ? (
          <p>Events are signed by both secrets for {SECRET_OVERLAP_HOURS} hours, then by the new one alone.</p>
        ) : (
          <p>Events are sent from then on, each signed by it.</p>
        )}
      </SecretDeed>
    </>
  );
}

const replayFacts = factsOf(replayForm.entries);
const replaySchema = typedForm(replayFacts, replayForm as never);
const noLabels = new Map<string, string>();

/** Events of a time, once more. */
function ReplayDialog({ row, onHide }: { row: Row; onHide(): void }) {
  const sheet = useSheet<Typed, Values>(replaySchema, blankOf(replayFacts));
  const reread = useReread();
  return (
    <Dialog title={`Send again: ${row._title}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Send again"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => {
          const body = wireOf(replayFacts, typed) as Sent<typeof replayEvents>;
          return call(replayEvents, { params: { id: row._id }, body, attempt });
        }}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          Every event of this time that was delivered or set aside is sent once more, in order, with the webhook-id that
          it had: a receiver that keeps these ids takes none twice.
        </p>
        {replayFacts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
        ))}
      </Form>
    </Dialog>
  );
}

/** What may be done with one event on its way. */
export function DeliveryDeeds({ row }: { row: Row }) {
  const params = { id: row._id };
  if (!useRight("web-hooks.change")) return null;
  return row.state === "Waiting" ? (
    <Deed
      word="Set aside"
      title="Set this event aside?"
      send={(attempt) => call(setDeliveryAside, { params, attempt })}
    >
      <p>It is not sent, and later events about the same thing go on. It can be sent again from here.</p>
    </Deed>
  ) : (
    <Deed
      word="Send again"
      title="Send this event again?"
      send={(attempt) => call(replayDelivery, { params, attempt })}
      isMain
    >
      <p>It keeps its webhook-id: a receiver that has taken it knows it again.</p>
    </Deed>
  );
}

interface DeedParts {
  readonly word: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly isMain?: boolean;
  send(attempt: string): Promise<{ readonly message: string }>;
}

function Deed({ word, title, children, isMain, send }: DeedParts) {
  const [shown, setShown] = useState(false);
  const reread = useReread();
  return (
    <>
      <button type="button" className={isMain ? "button" : "button button-quiet"} onClick={() => setShown(true)}>
        {word}
      </button>
      {shown && (
        <Confirm title={title} submit={word} send={send} onHide={() => setShown(false)} onDone={reread}>
          {children}
        </Confirm>
      )}
    </>
  );
}
