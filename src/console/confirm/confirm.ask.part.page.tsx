import { type ReactNode, useState } from "react";
import { newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";

interface AskParts {
  /** What will be done, with the number of what it is done to. */
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly submit: string;
  /** While what it is done to is not chosen yet. */
  readonly idle?: boolean;
  send(attempt: string): Promise<{ readonly message: string }>;
  onHide(): void;
  onDone(): void | Promise<void>;
}

/** Asks before a deed that can be taken back, or that touches many at once. A refusal stays in view. */
export function Confirm({ title, children, submit, idle = false, send, onHide, onDone }: AskParts) {
  const [attempt] = useState(newAttempt);
  const { busy, refused, run } = useDeed();
  const confirm = () =>
    run(async () => {
      const { message } = await send(attempt);
      toast("good", message);
      onHide();
      await onDone();
    });
  return (
    <Dialog title={title} onHide={onHide}>
      <div className="grid gap-4">
        {refused && <Alert look="bad">{refused}</Alert>}
        <div>{children}</div>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" disabled={busy || idle} onClick={() => void confirm()}>
            {busy ? "Please wait..." : submit}
          </button>
          <button type="button" className="button button-quiet" onClick={onHide}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  );
}
