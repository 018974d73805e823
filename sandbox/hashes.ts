import { createHash, timingSafeEqual } from "node:crypto";
import type { Settings } from "./settings.ts";

type Keys = Pick<Settings, "merchantId" | "apiKey">;

// The provider's recipes, written here a second time on purpose: the two must agree without knowing each other.
export const initHash = (keys: Keys, serviceTypeId: string, orderId: string, amount: string) =>
  sha512([keys.merchantId, serviceTypeId, orderId, amount, keys.apiKey]);

export const statusHash = (keys: Keys, reference: string) => sha512([reference, keys.apiKey, keys.merchantId]);

export const finalizeHash = (keys: Keys, rrr: string) => sha512([keys.merchantId, rrr, keys.apiKey]);

export const legacyInitHash = (
  keys: Keys,
  form: { serviceTypeId: string; orderId: string; amt: string; responseurl: string },
) => sha512([keys.merchantId, form.serviceTypeId, form.orderId, form.amt, form.responseurl, keys.apiKey]);

/** Whether two secrets are the same, in a time that tells nothing. */
export function same(given: string, expected: string) {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function sha512(parts: string[]) {
  const hash = createHash("sha512");
  for (const part of parts) hash.update(part, "utf8");
  return hash.digest("hex");
}
