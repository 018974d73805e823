import type { Desk } from "./desk.ts";
import { type Channel, hindrance, type Invoice } from "./invoice.ts";

/** A payment as somebody made it. `lagSeconds`: how long the bank takes to post it. `amount`: naira, all by default. */
export interface Paying {
  channel: Channel;
  lagSeconds?: number;
  amount?: string;
}

/** Pays a reference and sends the notification once the bank has posted it. Answers why not, or null when it is paid. */
export function pay(desk: Desk, invoice: Invoice, { channel, lagSeconds = 0, amount = invoice.amount }: Paying) {
  const now = desk.book.now();
  const reason = hindrance(invoice, now);
  if (reason) return reason;
  const payment = { channel, amount, paidAt: now, postedAt: now + lagSeconds * 1000 };
  const paid: Invoice = { ...invoice, state: "PAID", payment };
  desk.book.keep(paid);
  desk.mailbag.announce(paid);
  return null;
}

/** What else can happen to a reference: the payer gives up, a try fails, its time ends, the money goes back. */
export function turn(desk: Desk, invoice: Invoice, state: "ABORTED" | "FAILED" | "EXPIRED" | "REVERSED") {
  if (invoice.state === "PAID" ? state !== "REVERSED" : state === "REVERSED") return "Only a payment can be reversed.";
  if (invoice.state === "REVERSED" || invoice.state === "DEACTIVATED") return "This reference is closed.";
  desk.book.keep({ ...invoice, state });
  return null;
}
