import type { FastifyInstance } from "fastify";

/** What is the same on every reply, refusals and files included. Pages and files replace the policy and the caching by their own. */
export const fixedHeaders = {
  "content-security-policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
  "cache-control": "no-store",
} as const;

export function securityHeaders(app: FastifyInstance): void {
  // Node would answer what it cannot fulfil by itself, without any of these; nobody is bound to fulfil it. RFC 9110, 10.1.1.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(fixedHeaders).header("x-request-id", request.id);
    done();
  });
}
