import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useReread } from "#kit/call/read.web.tsx";
import { isRepeatable } from "#kit/call/repeat.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { groupedRrr } from "../remita/remita.rules.ts";
import { UnbrokenText } from "./payment-reference.part.page.tsx";
import type { PaymentState, Surplus } from "./payment-reference.rules.ts";
import { askedSentence } from "./payment-reference.sentence.rules.ts";

/** What the server says of a reference that somebody came back with. */
interface VerifiedReply {
  readonly isverified: boolean;
  readonly message: string;
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
}

export interface ReturnParts {
  /** Asks whether a reference is paid, by the call of its purpose. The same function at each drawing. */
  verify(rrr: string, signal: AbortSignal): Promise<VerifiedReply>;
  /** It is asked about no more. */
  onEnd(): void;
  /** What comes next for who has paid. */
  readonly children: ReactNode;
}

const EVERY_MS = 11_000;
const FOR_MS = 120_000;

/** Asks by itself for two minutes, since a payment takes a moment to be posted. */
export function ReturnedNotice({ rrr, verify, onEnd, children }: ReturnParts & { readonly rrr: string }) {
  const { found, asking, problem } = useAsking(rrr, verify);
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (!asking) ended();
  }, [asking]);
  if (found?.isverified) {
    return (
      <Notice>
        <Alert look={found.surplus ? "warn" : "good"} title={`Reference ${unbroken(rrr)} is paid`}>
          <p>
            <UnbrokenText text={found.message} />.
          </p>
          {!found.surplus && <div className="mt-3">{children}</div>}
        </Alert>
      </Notice>
    );
  }
  return (
    <Notice>
      <Alert look={asking ? "info" : "warn"} title={asking ? "Please wait... verifying your payment" : titleOf(found)}>
        <p>
          <UnbrokenText text={asking ? askedSentence(rrr) : (found?.message ?? problem ?? "")} />
        </p>
        {!asking && found?.state === "OPEN" && (
          <p className="mt-1">We go on asking by ourselves and write to you once it is paid.</p>
        )}
      </Alert>
    </Notice>
  );
}

const unbroken = (rrr: string) => groupedRrr(rrr).replaceAll("-", "\u2011");

const titleOf = (found: VerifiedReply | null) =>
  found?.state === "OPEN" ? "Not paid yet" : "Your payment is not verified";

const Notice = ({ children }: { children: ReactNode }) => <div className="mb-6">{children}</div>;

function useAsking(rrr: string, verify: ReturnParts["verify"]) {
  const reread = useReread();
  const [found, setFound] = useState<VerifiedReply | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(true);
  useEffect(() => {
    const gone = new AbortController();
    const until = Date.now() + FOR_MS;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const answer = await verify(rrr, gone.signal);
        setFound(answer);
        setProblem(null);
        await reread();
        if (answer.state !== "OPEN") return setAsking(false);
      } catch (failure) {
        if (gone.signal.aborted) return;
        if (!(failure instanceof Error)) throw failure;
        setProblem(failure.message);
        if (!isRepeatable(failure)) return setAsking(false);
      }
      if (Date.now() >= until) return setAsking(false);
      timer = setTimeout(() => void ask(), EVERY_MS);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [rrr, verify, reread]);
  return { found, asking, problem };
}
