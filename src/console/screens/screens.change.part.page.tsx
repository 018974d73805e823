import { useId, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { useLocation, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { RecordForm } from "../form/form.part.page.tsx";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";
import { useLeave } from "../leaving/leaving.way.part.page.tsx";
import type { AnyRecord, Row } from "../record/record.contract.ts";
import { filledBy } from "../record/record.rules.ts";
import { ReadRecord } from "./screens.read.part.page.tsx";

/** Adds one, filled in as far as the address says; what follows is its own page, or the next empty form. */
export function NewRecord({ of }: { of: AnyRecord }) {
  const navigate = useNavigate();
  const reread = useReread();
  const leave = useLeave();
  const [another, setAnother] = useState(false);
  const box = useId();
  const [address] = useSearchParams();
  return (
    <>
      <ConsoleHeading title={`Add ${of.called}`} />
      <div className="card p-5">
        <RecordForm
          of={of}
          row={null}
          filled={filledBy(of.facts, address)}
          submit={`Add ${of.called}`}
          send={(body, _version, attempt) => call(of.calls.create, { body, attempt })}
          done={(reply, again) => {
            void reread();
            if (!another) return navigate(`${of.link}/${reply._id}`, { replace: true });
            again();
            document.querySelector<HTMLElement>("form input")?.focus();
          }}
          beside={
            <>
              <button type="button" className="button button-quiet" onClick={() => leave(of.link)}>
                Cancel
              </button>
              <label htmlFor={box} className="flex min-h-(--control) cursor-pointer items-center gap-2 sm:ml-3">
                <input
                  id={box}
                  type="checkbox"
                  className="size-4.5"
                  checked={another}
                  onChange={(event) => setAnother(event.target.checked)}
                />
                Then add another
              </label>
            </>
          }
        />
      </div>
    </>
  );
}

/** The form of one record. It begins with what is saved now, never with what a list showed some time ago. */
export function ChangeRecord({ of, id }: { of: AnyRecord; id: string }) {
  const read = useRead(of.calls.read, { id });
  const from = read.isFetchedAfterMount ? read : { ...read, data: undefined };
  return (
    <ReadRecord from={from as typeof read} of={of}>
      {(row) => <Change of={of} row={row as Row} />}
    </ReadRecord>
  );
}

function Change({ of, row }: { of: AnyRecord; row: Row }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const leave = useLeave();
  const reread = useReread();
  const params = { id: row._id };
  const page = `${of.link}/${row._id}`;
  return (
    <>
      <ConsoleHeading title={`Edit ${row._title}`} />
      <div className="card p-5">
        <RecordForm
          of={of}
          row={row}
          submit="Save changes"
          send={(body, version, attempt) => call(of.calls.change, { params, body, version, attempt })}
          reread={async () => {
            const [now, changes] = await Promise.all([
              call(of.calls.read, { params }),
              call(of.calls.history, { params }).catch(() => []),
            ]);
            return { row: now as Row, who: changes[0]?.who ?? "", at: changes[0]?.at ?? "" };
          }}
          done={() => {
            void reread();
            navigate(page, { replace: true, state });
          }}
          beside={
            <button type="button" className="button button-quiet" onClick={() => leave(page)}>
              Cancel
            </button>
          }
        />
      </div>
    </>
  );
}
