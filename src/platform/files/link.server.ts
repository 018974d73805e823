import { createHmac, timingSafeEqual } from "node:crypto";
import { LINK_SECONDS } from "./store.server.ts";

/** `/files/<name>?until=<seconds>&sign=<hmac>`: an image tag sends no bearer header, so the address itself is the key. */
export function signedLink(secret: string, name: string): string {
  const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return `/files/${name}?until=${until}&sign=${sign(secret, name, until)}`;
}

export function isSigned(secret: string, name: string, until: string, given: string): boolean {
  if (!/^\d{1,12}$/.test(until) || Number(until) < Date.now() / 1000) return false;
  const right = Buffer.from(sign(secret, name, Number(until)));
  const shown = Buffer.from(given);
  return right.length === shown.length && timingSafeEqual(right, shown);
}

const sign = (secret: string, name: string, until: number) =>
  createHmac("sha256", secret).update(`file ${name} ${until}`).digest("base64url");
