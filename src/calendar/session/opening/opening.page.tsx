import { type ReactNode, useId, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { openSession } from "../session.opening.contract.ts";
import { sessions } from "../session.record.contract.ts";
import { SessionHoles } from "./opening.holes.page.tsx";

interface ChooseParts {
  readonly to: Row;
  readonly busy: boolean;
  onChoose(from: Row): void;
  readonly children: ReactNode;
}

/** Which session is copied: at first the one that admits, else the one that runs. */
function ChooseSession({ to, busy, onChoose, children }: ChooseParts) {
  const read = useRead(sessions.calls.list);
  return (
    <Read from={read} waiting={<div className="bone late h-16" />}>
      {({ list }) => (
        <Choose others={(list as Row[]).filter(({ _id }) => _id !== to._id)} busy={busy} onChoose={onChoose}>
          {children}
        </Choose>
      )}
    </Read>
  );
}

function Choose({ others, busy, onChoose, children }: Omit<ChooseParts, "to"> & { others: readonly Row[] }) {
  const id = useId();
  const usual = others.find(({ admission }) => admission) ?? others.find(({ status }) => status) ?? others.at(-1);
  const [chosen, setChosen] = useState(usual?._id ?? "");
  const from = others.find(({ _id }) => _id === chosen);
  if (others.length === 0)
    return (
      <>
        <p>There is no other session yet, so there is nothing to copy.</p>
        <div>{children}</div>
      </>
    );
  return (
    <>
      <div className="max-w-sm">
        <label htmlFor={id} className="mb-1 block font-semibold">
          Copy from
        </label>
        <select id={id} className="control" value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {others.map((one) => (
            <option key={one._id} value={one._id}>
              {String(one.name)}
              {one.admission ? ", admits now" : one.status ? ", runs now" : ""}
            </option>
          ))}
        </select>
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button" disabled={busy || !from} onClick={() => from && onChoose(from)}>
          {busy ? "Please wait..." : "Show what would be copied"}
        </button>
        {children}
      </div>
    </>
  );
}

function PartsTable({ parts }: Pick<Replied<typeof openSession>, "parts">) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-line border-b text-left text-small text-soft">
          <th scope="col" className="py-2 pr-4 font-semibold">
            Part
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            To copy
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, count, remark }) => (
          <tr key={name} className="border-line border-b align-top last:border-b-0">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {name.charAt(0).toUpperCase() + name.slice(1)}
              {remark && count > 0 && <span className="block text-small text-soft">{remark}</span>}
            </th>
            <td className={`figures py-2 text-right ${count === 0 ? "text-soft" : "font-semibold"}`}>
              {count === 0 ? "None" : asFigure(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
  const { busy, refused, run, clear } = useDeed();

  const send = (source: Row, check: boolean): Promise<Told | null> => {
    const body = { from: source._id, to: to._id, ...(check && { check }) };
    return run(() => call(openSession, { body, attempt: check ? undefined : attempt }));
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
    clear();
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
                {busy ? "Please wait..." : `Copy ${asFigure(count)} records`}
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
