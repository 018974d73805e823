import { useState } from "react";
import type { Choice } from "#console/record/record.contract.ts";
import { LabelledReference } from "#console/reference/reference.labelled.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useSearchParams } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import type { Copied, CopyCall } from "./programme-copy.contract.ts";
import { CopyReport } from "./programme-copy.report.part.page.tsx";
import { Targets } from "./programme-copy.targets.part.page.tsx";

interface CopyParts {
  readonly by: CopyCall;
  /** What is copied, as the office calls it: "fee items". */
  readonly things: string;
  /** What becomes of one that a programme has already, in a sentence. */
  readonly known: string;
  onHide(): void;
}

/** What one programme has, for others. Nothing happens before its reader has seen what would. */
export function CopyDialog({ by, things, known, onHide }: CopyParts) {
  const [asked] = useSearchParams();
  const reread = useReread();
  const [session, setSession] = useState(asked.get("session") ?? "");
  const [from, setFrom] = useState(asked.get("programme") ?? "");
  const [to, setTo] = useState<"admitting" | readonly Choice[]>("admitting");
  const [report, setReport] = useState<readonly Copied[] | null>(null);
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState(false);

  const choosing = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setReport(null);
      setRefused("");
    };
  };
  const body = { session, from, to: to === "admitting" ? to : to.map(({ _id }) => _id) };
  const send = async (check: boolean) => {
    setBusy(true);
    setRefused("");
    try {
      return await call(by, { body: { ...body, check }, attempt: newAttempt() });
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const check = async () => setReport((await send(true))?.programmes ?? null);
  const copy = async () => {
    const done = await send(false);
    if (!done) return setReport(null);
    toast("good", done.message);
    onHide();
    await reread();
  };
  const count = report?.filter(({ added, changed }) => added + changed > 0).length ?? 0;
  const isReady = report?.every(({ wrong }) => wrong === null) && count > 0;
  return (
    <Dialog title="Copy to other programmes" onHide={onHide}>
      <div className="grid gap-4">
        <p>
          The active {things} of one programme are added to others. {known}; nothing is deleted.
        </p>
        <LabelledReference noun="session" label="Session" held={session} onChoose={choosing(setSession)} />
        <LabelledReference noun="programme" label="Copy from" held={from} onChoose={choosing(setFrom)} />
        <Targets to={to} onChoose={choosing(setTo)} />
        {refused && <Alert look="bad">{refused}</Alert>}
        {report && <CopyReport of={report} things={things} />}
        <div className="flex flex-wrap gap-2">
          {isReady ? (
            <button type="button" className="button" disabled={busy} onClick={() => void copy()}>
              {busy ? "Please wait..." : `Copy to ${count} ${count === 1 ? "programme" : "programmes"}`}
            </button>
          ) : (
            <button type="button" className="button" disabled={busy || report !== null} onClick={() => void check()}>
              {busy ? "Please wait..." : "Show what would be copied"}
            </button>
          )}
          <CloseButton onHide={onHide} />
        </div>
      </div>
    </Dialog>
  );
}
