import type { FastifyRequest } from "fastify";
import { stale } from "#kit/wire/refusal.server.ts";

/**
 * Holds a change against the version that its author has seen (`If-Match: "3"`; 0 is "there is none yet").
 * Refuses with 409 when another change came between. Without the header nothing is compared. Contract 1.
 */
export function requireVersion(request: FastifyRequest, current: number): void {
  const seen = request.headers["if-match"]?.trim();
  if (seen === undefined || seen === "" || seen === "*") return;
  if (seen.replace(/^(?:W\/)?"?(\d{1,9})"?$/, "$1") === String(current)) return;
  throw stale(
    "version-stale",
    "This was changed in another place meanwhile. Compare what is saved now with what you typed, then save",
  );
}
