import type { FastifyInstance } from "fastify";
import type { Database } from "#platform/database/connect.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { IncomeAccount } from "../ledger/ledger.server.ts";
import type { PaymentPurpose, Surplus } from "../payment-reference.rules.ts";
import type { Payment } from "./lifecycle.step.server.ts";

export interface PayBy {
  /** `2026-12-05`. */
  readonly day: string;
  readonly why: string;
}

/** What comes next, in a sentence and below the portal's address. */
export interface NextStep {
  readonly sentence: string;
  readonly path: string;
}

/** What a payment of one purpose is, and what it brings about once it is paid. */
export interface PurposeRules {
  readonly income: IncomeAccount;
  /**
   * In the transaction that makes the payment PAID: gives the payer what was paid for, or says why not. `paidOn` is the
   * day of the payment in Lagos, `2026-11-20`.
   */
  settle(work: Work, payment: Payment, paidOn: string): Promise<Surplus | null>;
  /** After that, of what bought something: how much of it was more than there was to pay, in kobo. Without it nothing is. */
  beyond?(trx: Trx, payment: Payment): Promise<number>;
  /** In the transaction that opens a reference: the provider may have taken so long that it is not wanted any more. */
  open?(work: Work, payment: Payment): Promise<void>;
  /**
   * In the transaction that takes money out of a paid payment, before it is judged and booked: keeps what it pays as it stands
   * until the end, and takes off so much of it as so many kobo of the payment are, its credit first.
   */
  spend?(work: Work, payment: Payment, kobo: number): Promise<void>;
  /** In the transaction that gives up to pay such money out: what so many kobo had paid is paid by them again. */
  regain?(work: Work, payment: Payment, kobo: number): Promise<void>;
  /** All money of a payment that had bought something was taken out: answers whether it buys nothing any more. Without it it does. */
  empty?(work: Work, payment: Payment): Promise<boolean>;
  /**
   * In the transaction that takes back a payment which had bought something: takes back what it had brought about. Without
   * it nothing is: what was bought says itself that its payment is gone.
   */
  takeBack?(work: Work, payment: Payment): Promise<void>;
  /** By when it is to be paid, as a day in Lagos and in a sentence for whoever pays; null without a last day. */
  payBy(db: Database, payment: Payment): Promise<PayBy | null>;
  /** The screen that lists its references, below the portal's address, as the two after it. */
  readonly screen: string;
  receipt(payment: Payment): string;
  /** What comes next for who has paid, and where. */
  next(db: Database, payment: Payment): Promise<NextStep>;
}

const known = new WeakMap<Portal, Map<string, PurposeRules>>();

/** Tells the payments what a purpose is; the noun that is paid for does so when it registers its calls. */
export function addPurpose({ portal }: FastifyInstance, purpose: PaymentPurpose, rules: PurposeRules): void {
  known.set(portal, (known.get(portal) ?? new Map()).set(purpose, rules));
}

export function purposeOf({ portal }: FastifyInstance, { purpose }: Pick<Payment, "purpose">): PurposeRules {
  const rules = known.get(portal)?.get(purpose);
  if (!rules) throw new Error(`No noun has told what a payment for ${purpose} is`);
  return rules;
}
