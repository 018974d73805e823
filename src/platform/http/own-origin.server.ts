import type { FastifyRequest } from "fastify";
import { type Actor, everyone, type Guard } from "#kit/wire/handle.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";

/** Every change by whoever a cookie signs in comes from a page of the portal's own, and says so. Refuses with 403. Contract 1. */
export function requireOwnOrigin(request: FastifyRequest): void {
  if (request.method !== "GET" && !isOwn(request)) throw foreign();
}

/** Public calls that give a cookie, or lead to one: a browser that says where it comes from comes from the portal's own page. */
export const pageVisitor: Guard<{ actor: Actor }> = {
  name: everyone.name,
  admit(request) {
    if (request.headers.origin !== undefined && !isOwn(request)) throw foreign();
    return everyone.admit(request);
  },
};

function isOwn({ headers: { origin }, host, server }: FastifyRequest): boolean {
  if (origin === undefined) return false;
  const { origin: own, protocol } = new URL(server.portal.config.publicUrl);
  // A page that anybody on the line may have changed is not the portal's own where that is served by https.
  return [own, `https://${host}`, ...(protocol === "http:" ? [`http://${host}`] : [])].includes(origin);
}

const foreign = () =>
  new Refusal(
    "sent-from-other-site",
    403,
    "This was sent from another site and was not done. Open the portal at its own address and try again",
  );
