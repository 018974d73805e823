import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { Confirm } from "../confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";
import { useKeys } from "../keys/keys.press.part.page.tsx";
import { Status } from "../list/list.columns.part.page.tsx";
import { Changes } from "../record/record.changes.part.page.tsx";
import type { AnyRecord, Row } from "../record/record.contract.ts";
import { asText, shortMinute, typedOf, wireOf } from "../record/record.rules.ts";
import { useRight } from "../rights/rights.given.part.page.tsx";
import { Neighbours } from "./screens.neighbours.part.page.tsx";
import { ReadRecord } from "./screens.read.part.page.tsx";

interface PageParts {
  readonly of: AnyRecord;
  readonly id: string;
  readonly deeds: ((row: Row) => ReactNode) | undefined;
  readonly next: ((row: Row) => ReactNode) | undefined;
  /** What is written once is never deleted. */
  readonly stays: boolean;
  readonly children: ((row: Row) => ReactNode) | undefined;
}

/** One record: what it holds, what can be done with it, and what was done. */
export function RecordPage({ of, id, deeds, next, stays, children }: PageParts) {
  const read = useRead(of.calls.read, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(row) => <Shown of={of} row={row as Row} deeds={deeds} next={next} stays={stays} further={children} />}
    </ReadRecord>
  );
}

interface ShownParts extends Pick<PageParts, "of" | "deeds" | "next" | "stays"> {
  readonly row: Row;
  readonly further: PageParts["children"];
}

function Shown({ of, row, deeds, next, stays, further }: ShownParts) {
  const mayChange = useRight(`${of.page}.change`);
  const navigate = useNavigate();
  const { state } = useLocation();
  const edit = `${of.link}/${row._id}/edit`;
  useKeys(mayChange ? { e: () => navigate(edit, { state }) } : {}, { e: "Edit" });
  const status = of.shown.find(({ name, kind }) => name === "status" && kind === "flag");
  const canSwitch = status !== undefined && of.facts.includes(status);
  return (
    <>
      <ConsoleHeading title={row._title} note={status && <Status field={status} value={row.status} />}>
        <Neighbours of={of} id={row._id} />
        {deeds?.(row)}
        {mayChange && (
          <>
            <Link to={edit} state={state} className="button">
              Edit
            </Link>
            {canSwitch && <Switch of={of} row={row} />}
            {!stays && <Remove of={of} row={row} />}
          </>
        )}
      </ConsoleHeading>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          {next?.(row)}
          <section aria-label="What it holds" className="card px-5 py-2">
            <Facts list={of.shown.map((field) => ({ label: field.label, value: asText(field, row[field.name]) }))} />
          </section>
          {further?.(row)}
        </div>
        <History of={of} id={row._id} />
      </div>
    </>
  );
}

/** In use or not: back into use at once; out of it when it was said what follows. */
function Switch({ of, row }: { of: AnyRecord; row: Row }) {
  const reread = useReread();
  const { shown, show, hide } = useShown();
  const [busy, setBusy] = useState(false);
  const send = (attempt?: string) => {
    const body = { ...wireOf(of.facts, typedOf(of.facts, row)), status: !row.status };
    return call(of.calls.change, { params: { id: row._id }, body, version: row.version, ...(attempt && { attempt }) });
  };
  const press = async () => {
    setBusy(true);
    try {
      toast("good", (await send()).message);
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    }
    await reread();
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={busy}
        onClick={row.status ? show : () => void press()}
      >
        {row.status ? "Deactivate" : "Activate"}
      </button>
      {shown && (
        <Confirm
          title={`Deactivate ${row._title}?`}
          submit={`Deactivate ${of.called}`}
          send={send}
          onHide={hide}
          onDone={reread}
        >
          It can be chosen no more. What uses it already stays as it is.
        </Confirm>
      )}
    </>
  );
}

function Remove({ of, row }: { of: AnyRecord; row: Row }) {
  const { shown, show, hide } = useShown();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" className="button button-danger" onClick={show}>
        Delete
      </button>
      {shown && (
        <DeleteDialog
          title={`Delete ${row._title}`}
          send={(body, attempt) => call(of.calls.remove, { params: { id: row._id }, body, attempt })}
          onHide={hide}
          onDeleted={() => {
            // The list is read anew when it is shown; what stands here is not, because it is gone.
            void queries.invalidateQueries({ refetchType: "none" });
            navigate(of.link, { replace: true });
          }}
        />
      )}
    </>
  );
}

/** What was done to one record, newest first: who, when, what it was before and after, and why. */
export function History({ of, id }: { of: { readonly calls: Pick<AnyRecord["calls"], "history"> }; id: string }) {
  const read = useRead(of.calls.history, { id });
  return (
    <section aria-labelledby="history" className="card px-5 py-4">
      <h2 id="history" className="text-large">
        History
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="mt-2 text-soft">Nothing was changed since the portal began to keep a history.</p>
          ) : (
            <ol className="mt-1">
              {changes.map((change) => (
                <li
                  key={`${change.at} ${change.deed} ${change.reason}`}
                  className="border-line border-b py-3 last:border-b-0"
                >
                  <p>
                    <strong>{change.deed}</strong> by {change.who}
                  </p>
                  <p className="text-small text-soft">
                    <time dateTime={change.at} title={shortMinute(change.at)}>
                      {asAgo(change.at)}, {shortMinute(change.at)}
                    </time>
                  </p>
                  {change.changes.length > 0 && <Changes list={change.changes} />}
                  {change.reason && <p className="mt-1.5 text-small italic">{change.reason}</p>}
                </li>
              ))}
            </ol>
          )
        }
      </Read>
    </section>
  );
}
