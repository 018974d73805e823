import { useEffect, useRef } from "react";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";

interface RecoveryParts {
  readonly codes: readonly string[];
  onKept(): void;
}

/** Step 3: what gets its owner in without the phone. Shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryParts) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-large">
        Your recovery codes
      </h2>
      <p>
        Without your phone, type one of these in the place of the code. Each works once. Print them, or write them down,
        and keep them where nobody else looks.
      </p>
      <ul className="card grid grid-cols-2 gap-x-6 gap-y-2 p-5" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="font-semibold">
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="no-print grid gap-5">
        <Alert look="warn">They are not shown again. If you lose them, set up the second factor anew.</Alert>
        <div className="flex flex-col gap-3 sm:flex-row">
          <button type="button" className="button" onClick={onKept}>
            I have kept them
          </button>
          <button type="button" className="button button-quiet" onClick={() => void copyAll(codes)}>
            Copy
          </button>
          <button type="button" className="button button-quiet" onClick={() => print()}>
            Print
          </button>
        </div>
      </div>
    </div>
  );
}

async function copyAll(codes: readonly string[]): Promise<void> {
  // Absent on plain http, and refused by some browsers.
  const copying = navigator.clipboard?.writeText(codes.join("\n")) ?? Promise.reject(new Error("no clipboard"));
  await copying.then(
    () => toast("good", "The recovery codes are copied"),
    () => toast("warn", "This browser does not copy. Print the codes, or write them down"),
  );
}
