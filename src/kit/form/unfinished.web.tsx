import { useEffect, useState } from "react";
import { forgetDraft, unsentDrafts } from "../draft/draft.web.ts";
import { Alert } from "../look/alert.web.tsx";
import { asAgo } from "../value/dates.rules.ts";

interface UnfinishedParts {
  /** What goes on with each form of this screen, by the name of its draft. */
  readonly forms: Readonly<Record<string, () => void>>;
  /** Whether one of them is open. */
  readonly open: boolean;
}

/** Says on a screen whose forms open in dialogs that one of them was begun and not sent, and leads on to it. */
export function Unfinished({ forms, open }: UnfinishedParts) {
  const [waiting, setWaiting] = useState<{ readonly name: string; readonly at: number } | null>(null);
  const names = Object.keys(forms).join(" ");
  useEffect(() => {
    let here = true;
    if (open) setWaiting(null);
    else
      void unsentDrafts().then((list) => {
        if (here) setWaiting(list.find(({ name }) => names.split(" ").includes(name)) ?? null);
      });
    return () => {
      here = false;
    };
  }, [open, names]);
  if (!waiting) return null;
  const { name, at } = waiting;
  return (
    <div className="mb-6">
      <Alert look="info">
        <p>You began a form {asAgo(new Date(at).toISOString())} and have not saved it yet.</p>
        <div className="-mb-2 flex gap-6">
          <button type="button" className="link min-h-11 cursor-pointer" onClick={forms[name]}>
            Continue
          </button>
          <button
            type="button"
            className="link min-h-11 cursor-pointer"
            onClick={() => {
              forgetDraft(name);
              setWaiting(null);
            }}
          >
            Discard<span className="sr-only"> what you typed</span>
          </button>
        </div>
      </Alert>
    </div>
  );
}
