import { useId, useState } from "react";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { useSearchParams } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "../upload/upload.contract.ts";
import { CorrectionBadge, OldAndNew } from "./record-correction.change.part.page.tsx";
import {
  askCorrection,
  type OwnCorrection,
  readOwnCorrections,
  withdrawOwnCorrection,
} from "./record-correction.contract.ts";
import { AskForm } from "./record-correction.form.part.page.tsx";

/** What was submitted and is wrong: what was asked, what became of it, and a new request. */
export function CorrectionsPage() {
  const read = useRead(readOwnCorrections);
  return (
    <>
      <PageHeading title="Corrections" subtitle="What you submitted, put right with evidence" />
      <Read from={read} waiting={<CardBones />}>
        {(found) =>
          found.records.length === 0 ? (
            <EmptyState
              title="Nothing is submitted yet"
              text="Until you submit an application you change your answers on their own pages."
            >
              <LinkButton to="/app/bio">Go to Bio Data</LinkButton>
            </EmptyState>
          ) : (
            <Asking found={found} />
          )
        }
      </Read>
    </>
  );
}

function Asking({ found: { records, lists, corrections } }: { found: Replied<typeof readOwnCorrections> }) {
  const [address] = useSearchParams();
  const [record, setRecord] = useState(address.get("record") ?? records[0]?.record ?? "");
  const reread = useReread();
  const id = useId();
  const of = records.find((one) => one.record === record) ?? records[0];
  return (
    <div className="grid max-w-3xl gap-8">
      {corrections.length > 0 && (
        <section aria-labelledby="asked" className="card px-5 pt-4 pb-2">
          <h2 id="asked" className="text-large">
            Your corrections
          </h2>
          <ul>
            {corrections.map((one) => (
              <Line key={one._id} of={one} several={records.length > 1} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="ask" className="grid gap-4">
        <h2 id="ask" className="text-large">
          Ask for a correction
        </h2>
        <p className="max-w-prose">
          Say what is right and send a paper that shows it. The office decides, you get a mail, and your papers print
          the corrected answer. Your phone number and address you change yourself, at once.
        </p>
        {records.length > 1 && (
          <div className="max-w-xl">
            <label htmlFor={id} className="mb-1 block font-semibold">
              Which record?
            </label>
            <select id={id} className="control" value={of?.record} onChange={({ target }) => setRecord(target.value)}>
              {records.map(({ record: _id, title, code }) => (
                <option key={_id} value={_id}>
                  {title} ({code})
                </option>
              ))}
            </select>
          </div>
        )}
        {of && (
          <AskForm
            key={of.record}
            of={of}
            lists={lists}
            byOwner
            first={address.get("what")}
            keep={uploadFile}
            send={(body, attempt) => call(askCorrection, { body, attempt })}
            done={reread}
          />
        )}
      </section>
    </div>
  );
}

function Line({ of, several }: { of: OwnCorrection; several: boolean }) {
  const { about, title, state, own, createdAt, decidedAt, decision } = of;
  return (
    <li className="grid gap-1 border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong className="font-semibold">{about}</strong>
        <CorrectionBadge state={state} />
      </p>
      <OldAndNew of={of} />
      {decision && <p className="max-w-prose whitespace-pre-line">The office wrote: {decision}</p>}
      <p className="text-small text-soft">
        {state === "Changed"
          ? `You changed it on ${asDay(createdAt)}`
          : `${own ? "You asked" : "The office asked for you"} on ${asDay(createdAt)}`}
        {decidedAt && state !== "Changed" && `, ${state.toLowerCase()} on ${asDay(decidedAt)}`}
        {several && `. ${title}`}
      </p>
      {own && state === "Waiting" && <Withdraw of={of} />}
    </li>
  );
}

function Withdraw({ of: { _id, about } }: { of: OwnCorrection }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [attempt] = useState(newAttempt);
  const withdraw = async () => {
    setBusy(true);
    setTrouble("");
    try {
      const { message } = await call(withdrawOwnCorrection, { params: { id: _id }, attempt });
      toast("good", message);
    } catch (failure) {
      setTrouble(failure instanceof CallFailure ? failure.message : String(failure));
    }
    await reread();
    setBusy(false);
  };
  return (
    <>
      <p className="mt-2">
        <button type="button" className="button button-quiet" disabled={busy} onClick={() => void withdraw()}>
          {busy ? "Please wait..." : "Withdraw"}
          <span className="sr-only"> the request: {about}</span>
        </button>
      </p>
      {trouble && <Alert look="bad">{trouble}</Alert>}
    </>
  );
}
