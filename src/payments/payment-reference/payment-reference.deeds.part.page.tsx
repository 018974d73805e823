import { useState } from "react";
import { useReread } from "#kit/call/read.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { groupedRrr } from "../remita/remita.contract.ts";

interface VerifyParts {
  readonly rrr: string;
  /** Asks whether it is paid, by the call of its purpose. */
  verify(rrr: string): Promise<{ readonly isverified: boolean; readonly message: string }>;
}

/** Asks whether a reference is paid, and says what was heard. */
export function VerifyPayment({ rrr, verify }: VerifyParts) {
  const reread = useReread();
  const { busy, run } = useBusy(async () => {
    const { isverified, message } = await verify(rrr);
    toast(isverified ? "good" : "warn", message);
    await reread();
  });
  return (
    <button type="button" className="button button-quiet" disabled={busy} onClick={run}>
      {busy ? "Please wait..." : "Verify Payment"}
      <span className="sr-only"> {groupedRrr(rrr)}</span>
    </button>
  );
}

interface PayParts {
  readonly rrr: string;
  /** The form that the server has signed for this one reference, by the call of its purpose. */
  open(rrr: string): Promise<{ readonly action: string; readonly fields: Readonly<Record<string, string>> }>;
}

/** Goes to the provider's pay page. */
export function PayOnline({ rrr, open }: PayParts) {
  const { busy, run } = useBusy(async () => {
    const { action, fields } = await open(rrr);
    sendForm(action, fields);
    // The page is on its way; the button stays busy until it is there.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
  });
  return (
    <button type="button" className="button" disabled={busy} onClick={run}>
      {busy ? "Please wait..." : "Pay online now"}
      <span className="sr-only"> {groupedRrr(rrr)}</span>
    </button>
  );
}

function useBusy(deed: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    deed()
      .catch((failure: unknown) => toast("bad", failure instanceof Error ? failure.message : String(failure)))
      .finally(() => setBusy(false));
  };
  return { busy, run };
}

function sendForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}
