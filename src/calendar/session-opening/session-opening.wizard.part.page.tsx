import { type ReactNode, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { sessions } from "../session/session.record.contract.ts";
import { ChooseSession } from "./session-opening.choose.part.page.tsx";
import { openSession } from "./session-opening.contract.ts";
import { SessionHoles } from "./session-opening.holes.part.page.tsx";
import { PartsTable } from "./session-opening.parts.part.page.tsx";

type Told = Replied<typeof openSession>;

const steps = ["Choose", "Check", "Close what is open"] as const;

/** Copies one session's set-up into another, in three steps; nothing is copied before its reader has seen what would be. */
export function OpenSession({ id }: { id: string }) {
  const read = useRead(sessions.calls.read, { id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {(row) => <Steps to={row as Row} />}
    </Read>
  );
}

function Steps({ to }: { to: Row }) {
  const reread = useReread();
  const [from, setFrom] = useState<Row | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [done, setDone] = useState<Told | null>(null);
  const [attempt, setAttempt] = useState(newAttempt);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");

  const send = async (source: Row, check: boolean): Promise<Told | null> => {
    setBusy(true);
    setRefused("");
    try {
      const body = { from: source._id, to: to._id, ...(check && { check }) };
      return await call(openSession, { body, attempt: check ? undefined : attempt });
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (source: Row) => {
    setFrom(source);
    setTold(await send(source, true));
  };
  const copy = async (source: Row) => {
    const reply = await send(source, false);
    if (!reply) return;
    setDone(reply);
    setAttempt(newAttempt());
    await reread();
  };
  const back = () => {
    setTold(null);
    setRefused("");
  };
  const name = String(to.name);
  const count = (told?.parts ?? []).reduce((sum, part) => sum + part.count, 0);
  return (
    <>
      <ConsoleHeading title={`Open ${name}`} />
      <StepList at={done ? 2 : told ? 1 : 0} />
      {refused && (
        <div className="mb-4">
          <Alert look="bad">{refused}</Alert>
        </div>
      )}
      {done && from ? (
        <div className="grid max-w-3xl gap-4">
          <Alert look="good" title={done.message} />
          <SessionHoles session={to._id} />
          <div>
            <LinkButton to={`${sessions.link}/${to._id}`}>Go to {name}</LinkButton>
          </div>
        </div>
      ) : told && from ? (
        <Panel>
          <h2 className="text-large">
            What {String(from.name)} has and {name} has not
          </h2>
          <p className="text-soft">
            What {name} has already stays as it is. Withdrawn lines are not copied. Afterwards each can be changed.
          </p>
          <PartsTable parts={told.parts} />
          <div className="flex flex-wrap gap-2">
            {count > 0 ? (
              <button type="button" className="button" disabled={busy} onClick={() => void copy(from)}>
                {busy ? "Please wait..." : `Copy ${count.toLocaleString("en-NG")} records`}
              </button>
            ) : (
              <LinkButton to={`${sessions.link}/${to._id}`}>Nothing to copy: go to {name}</LinkButton>
            )}
            <button type="button" className="button button-quiet" onClick={back}>
              Choose another session
            </button>
          </div>
        </Panel>
      ) : (
        <Panel>
          <p>
            Fees, requirements, registration windows, seats and entry rules of an earlier session are copied into{" "}
            <strong>{name}</strong>. First you see what would be copied.
          </p>
          <ChooseSession to={to} busy={busy} onChoose={(source) => void choose(source)}>
            <Link to={`${sessions.link}/${to._id}`} className="button button-quiet">
              Cancel
            </Link>
          </ChooseSession>
        </Panel>
      )}
    </>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <div className="card grid max-w-3xl gap-4 p-5">{children}</div>
);

function StepList({ at }: { at: number }) {
  return (
    <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-1" aria-label="Steps">
      {steps.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? "step" : undefined}
          className={place === at ? "font-semibold" : "text-soft"}
        >
          {place + 1}. {step}
          {place < at && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
