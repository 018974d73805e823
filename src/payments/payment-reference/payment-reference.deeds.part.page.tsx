import { ChevronDown, Copy } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { groupedRrr } from "../remita/remita.rules.ts";
import { BANK_CHARGE, waysToPay } from "./payment-reference.sentence.rules.ts";

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
      .catch((failure: unknown) => toast("bad", sentenceOf(failure)))
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

/** The twelve digits, large enough to read out at a counter. */
export function ReferenceDigits({ rrr }: { rrr: string }) {
  const says = {
    copied: `Reference ${groupedRrr(rrr)} is copied`,
    failed: "Your browser does not copy. Press and hold the reference to select it",
  };
  return (
    <div className="rounded-control bg-sunk pt-1 pr-2 pb-3 pl-4">
      <div className="flex flex-wrap items-center justify-between gap-2 text-small">
        <span className="text-soft">Reference (RRR)</span>
        <button
          type="button"
          className="link inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2"
          onClick={() => void copyText(rrr, says)}
        >
          <Copy aria-hidden className="size-4" />
          Copy<span className="sr-only"> reference {groupedRrr(rrr)}</span>
        </button>
      </div>
      <p className="figures select-all font-semibold text-title">{groupedRrr(rrr)}</p>
    </div>
  );
}

/** For who has paid a reference that shows no payment: the bursary looks for it. */
export const IHavePaid = ({ rrr }: { rrr: string }) => (
  <Link to={`/app/paid?rrr=${rrr}`} className="link inline-flex min-h-11 items-center">
    I have paid<span className="sr-only"> {groupedRrr(rrr)}</span>
  </Link>
);

/** How to pay without this screen, and a slip for whoever stands at the counter, at its address. */
export function AtTheBank({ rrr, slip }: { rrr: string; slip: string }) {
  return (
    <>
      <details className="group rounded-control border border-line px-4">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-2 font-semibold">
          Pay at a bank or by app
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:[transform:rotate(180deg)]" />
        </summary>
        <ul className="mb-3 grid list-disc gap-1.5 pl-5">
          {waysToPay.map(({ way, how }) => (
            <li key={way}>
              <strong>{way}</strong>: {how}.
            </li>
          ))}
          <li>{BANK_CHARGE} Your receipt shows the fee without it.</li>
          <li>A bank may need up to two days to tell us. We keep asking and write to you once it has arrived.</li>
        </ul>
      </details>
      <Link to={slip} className="link inline-flex min-h-11 items-center self-start">
        Payment slip, to print or to send<span className="sr-only"> of {groupedRrr(rrr)}</span>
      </Link>
    </>
  );
}

/** Puts text into the clipboard and says in a toast what came of it. */
export async function copyText(
  text: string,
  says: { readonly copied: string; readonly failed: string },
): Promise<void> {
  // Absent on plain http, and refused by some phones.
  const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
  await copying.then(
    () => toast("good", says.copied),
    () => toast("warn", says.failed),
  );
}
