import { useState } from "react";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { leaveException, takeException } from "./payment-exception.contract.ts";

/** Says that one is on it, so that nobody else begins. Whoever was faster is named. */
export function TakeButton({ id, title }: { id: string; title: string }) {
  const { busy, send } = useSaying(id);
  return (
    <button type="button" className="button button-quiet" disabled={busy} onClick={() => void send(takeException)}>
      I take this<span className="sr-only">: {title}</span>
    </button>
  );
}

/** Says that nobody is on it any more. */
export function LeaveButton({ id }: { id: string }) {
  const { busy, send } = useSaying(id);
  return (
    <button type="button" className="button button-quiet" disabled={busy} onClick={() => void send(leaveException)}>
      Leave it to others
    </button>
  );
}

function useSaying(id: string) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const send = async (endpoint: typeof takeException | typeof leaveException) => {
    setBusy(true);
    try {
      const { message } = await call(endpoint, { params: { id }, attempt: newAttempt() });
      toast("good", message);
    } catch (failure) {
      toast("bad", failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
      await reread();
    }
  };
  return { busy, send };
}
