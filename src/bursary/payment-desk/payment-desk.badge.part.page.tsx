import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { type PaymentState, type Surplus, surplusWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { deskStates } from "./payment-desk.words.contract.ts";

const looks: Partial<Record<PaymentState, BadgeLook>> = {
  PAID: "good",
  OPEN: "info",
  HELD: "bad",
  PARKED: "bad",
  REVERSED: "bad",
};

interface StandingParts {
  readonly state: PaymentState;
  readonly surplus?: Surplus | null;
}

/** Where a payment stands, for the desk; of one that bought nothing, why. */
export const StandingBadge = ({ state, surplus }: StandingParts) =>
  state === "PAID" && surplus ? (
    <WordBadge look="bad" word={surplusWords[surplus]} />
  ) : (
    <WordBadge look={looks[state] ?? "plain"} word={deskStates[state]} />
  );
