/** What was asked for under one reference and what became of it. Times are milliseconds of the sandbox's clock. */
export interface Invoice {
  rrr: string;
  orderId: string;
  serviceTypeId: string;
  /** Naira, as the merchant sent it. */
  amount: string;
  payerName: string;
  payerEmail: string;
  payerPhone: string;
  description: string;
  customFields: readonly { name: string; value: string }[];
  /** The last moment to pay. */
  expiresAt: number | null;
  madeAt: number;
  state: "GENERATED" | "ABORTED" | "FAILED" | "EXPIRED" | "DEACTIVATED" | "PAID" | "REVERSED";
  payment: Payment | null;
}

export interface Payment {
  channel: Channel;
  /** Naira, as the payer paid it. */
  amount: string;
  paidAt: number;
  /** When the bank posts it: from then on the merchant sees it as paid. */
  postedAt: number;
}

export const channels = {
  CARDPAYMENT: "Card",
  INTERNETBANKING: "Internet banking",
  USSD: "USSD",
  BANKTRANSFER: "Bank transfer",
  BRANCH: "Bank branch",
} as const;

export type Channel = keyof typeof channels;

export function isChannel(text: unknown): text is Channel {
  return typeof text === "string" && Object.hasOwn(channels, text);
}

/** Why it cannot be paid now, or null. */
export function hindrance(invoice: Invoice, now: number) {
  if (invoice.state === "PAID") return "This reference is paid already.";
  if (invoice.state === "REVERSED") return "The payment of this reference was reversed.";
  if (invoice.state === "DEACTIVATED") return "This reference was cancelled by the merchant.";
  const late = invoice.expiresAt !== null && now > invoice.expiresAt;
  return invoice.state === "EXPIRED" || late ? "This reference has expired." : null;
}
