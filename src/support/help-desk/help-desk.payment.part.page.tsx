import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Alert } from "#kit/alert.web.tsx";
import { newAttempt } from "#kit/attempt.web.ts";
import { call } from "#kit/call.web.ts";
import { useReread } from "#kit/read.web.tsx";
import { toast } from "#kit/toast.web.tsx";
import { groupedRrr } from "#payments/remita/remita.contract.ts";
import { askAboutTheirPayment } from "./help-desk.contract.ts";

interface AskParts {
  readonly person: string;
  readonly payment: string;
  readonly rrr: string | null;
}

/** Asks the provider about a payment while its payer waits. */
export function AskProvider({ person, payment, rrr }: AskParts) {
  const reread = useReread();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState("");
  const ask = async () => {
    setAsking(true);
    setRefused("");
    try {
      const { message } = await call(askAboutTheirPayment, { params: { id: person, payment }, attempt: newAttempt() });
      toast("info", message);
      await reread();
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-2 pt-2">
      <button type="button" className="button button-quiet" disabled={asking} onClick={() => void ask()}>
        <RefreshCw aria-hidden className="size-4" />
        {asking ? "Asking..." : "Ask the provider now"}
        <span className="sr-only"> about {rrr ? groupedRrr(rrr) : "the payment without a reference"}</span>
      </button>
      {refused && <Alert look="bad">{refused}</Alert>}
    </div>
  );
}
