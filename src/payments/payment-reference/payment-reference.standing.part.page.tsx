import { useEffect } from "react";
import { useReread } from "#kit/call/read.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { isAwaited, type PaymentState, stateWords } from "./payment-reference.states.contract.ts";
import { type Surplus, surplusWords } from "./payment-reference.surplus.contract.ts";

const looks: Readonly<Record<PaymentState, BadgeLook>> = {
  ...{ CREATED: "info", REQUESTING: "info", UNKNOWN: "info", OPEN: "bad", PAID: "good", HELD: "info" },
  ...{ REFUSED: "plain", PARKED: "info", CANCELLED: "plain", EXPIRED: "plain", SUSPENSE: "info", REVERSED: "plain" },
};

interface StandingParts {
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
}

/** Where a payment stands, in a badge; an open one that is just `asked` about is not said to be unpaid. */
export function PaymentBadge({ state, surplus, asked = false }: StandingParts & { readonly asked?: boolean }) {
  if (asked && state === "OPEN") return <WordBadge look={looks.HELD} word={stateWords.HELD} />;
  if (surplus && state === "PAID") return <WordBadge look="plain" word={surplusWords[surplus]} />;
  return <WordBadge look={looks[state]} word={stateWords[state]} />;
}

const SOON_MS = 5_000;
const LATER_MS = 30_000;
const SOON_FOR_MS = 120_000;

/** Looks again while the provider has not told a reference: it appears by itself. After two minutes less often. */
export function useWaitingFor(payments: readonly Pick<StandingParts, "state">[]): void {
  const reread = useReread();
  const waiting = payments.some(({ state }) => isAwaited(state) && state !== "PARKED");
  useEffect(() => {
    if (!waiting) return;
    const since = Date.now();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const wait = () => {
      timer = setTimeout(look, Date.now() - since < SOON_FOR_MS ? SOON_MS : LATER_MS);
    };
    const look = () => void reread().then(() => timer !== null && wait());
    wait();
    return () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }, [waiting, reread]);
}
