import { useState } from "react";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { type AllocationCopy, copyAllocations, previewCopy } from "./course-allocation.board.contract.ts";

interface DialogParts {
  readonly session: string;
  readonly department: string;
  onHide(): void;
}

/** What the session before would bring, seen before it is copied. */
export function CopyDialog({ session, department, onHide }: DialogParts) {
  const read = useRead(withQuery(previewCopy, new URLSearchParams({ session, department }).toString()));
  return (
    <Dialog title="Copy last session" onHide={onHide}>
      <Read from={read} waiting={<div className="bone h-40" />}>
        {(plan) => <Plan of={plan} onHide={onHide} />}
      </Read>
    </Dialog>
  );
}

function Plan({ of: { from, to, department, count, lines }, onHide }: { of: AllocationCopy; onHide(): void }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      const body = { session: to._id, department: department._id, count };
      const { message } = await call(copyAllocations, { body, attempt: newAttempt() });
      toast("good", message);
      onHide();
    } catch (failure) {
      toast("bad", (failure as Error).message);
      setBusy(false);
    }
    await reread();
  };
  if (!from)
    return (
      <>
        <p className="mb-4">There is no session before {to.name}, so there is nothing to copy.</p>
        <CloseButton onHide={onHide} />
      </>
    );
  const skipped = lines.filter((line) => line.skipped !== null);
  return (
    <div className="grid gap-4">
      <Alert look={count > 0 ? "good" : "info"}>
        {count > 0
          ? `${asCount(count, "allocation")} of ${department.name} would come from ${from.name} into ${to.name}, in both semesters.`
          : `Nothing of ${from.name} is left to copy into ${to.name}.`}
      </Alert>
      {count > 0 && <Lines title="Copied" of={lines.filter((line) => line.skipped === null)} />}
      {skipped.length > 0 && <Lines title="Not copied" of={skipped} />}
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <button type="button" className="button" disabled={busy} onClick={() => void copy()}>
            {busy ? "Please wait..." : `Copy ${asCount(count, "allocation")}`}
          </button>
        )}
        <CloseButton onHide={onHide} />
      </div>
    </div>
  );
}

const Lines = ({ title, of }: { title: string; of: AllocationCopy["lines"] }) => (
  <section aria-label={title}>
    <h3 className="mb-1 font-semibold">{title}</h3>
    <ul className="divide-y divide-line rounded-control border border-line">
      {of.map(({ code, name, skipped }) => (
        <li key={`${code} ${name}`} className="px-3 py-1.5">
          <span className="figures font-semibold">{code}</span> {name}
          {skipped && <span className="block text-small text-soft">{skipped}</span>}
        </li>
      ))}
    </ul>
  </section>
);
