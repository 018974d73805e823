import * as v from "valibot";
import { post } from "#kit/wire/endpoint.contract.ts";

/** More than the provider sends at once. A larger body or batch is refused. */
export const MAX_BYTES = 64 * 1024;
export const MAX_ITEMS = 100;

export const takeNotification = post(
  "/payments/notification/:secret",
  "Where the provider tells of payments. Each is a hint to ask the provider, nothing more; answers the text Ok once stored",
  v.array(v.looseObject({})),
  v.literal("Ok"),
);

/** What of one payment's notification is used: which reference to ask about. */
export interface NotifiedPayment {
  readonly orderid: string | null;
  readonly rrr: string | null;
}

/** The order is named twice, the reference once; anything that is not a short text or a number is not there. */
export function notifiedPayment(item: unknown): NotifiedPayment {
  const fields = typeof item === "object" && item !== null ? (item as Record<string, unknown>) : {};
  return { orderid: shortText(fields.orderId) ?? shortText(fields.orderRef), rrr: shortText(fields.rrr ?? fields.RRR) };
}

function shortText(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\x20-\x7e]{1,64}$/.test(text.trim()) ? text.trim() : null;
}
