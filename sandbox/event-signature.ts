import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether an event comes from the portal, and now: the signature of Standard Webhooks over the body exactly as it came, by the
 * secret that the college gave you (whsec_…). Keep each webhook-id that you have taken, and take none twice.
 */
export function isFromPortal(headers: Record<string, string | undefined>, body: string, secret: string): boolean {
  const id = headers["webhook-id"] ?? "";
  const second = headers["webhook-timestamp"] ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(second)) < 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const right = createHmac("sha256", key).update(`${id}.${second}.${body}`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
