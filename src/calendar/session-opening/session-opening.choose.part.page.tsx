import { type ReactNode, useId, useState } from "react";
import type { Row } from "#console/record/record.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { sessions } from "../session/session.record.contract.ts";

interface ChooseParts {
  readonly to: Row;
  readonly busy: boolean;
  onChoose(from: Row): void;
  readonly children: ReactNode;
}

/** Which session is copied: at first the one that admits, else the one that runs. */
export function ChooseSession({ to, busy, onChoose, children }: ChooseParts) {
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
