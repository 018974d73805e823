import type { PaymentState } from "../payment-reference/payment-reference.states.contract.ts";
import { differencesFrom, type RemitaResult } from "../remita/remita.contract.ts";

/** What we asked the provider for. */
export interface Asked {
  readonly state: PaymentState;
  readonly rrr: string;
  readonly orderId: string;
  readonly amountKobo: number;
}

/**
 * Where an answer about a reference takes its payment; null leaves it. PAID only when the code is "00" or "01" and the
 * reference, the order and the amount are those we asked for; paid in any other way is HELD for the bursary. A failed
 * try, an unknown code, an answer that cannot be read or none changes nothing: the reference can still be paid.
 */
export function stepAfter(asked: Asked, result: RemitaResult): PaymentState | null {
  if (result.kind === "paid") {
    const same = differencesFrom(asked, result).length === 0;
    return same && (result.code === "00" || result.code === "01") ? "PAID" : "HELD";
  }
  if (result.kind === "cancelled" && asked.state === "OPEN" && result.rrr === asked.rrr) return "CANCELLED";
  return null;
}

/** What an answer about our order id comes to while no reference is known. */
export type OrderVerdict =
  | { readonly kind: "found"; readonly rrr: string; readonly more: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "strange" }
  | { readonly kind: "silent" };

/** `more`: the reference has a story already, so ask by it next. `strange`: the order is ours, what it holds is not. */
export function orderVerdict(asked: { orderId: string; amountKobo: number }, result: RemitaResult): OrderVerdict {
  if (result.kind === "notFound") return { kind: "none" };
  if (result.kind !== "open" && result.kind !== "paid" && result.kind !== "cancelled") return { kind: "silent" };
  const { rrr } = result;
  const ours = rrr !== null && result.orderId === asked.orderId;
  // The amount of a paid order is what was paid; that it is the right one is judged by reference.
  if (!ours || (result.kind === "open" && result.amountKobo !== asked.amountKobo)) return { kind: "strange" };
  return { kind: "found", rrr, more: result.kind !== "open" };
}
