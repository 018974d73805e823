import type { Database } from "#platform/database/connect.server.ts";
import { balancesOf } from "../ledger/ledger.server.ts";
import type { Payment } from "../payment-reference/payment-reference.step.server.ts";

/** What of a payment is its payer's, and whether money of it is gone elsewhere. */
export interface Owed {
  /** In which account it lies: credit, or suspense once put aside. */
  readonly account: "credit" | "suspense";
  readonly kobo: number;
  /** Some of it was refunded, or moved from or to another payment. */
  readonly spent: boolean;
}

export async function owedOf(db: Database, { _id, state }: Pick<Payment, "_id" | "state">): Promise<Owed> {
  const { credit = 0, suspense = 0, transfer = 0, refunded = 0 } = await balancesOf(db, _id);
  const spent = transfer !== 0 || refunded !== 0;
  if (state === "SUSPENSE") return { account: "suspense", kobo: -suspense, spent };
  return { account: "credit", kobo: state === "PAID" ? -credit : 0, spent };
}
