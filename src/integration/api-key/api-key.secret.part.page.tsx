import { type ReactNode, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";

interface SecretParts {
  readonly right: string;
  readonly word: string;
  /** Whose secret it is. */
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  send(attempt: string): Promise<{ readonly message: string; readonly secret: string }>;
}

/** A button that makes a secret, and the one look at it. */
export function SecretDeed({ right, word, title, children, send }: SecretParts) {
  const { shown, show, hide } = useShown();
  const [made, setMade] = useState("");
  const reread = useReread();
  if (!useRight(right)) return null;
  const close = () => {
    setMade("");
    void reread();
  };
  return (
    <>
      <button type="button" className="button" onClick={show}>
        {word}
      </button>
      {shown && (
        <Confirm
          title={`${word}: ${title}`}
          submit={word}
          send={async (attempt) => {
            const { message, secret: fresh } = await send(attempt);
            setMade(fresh);
            return { message };
          }}
          onHide={hide}
          onDone={() => undefined}
        >
          {children}
          <p className="mt-2">It is shown once. Have the place ready where the other system keeps it.</p>
        </Confirm>
      )}
      {made !== "" && (
        <Dialog title={`Secret of ${title}`} onHide={close}>
          <div className="grid gap-4">
            <Alert look="warn" title="Copy it now">
              <p>Nobody can show it again. If it is lost, make a new one.</p>
            </Alert>
            <p>
              <code className="wrap-anywhere block rounded border border-line px-3 py-2">{made}</code>
            </p>
            <div className="flex flex-wrap gap-2">
              <button type="button" className="button" onClick={() => void copy(made)}>
                Copy
              </button>
              <CloseButton onHide={close} />
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("good", "Copied");
  } catch {
    toast("warn", "Your browser does not copy here. Mark the secret and copy it by hand");
  }
}
