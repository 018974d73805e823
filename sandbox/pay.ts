import type { Desk } from "./desk.ts";
import { type Channel, hindrance, type Invoice } from "./invoice.ts";

/** A payment as somebody made it. Times are milliseconds of the sandbox's clock. */
export interface Paying {
  channel: Channel;
  /** How long the bank takes to post it, in seconds. */
  lagSeconds?: number;
  /** Naira, all by default. */
  amount?: string;
  /** When it was paid, now by default: a bank may date it otherwise. */
  paidAt?: number;
}

/** Pays a reference and sends the notification once the bank has posted it. Answers why not, or null when it is paid. */
export function pay(desk: Desk, invoice: Invoice, paying: Paying) {
  return hindrance(invoice, desk.book.now()) ?? take(desk, invoice, paying);
}

/** A bank takes the money for a cancelled or lapsed reference all the same, as it does on a bad day. */
export function payAnyway(desk: Desk, invoice: Invoice, paying: Paying) {
  return invoice.payment ? "This reference is paid already." : take(desk, invoice, paying);
}

function take({ book, mailbag }: Desk, invoice: Invoice, { channel, lagSeconds = 0, amount, paidAt }: Paying) {
  const now = book.now();
  const when = { paidAt: paidAt ?? now, postedAt: now + lagSeconds * 1000 };
  const paid: Invoice = { ...invoice, state: "PAID", payment: { channel, amount: amount ?? invoice.amount, ...when } };
  book.keep(paid);
  mailbag.announce(paid);
  return null;
}

type Turn = "ABORTED" | "FAILED" | "EXPIRED" | "DEACTIVATED" | "REVERSED";

/**
 * What else can happen to a reference: the payer gives up, a try fails, its time ends, the merchant cancels it, the money
 * goes back.
 */
export function turn(desk: Desk, invoice: Invoice, state: Turn) {
  if (invoice.state === "PAID" && state !== "REVERSED") return "This reference is paid already.";
  if (invoice.state !== "PAID" && state === "REVERSED") return "Only a payment can be reversed.";
  if (invoice.state === "REVERSED" || invoice.state === "DEACTIVATED") return "This reference is closed.";
  desk.book.keep({ ...invoice, state });
  return null;
}
