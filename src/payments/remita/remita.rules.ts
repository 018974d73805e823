/**
 * What one call to the provider came to. Whoever asks acts on the kind alone and keeps the rest as evidence.
 * `open` and `paid` carry what the provider says of the invoice; null means that it sent none or nothing readable, which
 * `paid` never has: it differs from every expected value. Compare them with `differencesFrom` before money is believed.
 * `refused` and `configError` mean that no reference was made. `unknown` means that nobody can tell: ask by order id.
 * A state that reads `configError` says nothing about the reference either.
 */
export type RemitaResult =
  | ({ kind: "open" | "paid" | "cancelled" } & RemitaInvoice)
  | { kind: "notFound" | "refused" | "configError"; code: string; text: string }
  | { kind: "unknown"; reason: UnknownReason; code: string | null; text: string };

export interface RemitaInvoice {
  rrr: string | null;
  orderId: string | null;
  amountKobo: number | null;
  code: string;
  text: string;
  /** As the provider prints it, no zone, 12-hour clock: `2026-10-06 06:02:06 PM`. Null until paid. */
  paidOn: string | null;
}

export type UnknownReason =
  | "timeout"
  | "network"
  | "redirect"
  | "httpStatus"
  | "rateLimited"
  | "tooLarge"
  | "unreadable"
  | "noReference"
  | "otherOrder"
  | "duplicateOrder"
  | "alreadyProcessed"
  | "unexpectedCode"
  | "unreadableInvoice"
  | "resting";

/** What is asked of the provider. `orderId` comes from `newOrderId`, is stored before the call and never changes. */
export interface RemitaIntent {
  orderId: string;
  serviceTypeId: string;
  amountKobo: number;
  payerName: string;
  payerEmail: string;
  payerPhone: string;
  description: string;
}

/** The provider's pay page for one reference: a form that the browser posts. Its hash serves this reference only. */
export interface PayForm {
  action: string;
  fields: { merchantId: string; hash: string; rrr: string; responseurl: string };
}

/** A reference is 12 digits without a known check digit, kept as text. */
export const rrrPattern = /^\d{12}$/;

/** One length for all, because the hash joins its parts without a separator: service `1` order `23` is not `12` and `3`. */
export const orderIdPattern = /^[A-Za-z0-9]{32}$/;

/** The reference as people read it aloud: `280007982070` gives `2800-0798-2070`. */
export function groupedRrr(rrr: string) {
  return rrr.replace(/^(\d{4})(\d{4})(\d{4})$/, "$1-$2-$3");
}

/** The same as it is stored, however it was typed: dashes and spaces make no difference. */
export function bareRrr(typed: string) {
  return typed.replace(/[\s-]/g, "");
}

/** Kobo as the naira text that is sent and hashed: 2100000 gives "21000", 50 gives "0.50". Throws unless 1 to 10^14 - 1. */
export function amountText(kobo: number) {
  if (!Number.isSafeInteger(kobo) || kobo < 1 || kobo >= 1e14) throw new RangeError("an amount is 1 to 10^14 - 1 kobo");
  const rest = kobo % 100;
  const naira = String((kobo - rest) / 100);
  return rest === 0 ? naira : `${naira}.${String(rest).padStart(2, "0")}`;
}

/**
 * A naira amount as the provider sends it, text or JSON number, in kobo; null when it is not exactly one.
 * A number is taken by value, since Java prints 10.5 million as 1.05E7; a text with an exponent is refused.
 */
export function koboOf(amount: unknown) {
  const text = typeof amount === "number" ? String(amount) : amount;
  const parts = typeof text === "string" ? /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) : null;
  if (!parts) return null;
  return Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}

/** The names in which the provider's invoice is not the one we asked for; empty when it is exactly that one. */
export function differencesFrom(
  asked: { rrr: string; orderId: string; amountKobo: number },
  invoice: RemitaInvoice,
): ("rrr" | "orderId" | "amountKobo")[] {
  return (["rrr", "orderId", "amountKobo"] as const).filter((name) => asked[name] !== invoice[name]);
}

/** The provider's `2026-10-06 06:02:06 PM`, in Lagos and without a zone, as an ISO time in UTC; null for any other form. */
export function providerTime(text: string): string | null {
  const [, day, hour, rest, half] = /^(\d{4}-\d{2}-\d{2}) (\d{2})(:\d{2}:\d{2}) (AM|PM)$/.exec(text) ?? [];
  const hours = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  const time = new Date(`${day}T${String(hours).padStart(2, "0")}${rest}+01:00`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
